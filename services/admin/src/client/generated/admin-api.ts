// Made by `make generate` from the routes in services/admin/src.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process lives, and what it stands on */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether it can do its work */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Versions of the product and of the API */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token for an API key
         * @description The token is good for 30 minutes, and for no longer than the key: a blocked, expired or deleted key, or one whose role changed, ends it at once. After ten failed logins a minute from an address further wrong keys are answered 429, and so is a key that signs in more than sixty times a minute.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who you are, and what you may do */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the access token back
         * @description A token of a session ends that session, and every token of it.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a session with an API key
         * @description For pages of this service alone (`Origin`, `Sec-Fetch-Site`). The session lives in a cookie and ends after twelve hours, with the key, or by a logout.
         */
        post: operations["openSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get another access token for a session
         * @description For pages of this service alone. Each refresh token is good once: when one is shown again later than ten seconds after its use, the session ends for whoever has it. The role is that of now.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/{org}/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in at the organization’s OpenID provider
         * @description Open it in a browser: it is sent to the provider, and comes back with a session.
         */
        get: operations["beginSingleSignOn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/{org}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the OpenID provider
         * @description Where the provider sends the browser: the address to register over there. Then `POST /auth/refresh` gives the page an access token.
         */
        get: operations["finishSingleSignOn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers
         * @description Needs the permission `providers:read`.
         */
        get: operations["listProviders"];
        put?: never;
        /**
         * Create a provider
         * @description Needs the permission `providers:write`.
         */
        post: operations["createProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a provider
         * @description Needs the permission `providers:read`.
         */
        get: operations["getProvider"];
        /**
         * Change a provider
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `providers:write`.
         */
        put: operations["updateProvider"];
        post?: never;
        /**
         * Delete a provider
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `providers:write`.
         */
        delete: operations["deleteProvider"];
        options?: never;
        head?: never;
        /**
         * Change a provider by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `providers:write`.
         */
        patch: operations["patchProvider"];
        trace?: never;
    };
    "/api/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Needs the permission `models:read`.
         */
        get: operations["listModels"];
        put?: never;
        /**
         * Create a model
         * @description Needs the permission `models:write`.
         */
        post: operations["createModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a model
         * @description Needs the permission `models:read`.
         */
        get: operations["getModel"];
        /**
         * Change a model
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `models:write`.
         */
        put: operations["updateModel"];
        post?: never;
        /**
         * Delete a model
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `models:write`.
         */
        delete: operations["deleteModel"];
        options?: never;
        head?: never;
        /**
         * Change a model by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `models:write`.
         */
        patch: operations["patchModel"];
        trace?: never;
    };
    "/api/v1/deprecations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deprecations
         * @description Needs the permission `deprecations:read`.
         */
        get: operations["listDeprecations"];
        put?: never;
        /**
         * Create a deprecation
         * @description Needs the permission `deprecations:write`.
         */
        post: operations["createDeprecation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deprecations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deprecation
         * @description Needs the permission `deprecations:read`.
         */
        get: operations["getDeprecation"];
        /**
         * Change a deprecation
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `deprecations:write`.
         */
        put: operations["updateDeprecation"];
        post?: never;
        /**
         * Delete a deprecation
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `deprecations:write`.
         */
        delete: operations["deleteDeprecation"];
        options?: never;
        head?: never;
        /**
         * Change a deprecation by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `deprecations:write`.
         */
        patch: operations["patchDeprecation"];
        trace?: never;
    };
    "/api/v1/model-deprecations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deprecations
         * @description Needs the permission `deprecations:read`.
         */
        get: operations["listModelDeprecations"];
        put?: never;
        /**
         * Create a deprecation
         * @description Needs the permission `deprecations:write`.
         */
        post: operations["createModelDeprecation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/model-deprecations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deprecation
         * @description Needs the permission `deprecations:read`.
         */
        get: operations["getModelDeprecation"];
        /**
         * Change a deprecation
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `deprecations:write`.
         */
        put: operations["updateModelDeprecation"];
        post?: never;
        /**
         * Delete a deprecation
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `deprecations:write`.
         */
        delete: operations["deleteModelDeprecation"];
        options?: never;
        head?: never;
        /**
         * Change a deprecation by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `deprecations:write`.
         */
        patch: operations["patchModelDeprecation"];
        trace?: never;
    };
    "/api/v1/price-catalogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List price catalogs
         * @description Needs the permission `price_catalogs:read`.
         */
        get: operations["listPriceCatalogs"];
        put?: never;
        /**
         * Create a price catalog
         * @description Needs the permission `price_catalogs:write`.
         */
        post: operations["createPriceCatalog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/price-catalogs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a price catalog
         * @description Needs the permission `price_catalogs:read`.
         */
        get: operations["getPriceCatalog"];
        /**
         * Change a price catalog
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `price_catalogs:write`.
         */
        put: operations["updatePriceCatalog"];
        post?: never;
        /**
         * Delete a price catalog
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `price_catalogs:write`.
         */
        delete: operations["deletePriceCatalog"];
        options?: never;
        head?: never;
        /**
         * Change a price catalog by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `price_catalogs:write`.
         */
        patch: operations["patchPriceCatalog"];
        trace?: never;
    };
    "/api/v1/routing-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List routing policies
         * @description Needs the permission `routing_policies:read`.
         */
        get: operations["listRoutingPolicies"];
        put?: never;
        /**
         * Create a routing policy
         * @description Needs the permission `routing_policies:write`.
         */
        post: operations["createRoutingPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routing-policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a routing policy
         * @description Needs the permission `routing_policies:read`.
         */
        get: operations["getRoutingPolicy"];
        /**
         * Change a routing policy
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `routing_policies:write`.
         */
        put: operations["updateRoutingPolicy"];
        post?: never;
        /**
         * Delete a routing policy
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `routing_policies:write`.
         */
        delete: operations["deleteRoutingPolicy"];
        options?: never;
        head?: never;
        /**
         * Change a routing policy by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `routing_policies:write`.
         */
        patch: operations["patchRoutingPolicy"];
        trace?: never;
    };
    "/api/v1/ab-tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List A/B tests
         * @description Needs the permission `ab_tests:read`.
         */
        get: operations["listABTests"];
        put?: never;
        /**
         * Create an A/B test
         * @description Needs the permission `ab_tests:write`.
         */
        post: operations["createABTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ab-tests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an A/B test
         * @description Needs the permission `ab_tests:read`.
         */
        get: operations["getABTest"];
        /**
         * Change an A/B test
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `ab_tests:write`.
         */
        put: operations["updateABTest"];
        post?: never;
        /**
         * Delete an A/B test
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `ab_tests:write`.
         */
        delete: operations["deleteABTest"];
        options?: never;
        head?: never;
        /**
         * Change an A/B test by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `ab_tests:write`.
         */
        patch: operations["patchABTest"];
        trace?: never;
    };
    "/api/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Needs the permission `organizations:read`.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description Needs the permission `organizations:write`.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description Needs the permission `organizations:read`.
         */
        get: operations["getOrganization"];
        /**
         * Change an organization
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `organizations:write`.
         */
        put: operations["updateOrganization"];
        post?: never;
        /**
         * Delete an organization
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `organizations:write`.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /**
         * Change an organization by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `organizations:write`.
         */
        patch: operations["patchOrganization"];
        trace?: never;
    };
    "/api/v1/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List teams
         * @description Needs the permission `teams:read`.
         */
        get: operations["listTeams"];
        put?: never;
        /**
         * Create a team
         * @description Needs the permission `teams:write`.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a team
         * @description Needs the permission `teams:read`.
         */
        get: operations["getTeam"];
        /**
         * Change a team
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `teams:write`.
         */
        put: operations["updateTeam"];
        post?: never;
        /**
         * Delete a team
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `teams:write`.
         */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /**
         * Change a team by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `teams:write`.
         */
        patch: operations["patchTeam"];
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Needs the permission `api_keys:read`.
         */
        get: operations["listAPIKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is in the answer, and nowhere afterwards: only its SHA-256 is kept.
         *
         *     Needs the permission `api_keys:write`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Needs the permission `api_keys:read`.
         */
        get: operations["getAPIKey"];
        /**
         * Change an API key
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `api_keys:write`.
         */
        put: operations["updateAPIKey"];
        post?: never;
        /**
         * Delete an API key
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `api_keys:write`.
         */
        delete: operations["deleteAPIKey"];
        options?: never;
        head?: never;
        /**
         * Change an API key by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `api_keys:write`.
         */
        patch: operations["patchAPIKey"];
        trace?: never;
    };
    "/api/v1/model-access/tiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access tiers
         * @description Needs the permission `access_tiers:read`.
         */
        get: operations["listAccessTiers"];
        put?: never;
        /**
         * Create an access tier
         * @description Needs the permission `access_tiers:write`.
         */
        post: operations["createAccessTier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/model-access/tiers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an access tier
         * @description Needs the permission `access_tiers:read`.
         */
        get: operations["getAccessTier"];
        /**
         * Change an access tier
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `access_tiers:write`.
         */
        put: operations["updateAccessTier"];
        post?: never;
        /**
         * Delete an access tier
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `access_tiers:write`.
         */
        delete: operations["deleteAccessTier"];
        options?: never;
        head?: never;
        /**
         * Change an access tier by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `access_tiers:write`.
         */
        patch: operations["patchAccessTier"];
        trace?: never;
    };
    "/api/v1/rate-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rate limits
         * @description Needs the permission `rate_limits:read`.
         */
        get: operations["listRateLimits"];
        put?: never;
        /**
         * Create a rate limit
         * @description Needs the permission `rate_limits:write`.
         */
        post: operations["createRateLimit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rate-limits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a rate limit
         * @description Needs the permission `rate_limits:read`.
         */
        get: operations["getRateLimit"];
        /**
         * Change a rate limit
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `rate_limits:write`.
         */
        put: operations["updateRateLimit"];
        post?: never;
        /**
         * Delete a rate limit
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `rate_limits:write`.
         */
        delete: operations["deleteRateLimit"];
        options?: never;
        head?: never;
        /**
         * Change a rate limit by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `rate_limits:write`.
         */
        patch: operations["patchRateLimit"];
        trace?: never;
    };
    "/api/v1/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List budgets
         * @description Needs the permission `budgets:read`.
         */
        get: operations["listBudgets"];
        put?: never;
        /**
         * Create a budget
         * @description Needs the permission `budgets:write`.
         */
        post: operations["createBudget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/budgets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a budget
         * @description Needs the permission `budgets:read`.
         */
        get: operations["getBudget"];
        /**
         * Change a budget
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `budgets:write`.
         */
        put: operations["updateBudget"];
        post?: never;
        /**
         * Delete a budget
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `budgets:write`.
         */
        delete: operations["deleteBudget"];
        options?: never;
        head?: never;
        /**
         * Change a budget by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `budgets:write`.
         */
        patch: operations["patchBudget"];
        trace?: never;
    };
    "/api/v1/cost-allocation/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cost allocation rules
         * @description Needs the permission `cost_allocation_rules:read`.
         */
        get: operations["listCostAllocationRules"];
        put?: never;
        /**
         * Create a cost allocation rule
         * @description Needs the permission `cost_allocation_rules:write`.
         */
        post: operations["createCostAllocationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cost-allocation/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a cost allocation rule
         * @description Needs the permission `cost_allocation_rules:read`.
         */
        get: operations["getCostAllocationRule"];
        /**
         * Change a cost allocation rule
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `cost_allocation_rules:write`.
         */
        put: operations["updateCostAllocationRule"];
        post?: never;
        /**
         * Delete a cost allocation rule
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `cost_allocation_rules:write`.
         */
        delete: operations["deleteCostAllocationRule"];
        options?: never;
        head?: never;
        /**
         * Change a cost allocation rule by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `cost_allocation_rules:write`.
         */
        patch: operations["patchCostAllocationRule"];
        trace?: never;
    };
    "/api/v1/sla/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SLA definitions
         * @description Needs the permission `sla_definitions:read`.
         */
        get: operations["listSLADefinitions"];
        put?: never;
        /**
         * Create an SLA definition
         * @description Needs the permission `sla_definitions:write`.
         */
        post: operations["createSLADefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sla/definitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an SLA definition
         * @description Needs the permission `sla_definitions:read`.
         */
        get: operations["getSLADefinition"];
        /**
         * Change an SLA definition
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `sla_definitions:write`.
         */
        put: operations["updateSLADefinition"];
        post?: never;
        /**
         * Delete an SLA definition
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `sla_definitions:write`.
         */
        delete: operations["deleteSLADefinition"];
        options?: never;
        head?: never;
        /**
         * Change an SLA definition by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `sla_definitions:write`.
         */
        patch: operations["patchSLADefinition"];
        trace?: never;
    };
    "/api/v1/sla/failover-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List failover rules
         * @description Needs the permission `failover_rules:read`.
         */
        get: operations["listFailoverRules"];
        put?: never;
        /**
         * Create a failover rule
         * @description Needs the permission `failover_rules:write`.
         */
        post: operations["createFailoverRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sla/failover-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a failover rule
         * @description Needs the permission `failover_rules:read`.
         */
        get: operations["getFailoverRule"];
        /**
         * Change a failover rule
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `failover_rules:write`.
         */
        put: operations["updateFailoverRule"];
        post?: never;
        /**
         * Delete a failover rule
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `failover_rules:write`.
         */
        delete: operations["deleteFailoverRule"];
        options?: never;
        head?: never;
        /**
         * Change a failover rule by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `failover_rules:write`.
         */
        patch: operations["patchFailoverRule"];
        trace?: never;
    };
    "/api/v1/guardrails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List guardrails
         * @description Needs the permission `guardrails:read`.
         */
        get: operations["listGuardrails"];
        put?: never;
        /**
         * Create a guardrail
         * @description Needs the permission `guardrails:write`.
         */
        post: operations["createGuardrail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/guardrails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a guardrail
         * @description Needs the permission `guardrails:read`.
         */
        get: operations["getGuardrail"];
        /**
         * Change a guardrail
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `guardrails:write`.
         */
        put: operations["updateGuardrail"];
        post?: never;
        /**
         * Delete a guardrail
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `guardrails:write`.
         */
        delete: operations["deleteGuardrail"];
        options?: never;
        head?: never;
        /**
         * Change a guardrail by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `guardrails:write`.
         */
        patch: operations["patchGuardrail"];
        trace?: never;
    };
    "/api/v1/detectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List detectors
         * @description Needs the permission `detectors:read`.
         */
        get: operations["listDetectors"];
        put?: never;
        /**
         * Create a detector
         * @description Needs the permission `detectors:write`.
         */
        post: operations["createDetector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/detectors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a detector
         * @description Needs the permission `detectors:read`.
         */
        get: operations["getDetector"];
        /**
         * Change a detector
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `detectors:write`.
         */
        put: operations["updateDetector"];
        post?: never;
        /**
         * Delete a detector
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `detectors:write`.
         */
        delete: operations["deleteDetector"];
        options?: never;
        head?: never;
        /**
         * Change a detector by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `detectors:write`.
         */
        patch: operations["patchDetector"];
        trace?: never;
    };
    "/api/v1/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompts
         * @description Needs the permission `prompts:read`.
         */
        get: operations["listPrompts"];
        put?: never;
        /**
         * Create a prompt
         * @description Needs the permission `prompts:write`.
         */
        post: operations["createPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a prompt
         * @description Needs the permission `prompts:read`.
         */
        get: operations["getPrompt"];
        /**
         * Change a prompt
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `prompts:write`.
         */
        put: operations["updatePrompt"];
        post?: never;
        /**
         * Delete a prompt
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `prompts:write`.
         */
        delete: operations["deletePrompt"];
        options?: never;
        head?: never;
        /**
         * Change a prompt by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `prompts:write`.
         */
        patch: operations["patchPrompt"];
        trace?: never;
    };
    "/api/v1/mcp-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List MCP servers
         * @description Needs the permission `mcp_servers:read`.
         */
        get: operations["listMCPServers"];
        put?: never;
        /**
         * Create an MCP server
         * @description Needs the permission `mcp_servers:write`.
         */
        post: operations["createMCPServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-servers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an MCP server
         * @description Needs the permission `mcp_servers:read`.
         */
        get: operations["getMCPServer"];
        /**
         * Change an MCP server
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `mcp_servers:write`.
         */
        put: operations["updateMCPServer"];
        post?: never;
        /**
         * Delete an MCP server
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `mcp_servers:write`.
         */
        delete: operations["deleteMCPServer"];
        options?: never;
        head?: never;
        /**
         * Change an MCP server by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `mcp_servers:write`.
         */
        patch: operations["patchMCPServer"];
        trace?: never;
    };
    "/api/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description Needs the permission `agents:read`.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent
         * @description Needs the permission `agents:write`.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent
         * @description Needs the permission `agents:read`.
         */
        get: operations["getAgent"];
        /**
         * Change an agent
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `agents:write`.
         */
        put: operations["updateAgent"];
        post?: never;
        /**
         * Delete an agent
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `agents:write`.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Change an agent by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `agents:write`.
         */
        patch: operations["patchAgent"];
        trace?: never;
    };
    "/api/v1/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workflows
         * @description Needs the permission `workflows:read`.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Create a workflow
         * @description Needs the permission `workflows:write`.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workflow
         * @description Needs the permission `workflows:read`.
         */
        get: operations["getWorkflow"];
        /**
         * Change a workflow
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `workflows:write`.
         */
        put: operations["updateWorkflow"];
        post?: never;
        /**
         * Delete a workflow
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `workflows:write`.
         */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        /**
         * Change a workflow by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `workflows:write`.
         */
        patch: operations["patchWorkflow"];
        trace?: never;
    };
    "/api/v1/events/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event subscriptions
         * @description Needs the permission `event_subscriptions:read`.
         */
        get: operations["listEventSubscriptions"];
        put?: never;
        /**
         * Create an event subscription
         * @description Needs the permission `event_subscriptions:write`.
         */
        post: operations["createEventSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event subscription
         * @description Needs the permission `event_subscriptions:read`.
         */
        get: operations["getEventSubscription"];
        /**
         * Change an event subscription
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `event_subscriptions:write`.
         */
        put: operations["updateEventSubscription"];
        post?: never;
        /**
         * Delete an event subscription
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `event_subscriptions:write`.
         */
        delete: operations["deleteEventSubscription"];
        options?: never;
        head?: never;
        /**
         * Change an event subscription by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `event_subscriptions:write`.
         */
        patch: operations["patchEventSubscription"];
        trace?: never;
    };
    "/api/v1/providers/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a provider for its models, with its credential
         * @description Needs the permission `providers:write`.
         */
        post: operations["testProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deprecations/check/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is announced of a model
         * @description Needs the permission `deprecations:read`.
         */
        get: operations["checkDeprecation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/model-deprecations/check/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is announced of a model
         * @description Needs the permission `deprecations:read`.
         */
        get: operations["checkModelDeprecation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routing-policies/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say who would serve a request, which policies match it, and why
         * @description Answers the decision that the gateway would answer to x-aicp-dry-run (for a key that is blocked, has expired or belongs to nobody, that it is refused with 401), by the newest committed configuration, and every policy beside it. Calls no model and stores nothing. `attributes` say whose request it is: a key, or a team, user and organization. Of a group, the first member that has a share is shown first.
         *
         *     Needs the permission `routing_policies:read`.
         */
        post: operations["explainRouting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routing-policies/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What routing is made of, and whether every replica has it
         * @description Needs the permission `routing_policies:read`.
         */
        get: operations["getRoutingStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routing-policies/litellm-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What routing is made of, and whether every replica has it
         * @description Needs the permission `routing_policies:read`.
         */
        get: operations["getLitellmStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routing-policies/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait until every replica runs the policies as they are
         * @description Policies are pushed by themselves. This waits for that, two seconds at most, and not at all for what only an edit can help: `pending` says that some policy is not run everywhere; the status names what is missing.
         *
         *     Needs the permission `routing_policies:write`.
         */
        post: operations["syncRoutingPolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rate-limits/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether the limits would let a request pass now
         * @description Looks at every limit that applies to a request of that key, team, user or organization, or to that model, and takes nothing of any. A member asks about its own keys, and about itself as a user. The counts are those of the gateways, or of the Redis that they share.
         *
         *     Needs the permission `limits:read`.
         */
        post: operations["checkRateLimit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the key of an API key
         * @description The new key is in the answer, and nowhere afterwards. Without a body, the present key ends at once.
         *
         *     Needs the permission `api_keys:write`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse a key from now on
         * @description Access tokens and sessions that were given for it, or for a key that it made, end at once and for good.
         *
         *     Needs the permission `api_keys:write`.
         */
        post: operations["blockApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a blocked key again
         * @description Access tokens and sessions that were given for it, or for a key that it made, end at once and for good.
         *
         *     Needs the permission `api_keys:write`.
         */
        post: operations["unblockApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/business-units": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List business units
         * @description Needs the permission `business_units:read`.
         */
        get: operations["listBusinessUnits"];
        put?: never;
        /**
         * Create a business unit
         * @description Needs the permission `business_units:write`.
         */
        post: operations["createBusinessUnit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/business-units/{unit_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a business unit
         * @description Needs the permission `business_units:read`.
         */
        get: operations["getBusinessUnit"];
        /**
         * Change a business unit
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `business_units:write`.
         */
        put: operations["updateBusinessUnit"];
        post?: never;
        /**
         * Delete a business unit
         * @description What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.
         *
         *     Needs the permission `business_units:write`.
         */
        delete: operations["deleteBusinessUnit"];
        options?: never;
        head?: never;
        /**
         * Change a business unit by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `business_units:write`.
         */
        patch: operations["patchBusinessUnit"];
        trace?: never;
    };
    "/api/v1/organizations/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of an organization
         * @description Needs the permission `users:read`.
         */
        get: operations["listOrganizationMembers"];
        put?: never;
        /**
         * Add a member to an organization, or change their role
         * @description Needs the permission `organizations:write`.
         */
        post: operations["addOrganizationMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member of an organization
         * @description Needs the permission `organizations:write`.
         */
        delete: operations["removeOrganizationMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/sso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the people of an organization sign in
         * @description Needs the permission `organizations:write`.
         */
        get: operations["getSingleSignOn"];
        /**
         * Change how the people of an organization sign in
         * @description Needs the permission `organizations:write`.
         */
        put: operations["setSingleSignOn"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how the people of an organization sign in by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `organizations:write`.
         */
        patch: operations["patchSingleSignOn"];
        trace?: never;
    };
    "/api/v1/teams/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a team
         * @description Needs the permission `users:read`.
         */
        get: operations["listTeamMembers"];
        put?: never;
        /**
         * Add a member to a team, or change their role
         * @description Needs the permission `teams:write`.
         */
        post: operations["addTeamMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member of a team
         * @description Needs the permission `teams:write`.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ab-tests/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send traffic to the variant
         * @description From draft or paused to running; from any other state it is 409.
         *
         *     Needs the permission `ab_tests:write`.
         */
        post: operations["startAbTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ab-tests/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send no traffic to the variant for now
         * @description From running to paused; from any other state it is 409.
         *
         *     Needs the permission `ab_tests:write`.
         */
        post: operations["pauseAbTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ab-tests/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End without a decision
         * @description From running or paused to stopped; from any other state it is 409.
         *
         *     Needs the permission `ab_tests:write`.
         */
        post: operations["stopAbTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ab-tests/{id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide for the variant
         * @description From running or paused to promoted; from any other state it is 409.
         *
         *     Needs the permission `ab_tests:write`.
         */
        post: operations["promoteAbTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ab-tests/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide against it
         * @description From running or paused to rolled_back; from any other state it is 409.
         *
         *     Needs the permission `ab_tests:write`.
         */
        post: operations["rollbackAbTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{id}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put values in place of the variables
         * @description Each `{{variable}}` is replaced once; nothing else in the text, and nothing in a value, means anything.
         *
         *     Needs the permission `prompts:read`.
         */
        post: operations["renderPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{id}/submit-review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand the text in for review
         * @description From draft to in_review; from any other state it is 409.
         *
         *     Needs the permission `prompts:write`.
         */
        post: operations["submitPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the text in review
         * @description Keeps it as an immutable version, which is served from now on. From in_review to approved; from any other state it is 409.
         *
         *     Needs the permission `prompts:approve`.
         */
        post: operations["approvePrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the text in review back
         * @description From in_review to draft; from any other state it is 409.
         *
         *     Needs the permission `prompts:approve`.
         */
        post: operations["rejectPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Serve it no more
         * @description From approved to archived; from any other state it is 409.
         *
         *     Needs the permission `prompts:write`.
         */
        post: operations["archivePrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a prompt, newest first
         * @description The approved ones, and before them the text at hand where it is not approved.
         *
         *     Needs the permission `prompts:read`.
         */
        get: operations["listPromptVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Serve an earlier approved version again
         * @description Its text becomes the prompt’s, approved as it was.
         *
         *     Needs the permission `prompts:approve`.
         */
        post: operations["rollBackPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the platform
         * @description Needs the permission `settings:read`.
         */
        get: operations["getSettings"];
        /**
         * Change the settings of the platform
         * @description Only the fields that are sent change; null removes one.
         *
         *     Needs the permission `settings:write`.
         */
        put: operations["updateSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of the platform by a merge patch
         * @description A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.
         *
         *     Needs the permission `settings:write`.
         */
        patch: operations["patchSettings"];
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people
         * @description Everybody who is known from a membership, a key or a login.
         *
         *     Needs the permission `users:read`.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/model-access/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests for access, newest first
         * @description Needs the permission `access_requests:read`.
         */
        get: operations["listAccessRequests"];
        put?: never;
        /**
         * Ask for the models of a tier
         * @description For a team, a person or a key. Where none is named it is for yourself: the person of the key that you signed in with, or else that key. A tier that asks for no approval grants it at once.
         *
         *     Needs the permission `access_requests:write`.
         */
        post: operations["createAccessRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/model-access/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a request for access
         * @description Needs the permission `access_requests:read`.
         */
        get: operations["getAccessRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/model-access/requests/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant what was asked for
         * @description Makes an AccessGrant. From pending to approved; from any other state it is 409.
         *
         *     Needs the permission `access_requests:approve`.
         */
        post: operations["approveAccessRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/model-access/requests/{id}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse what was asked for
         * @description From pending to denied; from any other state it is 409.
         *
         *     Needs the permission `access_requests:approve`.
         */
        post: operations["denyAccessRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/model-access/requests/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take granted access back
         * @description Removes the AccessGrant. From approved to revoked; from any other state it is 409.
         *
         *     Needs the permission `access_requests:approve`.
         */
        post: operations["revokeAccessRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chargeback/reports/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a draft of who pays for what
         * @description Of a period that is finalized already, the draft says the difference to what was booked, by the rules of then; where there is none, it is 409. So it is while a cost allocation rule is not in force.
         *
         *     Needs the permission `chargeback:write`.
         */
        post: operations["generateChargebackReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chargeback/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List chargeback reports, newest first
         * @description Without their line items, of which each report has its own.
         *
         *     Needs the permission `chargeback:read`.
         */
        get: operations["listChargebackReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chargeback/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a chargeback report
         * @description Needs the permission `chargeback:read`.
         */
        get: operations["getChargebackReport"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description A report that is finalized stays: it is 409.
         *
         *     Needs the permission `chargeback:write`.
         */
        delete: operations["deleteChargebackReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chargeback/reports/{id}/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finalize a draft
         * @description From then on nothing changes it any more. 409 for what is no draft, before the end of its period, and where a finalized report books a part of the period already.
         *
         *     Needs the permission `chargeback:write`.
         */
        post: operations["finalizeChargebackReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chargeback/reports/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a report as a file
         * @description A finalized report is `exported` from then on; a draft stays one, and its file is named so. Each export is in the audit log.
         *
         *     Needs the permission `chargeback:write`.
         */
        get: operations["exportChargebackReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/license": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of the license
         * @description Nothing is blocked or changed by it. The token itself is never answered.
         */
        get: operations["getLicense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/license/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a license into force
         * @description A token that does not verify is refused, and the present license stays as it is. No running request is interrupted.
         *
         *     Needs the permission `license:write`.
         */
        post: operations["activateLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was done, newest first
         * @description Needs the permission `audit_logs:read`.
         */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All entries that match, newest first
         * @description Written as they are read, however many there are.
         *
         *     Needs the permission `audit_logs:read`.
         */
        get: operations["exportAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-logs/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Walk the whole chain of entries
         * @description Names the first entry that was changed, is missing, or is not where it belongs.
         *
         *     Needs the permission `audit_logs:read`.
         */
        get: operations["verifyAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A trial of one model against another on a share of live traffic. This version checks and stores it, and no service acts on it. */
        ABTest: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it is to find out. */
            description?: string;
            /** @description Model that is asked for now. */
            base_model?: string;
            /** @description Model that is tried. */
            variant_model?: string;
            /** @description Percent of the base model’s traffic that the variant gets. */
            traffic_split_percent?: number;
            /**
             * @description What decides.
             * @default latency
             * @enum {string}
             */
            success_metric: "cost_efficiency" | "latency" | "error_rate" | "feedback";
            /** @description Improvement that promotes the variant; 0.1 is 10 %. Or, by measure, an object. */
            promotion_threshold?: number | {
                /** @description Share of the cost; 0.1 is 10 %. */
                cost_efficiency?: number;
                /** @description Share of the latency; 0.1 is 10 %. */
                latency?: number;
                /** @description Share of failed requests. */
                error_rate?: number;
                /** @description Share of the feedback; 0.1 is 10 %. */
                feedback?: number;
                /** @description Percent that the latency rises by. */
                latency_increase_pct?: number;
                /** @description Percent that the cost rises by. */
                cost_increase_pct?: number;
                /**
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            };
            /** @description Worsening that takes it back; 0.1 is 10 %. Or, by measure, an object. */
            rollback_threshold?: number | {
                /** @description Share of the cost; 0.1 is 10 %. */
                cost_efficiency?: number;
                /** @description Share of the latency; 0.1 is 10 %. */
                latency?: number;
                /** @description Share of failed requests. */
                error_rate?: number;
                /** @description Share of the feedback; 0.1 is 10 %. */
                feedback?: number;
                /** @description Percent that the latency rises by. */
                latency_increase_pct?: number;
                /** @description Percent that the cost rises by. */
                cost_increase_pct?: number;
                /**
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            };
            /**
             * Format: int64
             * @description Requests of each arm before anything is decided.
             * @default 100
             */
            min_requests: number;
            /**
             * @description Who keeps seeing the same model.
             * @default user
             * @enum {string}
             */
            sticky_by: "user" | "key" | "request";
            /**
             * @description On: promotes by itself.
             * @default false
             */
            auto_promote: boolean;
            /**
             * @description On: takes the variant back by itself.
             * @default false
             */
            auto_rollback: boolean;
            /**
             * @description draft → running ⇄ paused → stopped, promoted or rolled_back. Changed by the verbs of the API.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "running" | "paused" | "stopped" | "promoted" | "rolled_back";
            /** @description When it was first started. */
            started_at?: string;
        };
        /** @description A trial of one model against another on a share of live traffic. This version checks and stores it, and no service acts on it. */
        ABTestCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it is to find out. */
            description?: string;
            /** @description Model that is asked for now. */
            base_model: string;
            /** @description Model that is tried. */
            variant_model: string;
            /** @description Percent of the base model’s traffic that the variant gets. */
            traffic_split_percent: number;
            /**
             * @description What decides.
             * @default latency
             * @enum {string}
             */
            success_metric: "cost_efficiency" | "latency" | "error_rate" | "feedback";
            /** @description Improvement that promotes the variant; 0.1 is 10 %. Or, by measure, an object. */
            promotion_threshold?: number | {
                /** @description Share of the cost; 0.1 is 10 %. */
                cost_efficiency?: number;
                /** @description Share of the latency; 0.1 is 10 %. */
                latency?: number;
                /** @description Share of failed requests. */
                error_rate?: number;
                /** @description Share of the feedback; 0.1 is 10 %. */
                feedback?: number;
                /** @description Percent that the latency rises by. */
                latency_increase_pct?: number;
                /** @description Percent that the cost rises by. */
                cost_increase_pct?: number;
                /**
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            };
            /** @description Worsening that takes it back; 0.1 is 10 %. Or, by measure, an object. */
            rollback_threshold?: number | {
                /** @description Share of the cost; 0.1 is 10 %. */
                cost_efficiency?: number;
                /** @description Share of the latency; 0.1 is 10 %. */
                latency?: number;
                /** @description Share of failed requests. */
                error_rate?: number;
                /** @description Share of the feedback; 0.1 is 10 %. */
                feedback?: number;
                /** @description Percent that the latency rises by. */
                latency_increase_pct?: number;
                /** @description Percent that the cost rises by. */
                cost_increase_pct?: number;
                /**
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            };
            /**
             * Format: int64
             * @description Requests of each arm before anything is decided.
             * @default 100
             */
            min_requests: number;
            /**
             * @description Who keeps seeing the same model.
             * @default user
             * @enum {string}
             */
            sticky_by: "user" | "key" | "request";
            /**
             * @description On: promotes by itself.
             * @default false
             */
            auto_promote: boolean;
            /**
             * @description On: takes the variant back by itself.
             * @default false
             */
            auto_rollback: boolean;
        };
        /** @description A trial of one model against another on a share of live traffic. This version checks and stores it, and no service acts on it. */
        ABTestPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it is to find out. */
            description?: string | null;
            /** @description Model that is asked for now. */
            base_model?: string | null;
            /** @description Model that is tried. */
            variant_model?: string | null;
            /** @description Percent of the base model’s traffic that the variant gets. */
            traffic_split_percent?: number | null;
            /**
             * @description What decides.
             * @default latency
             * @enum {string|null}
             */
            success_metric: "cost_efficiency" | "latency" | "error_rate" | "feedback" | null;
            /** @description Improvement that promotes the variant; 0.1 is 10 %. Or, by measure, an object. */
            promotion_threshold?: number | {
                /** @description Share of the cost; 0.1 is 10 %. */
                cost_efficiency?: number | null;
                /** @description Share of the latency; 0.1 is 10 %. */
                latency?: number | null;
                /** @description Share of failed requests. */
                error_rate?: number | null;
                /** @description Share of the feedback; 0.1 is 10 %. */
                feedback?: number | null;
                /** @description Percent that the latency rises by. */
                latency_increase_pct?: number | null;
                /** @description Percent that the cost rises by. */
                cost_increase_pct?: number | null;
                /**
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number | null;
            } | null;
            /** @description Worsening that takes it back; 0.1 is 10 %. Or, by measure, an object. */
            rollback_threshold?: number | {
                /** @description Share of the cost; 0.1 is 10 %. */
                cost_efficiency?: number | null;
                /** @description Share of the latency; 0.1 is 10 %. */
                latency?: number | null;
                /** @description Share of failed requests. */
                error_rate?: number | null;
                /** @description Share of the feedback; 0.1 is 10 %. */
                feedback?: number | null;
                /** @description Percent that the latency rises by. */
                latency_increase_pct?: number | null;
                /** @description Percent that the cost rises by. */
                cost_increase_pct?: number | null;
                /**
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number | null;
            } | null;
            /**
             * Format: int64
             * @description Requests of each arm before anything is decided.
             * @default 100
             */
            min_requests: number | null;
            /**
             * @description Who keeps seeing the same model.
             * @default user
             * @enum {string|null}
             */
            sticky_by: "user" | "key" | "request" | null;
            /**
             * @description On: promotes by itself.
             * @default false
             */
            auto_promote: boolean | null;
            /**
             * @description On: takes the variant back by itself.
             * @default false
             */
            auto_rollback: boolean | null;
        };
        /** @description A trial of one model against another on a share of live traffic. This version checks and stores it, and no service acts on it. */
        ABTestUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it is to find out. */
            description?: string | null;
            /** @description Model that is asked for now. */
            base_model?: string | null;
            /** @description Model that is tried. */
            variant_model?: string | null;
            /** @description Percent of the base model’s traffic that the variant gets. */
            traffic_split_percent?: number | null;
            /**
             * @description What decides.
             * @default latency
             * @enum {string|null}
             */
            success_metric: "cost_efficiency" | "latency" | "error_rate" | "feedback" | null;
            /** @description Improvement that promotes the variant; 0.1 is 10 %. Or, by measure, an object. */
            promotion_threshold?: number | {
                /** @description Share of the cost; 0.1 is 10 %. */
                cost_efficiency?: number;
                /** @description Share of the latency; 0.1 is 10 %. */
                latency?: number;
                /** @description Share of failed requests. */
                error_rate?: number;
                /** @description Share of the feedback; 0.1 is 10 %. */
                feedback?: number;
                /** @description Percent that the latency rises by. */
                latency_increase_pct?: number;
                /** @description Percent that the cost rises by. */
                cost_increase_pct?: number;
                /**
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            } | null;
            /** @description Worsening that takes it back; 0.1 is 10 %. Or, by measure, an object. */
            rollback_threshold?: number | {
                /** @description Share of the cost; 0.1 is 10 %. */
                cost_efficiency?: number;
                /** @description Share of the latency; 0.1 is 10 %. */
                latency?: number;
                /** @description Share of failed requests. */
                error_rate?: number;
                /** @description Share of the feedback; 0.1 is 10 %. */
                feedback?: number;
                /** @description Percent that the latency rises by. */
                latency_increase_pct?: number;
                /** @description Percent that the cost rises by. */
                cost_increase_pct?: number;
                /**
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            } | null;
            /**
             * Format: int64
             * @description Requests of each arm before anything is decided.
             * @default 100
             */
            min_requests: number | null;
            /**
             * @description Who keeps seeing the same model.
             * @default user
             * @enum {string|null}
             */
            sticky_by: "user" | "key" | "request" | null;
            /**
             * @description On: promotes by itself.
             * @default false
             */
            auto_promote: boolean | null;
            /**
             * @description On: takes the variant back by itself.
             * @default false
             */
            auto_rollback: boolean | null;
        };
        /** @description A bearer key for the gateway and the admin API, by its SHA-256 alone: who it belongs to, which models it may use, and until when. */
        APIKey: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description The first 12 characters of a key in our own format, to recognise it by. */
            key_prefix?: string;
            /**
             * @description What the key may do at the admin API. `admin` is another word for org_admin.
             * @default member
             * @enum {string}
             */
            role: "platform_admin" | "org_admin" | "admin" | "team_admin" | "member" | "viewer";
            /** @description Team that its use counts for. */
            team_id?: string;
            /** @description Business unit, where it is not the team’s. */
            business_unit_id?: string;
            /** @description Person or system that uses it. */
            user_id?: string;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`. Empty allows all. */
            allowed_models?: string[];
            /** @description USD per `budgetDuration`. */
            max_budget?: number;
            /**
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number;
            /**
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number;
            /** @description When it stops working. */
            expires_at?: string;
            /**
             * @description On: the key is refused.
             * @default false
             */
            blocked: boolean;
            /**
             * Format: int64
             * @description Access tokens and sessions of another generation have ended. The admin API raises it with every block and unblock; whoever blocks by kubectl raises it by hand.
             */
            token_generation?: number;
            /** @description End of the grace period of a rotation. */
            previous_key_expires_at?: string;
            /** @description The key that made this one through the API, which alone writes it. Where that key is blocked, deleted or expired, this one is refused too. */
            created_by?: {
                /** @description Name of that APIKey. */
                key: string;
                /** @description Its uid when it made this one. What counts is the key that `status.createdBy` binds this one to. */
                uid?: string;
            };
            /** @description Whether a secret is set. */
            readonly secret_set?: boolean;
            /** @description Attributes for policies (`metadata.department`) and cost tags. */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A bearer key for the gateway and the admin API, by its SHA-256 alone: who it belongs to, which models it may use, and until when. */
        APIKeyCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /**
             * @description What the key may do at the admin API. `admin` is another word for org_admin.
             * @default member
             * @enum {string}
             */
            role: "platform_admin" | "org_admin" | "admin" | "team_admin" | "member" | "viewer";
            /** @description Team that its use counts for. */
            team_id?: string;
            /** @description Business unit, where it is not the team’s. */
            business_unit_id?: string;
            /** @description Person or system that uses it. */
            user_id?: string;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`. Empty allows all. */
            allowed_models?: string[];
            /** @description USD per `budgetDuration`. */
            max_budget?: number;
            /**
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number;
            /**
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number;
            /** @description When it stops working. */
            expires_at?: string;
            /** @description Attributes for policies (`metadata.department`) and cost tags. */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A bearer key for the gateway and the admin API, by its SHA-256 alone: who it belongs to, which models it may use, and until when. */
        APIKeyPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /**
             * @description What the key may do at the admin API. `admin` is another word for org_admin.
             * @default member
             * @enum {string|null}
             */
            role: "platform_admin" | "org_admin" | "admin" | "team_admin" | "member" | "viewer" | null;
            /** @description Team that its use counts for. */
            team_id?: string | null;
            /** @description Business unit, where it is not the team’s. */
            business_unit_id?: string | null;
            /** @description Person or system that uses it. */
            user_id?: string | null;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`. Empty allows all. */
            allowed_models?: string[] | null;
            /** @description USD per `budgetDuration`. */
            max_budget?: number | null;
            /**
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string|null}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month" | null;
            /**
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number | null;
            /**
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number | null;
            /** @description When it stops working. */
            expires_at?: string | null;
            /** @description Attributes for policies (`metadata.department`) and cost tags. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description A bearer key for the gateway and the admin API, by its SHA-256 alone: who it belongs to, which models it may use, and until when. */
        APIKeyUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /**
             * @description What the key may do at the admin API. `admin` is another word for org_admin.
             * @default member
             * @enum {string|null}
             */
            role: "platform_admin" | "org_admin" | "admin" | "team_admin" | "member" | "viewer" | null;
            /** @description Team that its use counts for. */
            team_id?: string | null;
            /** @description Business unit, where it is not the team’s. */
            business_unit_id?: string | null;
            /** @description Person or system that uses it. */
            user_id?: string | null;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`. Empty allows all. */
            allowed_models?: string[] | null;
            /** @description USD per `budgetDuration`. */
            max_budget?: number | null;
            /**
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string|null}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month" | null;
            /**
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number | null;
            /**
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number | null;
            /** @description When it stops working. */
            expires_at?: string | null;
            /** @description Attributes for policies (`metadata.department`) and cost tags. */
            metadata?: {
                [key: string]: string;
            } | null;
        };
        AccessRequest: {
            /** Format: uuid */
            id: string;
            tier_id: string;
            /** @description Null: the platform’s. */
            organization_id: string | null;
            team_id: string | null;
            user_id: string | null;
            key_id: string | null;
            justification: string | null;
            /** @description Null: without an end. */
            duration_days: number | null;
            /** @enum {string} */
            status: "pending" | "approved" | "denied" | "revoked" | "expired";
            requested_by: string;
            /** @description Who decided last. */
            decided_by: string | null;
            decided_at: string | null;
            /** @description When the access ends. */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description Models that are given out together, freely or on approval. `standard`, `premium` and `experimental` exist from the start. */
        AccessTier: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Who it is for. */
            description?: string;
            /** @description Models in it: ids, aliases, groups with all their members, or a prefix ending in `*`. */
            models?: string[];
            /** @description Tier labels whose models are in it. */
            model_tiers?: string[];
            /**
             * @description On: only who was granted access may use its models.
             * @default false
             */
            requires_approval: boolean;
            /**
             * @description On: a request for access has to say why.
             * @default false
             */
            requires_justification: boolean;
            /**
             * Format: int64
             * @description Days after which a grant ends at the latest.
             */
            max_grant_duration_days?: number;
        };
        /** @description Models that are given out together, freely or on approval. `standard`, `premium` and `experimental` exist from the start. */
        AccessTierCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Who it is for. */
            description?: string;
            /** @description Models in it: ids, aliases, groups with all their members, or a prefix ending in `*`. */
            models?: string[];
            /** @description Tier labels whose models are in it. */
            model_tiers?: string[];
            /**
             * @description On: only who was granted access may use its models.
             * @default false
             */
            requires_approval: boolean;
            /**
             * @description On: a request for access has to say why.
             * @default false
             */
            requires_justification: boolean;
            /**
             * Format: int64
             * @description Days after which a grant ends at the latest.
             */
            max_grant_duration_days?: number;
        };
        /** @description Models that are given out together, freely or on approval. `standard`, `premium` and `experimental` exist from the start. */
        AccessTierUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Who it is for. */
            description?: string | null;
            /** @description Models in it: ids, aliases, groups with all their members, or a prefix ending in `*`. */
            models?: string[] | null;
            /** @description Tier labels whose models are in it. */
            model_tiers?: string[] | null;
            /**
             * @description On: only who was granted access may use its models.
             * @default false
             */
            requires_approval: boolean | null;
            /**
             * @description On: a request for access has to say why.
             * @default false
             */
            requires_justification: boolean | null;
            /**
             * Format: int64
             * @description Days after which a grant ends at the latest.
             */
            max_grant_duration_days?: number | null;
        };
        /** @description An Agent2Agent (A2A) agent that others may call through the gateway. This version checks and stores it, and no service acts on it. */
        Agent: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it does. */
            description?: string;
            /** @description Where its agent card stands. */
            url?: string;
            /** @description What it is good at. */
            skills?: string[];
            /** @description Where its bearer token stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description Whether a secret is set. */
            readonly secret_set?: boolean;
            /** @description Teams that may use it; all where none are set. */
            allowed_teams?: string[];
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description An Agent2Agent (A2A) agent that others may call through the gateway. This version checks and stores it, and no service acts on it. */
        AgentCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it does. */
            description?: string;
            /** @description Where its agent card stands. */
            url: string;
            /** @description What it is good at. */
            skills?: string[];
            /** @description Where its bearer token stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
            secret?: string;
            /** @description Teams that may use it; all where none are set. */
            allowed_teams?: string[];
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description An Agent2Agent (A2A) agent that others may call through the gateway. This version checks and stores it, and no service acts on it. */
        AgentPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it does. */
            description?: string | null;
            /** @description Where its agent card stands. */
            url?: string | null;
            /** @description What it is good at. */
            skills?: string[] | null;
            /** @description Where its bearer token stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name?: string | null;
                /** @description Key within the Secret. */
                key?: string | null;
            } | null;
            /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
            secret?: string | null;
            /** @description Teams that may use it; all where none are set. */
            allowed_teams?: string[] | null;
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean | null;
        };
        /** @description An Agent2Agent (A2A) agent that others may call through the gateway. This version checks and stores it, and no service acts on it. */
        AgentUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it does. */
            description?: string | null;
            /** @description Where its agent card stands. */
            url?: string | null;
            /** @description What it is good at. */
            skills?: string[] | null;
            /** @description Where its bearer token stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            } | null;
            /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
            secret?: string | null;
            /** @description Teams that may use it; all where none are set. */
            allowed_teams?: string[] | null;
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean | null;
        };
        /** @description An entry of the audit log. */
        AuditEntry: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Place in the chain, from 1. */
            seq: number;
            /**
             * Format: date-time
             * @description When it was recorded; never goes back.
             */
            timestamp: string;
            /** @description Null: the platform’s. */
            organization_id: string | null;
            /** @description The uid of the organization: another one of the same name reads none of it. `unknown`: there was none of that name. Null: the platform’s, or an entry of an earlier version. */
            organization_uid: string | null;
            /** @description The person or key; the field manager where a change did not come through the API; null where nothing says who it was. */
            user_id: string | null;
            /** @description The API key that it was done with. `user_id` is then the person whom that key names, if it names one. Null: without a key, or not known. */
            key_id: string | null;
            /** @description `create`, `update`, `delete`, `login`, `denied` … */
            action: string;
            /** @description Singular: `organization`, `routing_policy`. */
            resource_type: string;
            resource_id: string | null;
            /** @description Before and after, secrets masked. */
            changes: {
                before: {
                    [key: string]: unknown;
                } | null;
                after: {
                    [key: string]: unknown;
                } | null;
            } | null;
            /** @enum {string} */
            source: "api" | "console" | "kubectl" | "gitops" | "system";
            ip: string | null;
            request_id: string | null;
            /** @description Hash of the entry before. */
            prev_hash: string;
            /** @description SHA-256 over `prev_hash` and the RFC 8785 form of the other fields; a `key_id` or an `organization_uid` of null is left out of it. */
            hash: string;
        };
        AuditVerification: {
            valid: boolean;
            /** @description Entries that were looked at. */
            entries: number;
            first_seq: number | null;
            last_seq: number | null;
            /** @description Entries up to this one were dropped behind a signed checkpoint; 0: none. */
            dropped_up_to: number;
            checkpoints: number;
            /** @description Keys that signed them. */
            checkpoint_keys: string[];
            /** @description The first break of the chain; null where there is none. */
            broken: {
                seq: number;
                id: string | null;
                reason: string;
            } | null;
        };
        /** @description A limit on what an organization, team, key, model or tag may spend in a window, and what happens at it. */
        Budget: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /**
             * @description Whose spend it limits.
             * @enum {string}
             */
            entity_type?: "global" | "organization" | "business_unit" | "team" | "user" | "key" | "model" | "tag";
            /** @description Which one; `name=value` for a tag. Without it, each one of the type has the limit by itself, unless another Budget of the same owner and window names it. Not for global. */
            entity_id?: string;
            /** @description USD a calendar month. */
            monthly_limit?: number;
            /** @description USD per `window`. */
            limit_usd?: number;
            /**
             * @description Window of `limitUsd`.
             * @enum {string}
             */
            window?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * @description Share of the limit at which it warns; 0.8 is 80 %.
             * @default 0.8
             */
            soft_limit_percent: number;
            /**
             * @description Share of the limit at which `action` is taken; 1 is 100 %.
             * @default 1
             */
            hard_limit_percent: number;
            /**
             * @description What happens at the hard limit.
             * @default block
             * @enum {string}
             */
            action: "block" | "warn" | "downgrade";
            /** @description Model that serves instead, for action downgrade. */
            downgrade_to?: string;
            /** @description More for a while; the limit itself stays as it is. */
            temporary_increase?: {
                /** @description USD beyond the limit. */
                amount_usd: number;
                /** @description When it ends. */
                expires_at: string;
            };
            /** @description Who is told. Not acted on by this version. */
            alert_email?: string;
            /** @description USD spent since its window began, some seconds ago. Null before anybody has added anything up. */
            current_spend?: number | null;
            /** @description USD that are neither spent nor reserved for requests under way. Null before anybody has added anything up. */
            remaining?: number | null;
            /** @description What is spent, as a share of the limit: 1 is all of it. Null before anybody has added anything up. */
            utilization?: number | null;
            /**
             * @description Whether it warns, or its limit is reached. Null where that is not known: the condition Exceeded says why.
             * @enum {unknown}
             */
            status?: "ok" | "warning" | "exceeded" | null;
        };
        /** @description A limit on what an organization, team, key, model or tag may spend in a window, and what happens at it. */
        BudgetCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Ignored. */
            readonly current_spend?: unknown;
            /** @description Ignored. */
            readonly remaining?: unknown;
            /** @description Ignored. */
            readonly utilization?: unknown;
            /** @description Ignored. */
            readonly status?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /**
             * @description Whose spend it limits.
             * @enum {string}
             */
            entity_type: "global" | "organization" | "business_unit" | "team" | "user" | "key" | "model" | "tag";
            /** @description Which one; `name=value` for a tag. Without it, each one of the type has the limit by itself, unless another Budget of the same owner and window names it. Not for global. */
            entity_id?: string;
            /** @description USD a calendar month. */
            monthly_limit?: number;
            /** @description USD per `window`. */
            limit_usd?: number;
            /**
             * @description Window of `limitUsd`.
             * @enum {string}
             */
            window?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * @description Share of the limit at which it warns; 0.8 is 80 %.
             * @default 0.8
             */
            soft_limit_percent: number;
            /**
             * @description Share of the limit at which `action` is taken; 1 is 100 %.
             * @default 1
             */
            hard_limit_percent: number;
            /**
             * @description What happens at the hard limit.
             * @default block
             * @enum {string}
             */
            action: "block" | "warn" | "downgrade";
            /** @description Model that serves instead, for action downgrade. */
            downgrade_to?: string;
            /** @description More for a while; the limit itself stays as it is. */
            temporary_increase?: {
                /** @description USD beyond the limit. */
                amount_usd: number;
                /** @description When it ends. */
                expires_at: string;
            };
            /** @description Who is told. Not acted on by this version. */
            alert_email?: string;
        };
        /** @description A limit on what an organization, team, key, model or tag may spend in a window, and what happens at it. */
        BudgetPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Ignored. */
            readonly current_spend?: unknown;
            /** @description Ignored. */
            readonly remaining?: unknown;
            /** @description Ignored. */
            readonly utilization?: unknown;
            /** @description Ignored. */
            readonly status?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /**
             * @description Whose spend it limits.
             * @enum {string|null}
             */
            entity_type?: "global" | "organization" | "business_unit" | "team" | "user" | "key" | "model" | "tag" | null;
            /** @description Which one; `name=value` for a tag. Without it, each one of the type has the limit by itself, unless another Budget of the same owner and window names it. Not for global. */
            entity_id?: string | null;
            /** @description USD a calendar month. */
            monthly_limit?: number | null;
            /** @description USD per `window`. */
            limit_usd?: number | null;
            /**
             * @description Window of `limitUsd`.
             * @enum {string|null}
             */
            window?: "1h" | "1d" | "7d" | "30d" | "month" | null;
            /**
             * @description Share of the limit at which it warns; 0.8 is 80 %.
             * @default 0.8
             */
            soft_limit_percent: number | null;
            /**
             * @description Share of the limit at which `action` is taken; 1 is 100 %.
             * @default 1
             */
            hard_limit_percent: number | null;
            /**
             * @description What happens at the hard limit.
             * @default block
             * @enum {string|null}
             */
            action: "block" | "warn" | "downgrade" | null;
            /** @description Model that serves instead, for action downgrade. */
            downgrade_to?: string | null;
            /** @description More for a while; the limit itself stays as it is. */
            temporary_increase?: {
                /** @description USD beyond the limit. */
                amount_usd?: number | null;
                /** @description When it ends. */
                expires_at?: string | null;
            } | null;
            /** @description Who is told. Not acted on by this version. */
            alert_email?: string | null;
        };
        /** @description A limit on what an organization, team, key, model or tag may spend in a window, and what happens at it. */
        BudgetUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Ignored. */
            readonly current_spend?: unknown;
            /** @description Ignored. */
            readonly remaining?: unknown;
            /** @description Ignored. */
            readonly utilization?: unknown;
            /** @description Ignored. */
            readonly status?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /**
             * @description Whose spend it limits.
             * @enum {string|null}
             */
            entity_type?: "global" | "organization" | "business_unit" | "team" | "user" | "key" | "model" | "tag" | null;
            /** @description Which one; `name=value` for a tag. Without it, each one of the type has the limit by itself, unless another Budget of the same owner and window names it. Not for global. */
            entity_id?: string | null;
            /** @description USD a calendar month. */
            monthly_limit?: number | null;
            /** @description USD per `window`. */
            limit_usd?: number | null;
            /**
             * @description Window of `limitUsd`.
             * @enum {string|null}
             */
            window?: "1h" | "1d" | "7d" | "30d" | "month" | null;
            /**
             * @description Share of the limit at which it warns; 0.8 is 80 %.
             * @default 0.8
             */
            soft_limit_percent: number | null;
            /**
             * @description Share of the limit at which `action` is taken; 1 is 100 %.
             * @default 1
             */
            hard_limit_percent: number | null;
            /**
             * @description What happens at the hard limit.
             * @default block
             * @enum {string|null}
             */
            action: "block" | "warn" | "downgrade" | null;
            /** @description Model that serves instead, for action downgrade. */
            downgrade_to?: string | null;
            /** @description More for a while; the limit itself stays as it is. */
            temporary_increase?: {
                /** @description USD beyond the limit. */
                amount_usd: number;
                /** @description When it ends. */
                expires_at: string;
            } | null;
            /** @description Who is told. Not acted on by this version. */
            alert_email?: string | null;
        };
        /** @description A part of an organization that teams belong to and cost is booked on. Its `metadata.name` is `<organization>-<slug>`. */
        BusinessUnit: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Organization that it is a part of. */
            organization_id?: string;
            /** @description Name for people. */
            name?: string;
            /** @description Short name in paths. */
            slug?: string;
            /** @description What it is. */
            description?: string;
            /** @description USD a month. */
            max_budget?: number;
            /** @description Where its cost is booked. Not acted on by this version. */
            cost_center?: string;
        };
        /** @description A part of an organization that teams belong to and cost is booked on. Its `metadata.name` is `<organization>-<slug>`. */
        BusinessUnitCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Short name in paths. */
            slug?: string;
            /** @description What it is. */
            description?: string;
            /** @description USD a month. */
            max_budget?: number;
            /** @description Where its cost is booked. Not acted on by this version. */
            cost_center?: string;
        };
        /** @description A part of an organization that teams belong to and cost is booked on. Its `metadata.name` is `<organization>-<slug>`. */
        BusinessUnitUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Short name in paths. */
            slug?: string | null;
            /** @description What it is. */
            description?: string | null;
            /** @description USD a month. */
            max_budget?: number | null;
            /** @description Where its cost is booked. Not acted on by this version. */
            cost_center?: string | null;
        };
        ChargebackLineItem: {
            organization_id: string | null;
            business_unit_id: string | null;
            team_id: string | null;
            model: string | null;
            provider: string | null;
            /** @description The rule that books it; null: unallocated. */
            rule_id: string | null;
            rule_name: string | null;
            allocation_type: ("cost_center" | "project" | "department") | null;
            allocation_target: string | null;
            allocation_percent: number | null;
            metadata: {
                [key: string]: string;
            };
            /** @description Requests and tokens are divided as the cost is, so that they add up too. */
            requests: number;
            unpriced_requests: number;
            tokens: number;
            /** @description USD, in whole cents. */
            cost: number;
            /** @description USD, to the nano-dollar. */
            cost_exact: string;
        };
        ChargebackReport: {
            id: string;
            name: string;
            /** @description Whose cost it books; null: everybody’s. */
            organization_id: string | null;
            /** Format: date-time */
            period_start: string;
            /**
             * Format: date-time
             * @description Before when.
             */
            period_end: string;
            time_zone: string;
            /** @enum {string} */
            status: "draft" | "finalized" | "exported";
            /** @constant */
            currency: "USD";
            /** @description USD, in whole cents. */
            total_cost: number;
            /** @description USD, in whole cents. */
            allocated_cost: number;
            /** @description USD, in whole cents. */
            unallocated_cost: number;
            /** @description USD, to the nano-dollar. */
            total_cost_exact: string;
            line_item_count: number;
            /** @description The finalized report of this period that it adds the difference to; null where it is the first. */
            restates: string | null;
            /** @description SHA-256 of all that it says: the same records and rules give the same. */
            digest: string;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            finalized_by: string | null;
            finalized_at: string | null;
            exported_at: string | null;
            line_items: components["schemas"]["ChargebackLineItem"][];
            /** @description What the records were priced by. */
            price_versions: string[];
            rules: {
                id: string;
                name: string;
                uid: string;
                generation: number;
            }[];
        };
        ChargebackReportSummary: {
            id: string;
            name: string;
            /** @description Whose cost it books; null: everybody’s. */
            organization_id: string | null;
            /** Format: date-time */
            period_start: string;
            /**
             * Format: date-time
             * @description Before when.
             */
            period_end: string;
            time_zone: string;
            /** @enum {string} */
            status: "draft" | "finalized" | "exported";
            /** @constant */
            currency: "USD";
            /** @description USD, in whole cents. */
            total_cost: number;
            /** @description USD, in whole cents. */
            allocated_cost: number;
            /** @description USD, in whole cents. */
            unallocated_cost: number;
            /** @description USD, to the nano-dollar. */
            total_cost_exact: string;
            line_item_count: number;
            /** @description The finalized report of this period that it adds the difference to; null where it is the first. */
            restates: string | null;
            /** @description SHA-256 of all that it says: the same records and rules give the same. */
            digest: string;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            finalized_by: string | null;
            finalized_at: string | null;
            exported_at: string | null;
        };
        /** @description The settings of the installation. There is one, named `default`; the operator creates it where it is absent. */
        ControlPlane: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /**
             * @description Switches of the platform.
             * @default {}
             */
            features: {
                /**
                 * @description Off: routing policies are not applied.
                 * @default true
                 */
                routing_policies: boolean;
                /**
                 * @description Off: usage is recorded without its cost.
                 * @default true
                 */
                cost_tracking: boolean;
                /**
                 * @description Off: budgets are reported and block nothing.
                 * @default true
                 */
                budget_enforcement: boolean;
                /**
                 * @description Off: guardrails are not applied. Not acted on by this version.
                 * @default true
                 */
                guardrails: boolean;
                /**
                 * @description On: answers may come from the cache. Not acted on by this version.
                 * @default false
                 */
                semantic_cache: boolean;
                /**
                 * @description Off: whoever submits a prompt or asks for access may also approve it. On: only the sole administrator may.
                 * @default true
                 */
                four_eyes: boolean;
                /**
                 * @description On: the gateway answers 503 to every model request.
                 * @default false
                 */
                maintenance_mode: boolean;
            };
            /** @description Model id or alias that serves a request which names none. */
            default_model?: string;
            /**
             * Format: int64
             * @description Requests a minute of the whole platform.
             */
            global_rpm_limit?: number;
            /** @description Where this installation stands (`production`), for the policy attribute `environment`. */
            environment?: string;
            /**
             * @description IANA time zone of `hour` and `weekday` in policies, and of calendar windows.
             * @default UTC
             */
            time_zone: string;
            /**
             * @description How long facts are kept.
             * @default {}
             */
            retention: {
                /**
                 * Format: int64
                 * @description Days that audit entries are kept.
                 * @default 365
                 */
                audit_days: number;
                /**
                 * Format: int64
                 * @description Days that usage records are kept.
                 * @default 400
                 */
                usage_days: number;
                /**
                 * Format: int64
                 * @description Days that decision records are kept.
                 * @default 7
                 */
                decision_days: number;
            };
            /**
             * @description Requests for models without a price. `block`: they are refused; `warn`: they are served and counted as unpriced, and refused where a limit on money applies; `zero`: they cost nothing.
             * @default warn
             * @enum {string}
             */
            unpriced_model_policy: "block" | "warn" | "zero";
            /**
             * @description On: the cost, budget and workflow services ask for credentials too. Not acted on by this version.
             * @default false
             */
            require_auth: boolean;
        };
        /** @description The settings of the installation. There is one, named `default`; the operator creates it where it is absent. */
        ControlPlanePatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /**
             * @description Switches of the platform.
             * @default {}
             */
            features: {
                /**
                 * @description Off: routing policies are not applied.
                 * @default true
                 */
                routing_policies: boolean | null;
                /**
                 * @description Off: usage is recorded without its cost.
                 * @default true
                 */
                cost_tracking: boolean | null;
                /**
                 * @description Off: budgets are reported and block nothing.
                 * @default true
                 */
                budget_enforcement: boolean | null;
                /**
                 * @description Off: guardrails are not applied. Not acted on by this version.
                 * @default true
                 */
                guardrails: boolean | null;
                /**
                 * @description On: answers may come from the cache. Not acted on by this version.
                 * @default false
                 */
                semantic_cache: boolean | null;
                /**
                 * @description Off: whoever submits a prompt or asks for access may also approve it. On: only the sole administrator may.
                 * @default true
                 */
                four_eyes: boolean | null;
                /**
                 * @description On: the gateway answers 503 to every model request.
                 * @default false
                 */
                maintenance_mode: boolean | null;
            } | null;
            /** @description Model id or alias that serves a request which names none. */
            default_model?: string | null;
            /**
             * Format: int64
             * @description Requests a minute of the whole platform.
             */
            global_rpm_limit?: number | null;
            /** @description Where this installation stands (`production`), for the policy attribute `environment`. */
            environment?: string | null;
            /**
             * @description IANA time zone of `hour` and `weekday` in policies, and of calendar windows.
             * @default UTC
             */
            time_zone: string | null;
            /**
             * @description How long facts are kept.
             * @default {}
             */
            retention: {
                /**
                 * Format: int64
                 * @description Days that audit entries are kept.
                 * @default 365
                 */
                audit_days: number | null;
                /**
                 * Format: int64
                 * @description Days that usage records are kept.
                 * @default 400
                 */
                usage_days: number | null;
                /**
                 * Format: int64
                 * @description Days that decision records are kept.
                 * @default 7
                 */
                decision_days: number | null;
            } | null;
            /**
             * @description Requests for models without a price. `block`: they are refused; `warn`: they are served and counted as unpriced, and refused where a limit on money applies; `zero`: they cost nothing.
             * @default warn
             * @enum {string|null}
             */
            unpriced_model_policy: "block" | "warn" | "zero" | null;
            /**
             * @description On: the cost, budget and workflow services ask for credentials too. Not acted on by this version.
             * @default false
             */
            require_auth: boolean | null;
        };
        /** @description The settings of the installation. There is one, named `default`; the operator creates it where it is absent. */
        ControlPlaneUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /**
             * @description Switches of the platform.
             * @default {}
             */
            features: {
                /**
                 * @description Off: routing policies are not applied.
                 * @default true
                 */
                routing_policies: boolean;
                /**
                 * @description Off: usage is recorded without its cost.
                 * @default true
                 */
                cost_tracking: boolean;
                /**
                 * @description Off: budgets are reported and block nothing.
                 * @default true
                 */
                budget_enforcement: boolean;
                /**
                 * @description Off: guardrails are not applied. Not acted on by this version.
                 * @default true
                 */
                guardrails: boolean;
                /**
                 * @description On: answers may come from the cache. Not acted on by this version.
                 * @default false
                 */
                semantic_cache: boolean;
                /**
                 * @description Off: whoever submits a prompt or asks for access may also approve it. On: only the sole administrator may.
                 * @default true
                 */
                four_eyes: boolean;
                /**
                 * @description On: the gateway answers 503 to every model request.
                 * @default false
                 */
                maintenance_mode: boolean;
            } | null;
            /** @description Model id or alias that serves a request which names none. */
            default_model?: string | null;
            /**
             * Format: int64
             * @description Requests a minute of the whole platform.
             */
            global_rpm_limit?: number | null;
            /** @description Where this installation stands (`production`), for the policy attribute `environment`. */
            environment?: string | null;
            /**
             * @description IANA time zone of `hour` and `weekday` in policies, and of calendar windows.
             * @default UTC
             */
            time_zone: string | null;
            /**
             * @description How long facts are kept.
             * @default {}
             */
            retention: {
                /**
                 * Format: int64
                 * @description Days that audit entries are kept.
                 * @default 365
                 */
                audit_days: number;
                /**
                 * Format: int64
                 * @description Days that usage records are kept.
                 * @default 400
                 */
                usage_days: number;
                /**
                 * Format: int64
                 * @description Days that decision records are kept.
                 * @default 7
                 */
                decision_days: number;
            } | null;
            /**
             * @description Requests for models without a price. `block`: they are refused; `warn`: they are served and counted as unpriced, and refused where a limit on money applies; `zero`: they cost nothing.
             * @default warn
             * @enum {string|null}
             */
            unpriced_model_policy: "block" | "warn" | "zero" | null;
            /**
             * @description On: the cost, budget and workflow services ask for credentials too. Not acted on by this version.
             * @default false
             */
            require_auth: boolean | null;
        };
        /** @description Where the cost of a team, or of everybody, is booked. */
        CostAllocationRule: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Team whose cost it allocates; all where none is set. */
            team_id?: string;
            /**
             * @description What the target is.
             * @enum {string}
             */
            allocation_type?: "cost_center" | "project" | "department";
            /** @description Where the cost goes: a cost-centre code, a project, a department. */
            allocation_target?: string;
            /**
             * @description Share of the cost, in percent.
             * @default 100
             */
            allocation_percent: number;
            /** @description Pairs of your own, copied to the report. */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description Where the cost of a team, or of everybody, is booked. */
        CostAllocationRuleCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Team whose cost it allocates; all where none is set. */
            team_id?: string;
            /**
             * @description What the target is.
             * @enum {string}
             */
            allocation_type: "cost_center" | "project" | "department";
            /** @description Where the cost goes: a cost-centre code, a project, a department. */
            allocation_target: string;
            /**
             * @description Share of the cost, in percent.
             * @default 100
             */
            allocation_percent: number;
            /** @description Pairs of your own, copied to the report. */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description Where the cost of a team, or of everybody, is booked. */
        CostAllocationRulePatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Team whose cost it allocates; all where none is set. */
            team_id?: string | null;
            /**
             * @description What the target is.
             * @enum {string|null}
             */
            allocation_type?: "cost_center" | "project" | "department" | null;
            /** @description Where the cost goes: a cost-centre code, a project, a department. */
            allocation_target?: string | null;
            /**
             * @description Share of the cost, in percent.
             * @default 100
             */
            allocation_percent: number | null;
            /** @description Pairs of your own, copied to the report. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description Where the cost of a team, or of everybody, is booked. */
        CostAllocationRuleUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Team whose cost it allocates; all where none is set. */
            team_id?: string | null;
            /**
             * @description What the target is.
             * @enum {string|null}
             */
            allocation_type?: "cost_center" | "project" | "department" | null;
            /** @description Where the cost goes: a cost-centre code, a project, a department. */
            allocation_target?: string | null;
            /**
             * @description Share of the cost, in percent.
             * @default 100
             */
            allocation_percent: number | null;
            /** @description Pairs of your own, copied to the report. */
            metadata?: {
                [key: string]: string;
            } | null;
        };
        CurrentUser: {
            /** @description The person, or the key where none is known. */
            user_id: string;
            email: string | null;
            /** @enum {string} */
            role: "platform_admin" | "org_admin" | "team_admin" | "member" | "viewer";
            /** @description The organization that the user is confined to; null: the user belongs to the platform. */
            organization_id: string | null;
            team_ids: string[];
            /** @description `resource:verb`, sorted. */
            permissions: string[];
        };
        /** @description Finds personal data, secrets, words or patterns in text, for guardrails to act on. This version checks and stores it, and no service acts on it. */
        Detector: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it finds. */
            description?: string;
            /**
             * @description How it looks.
             * @enum {string}
             */
            detector_type?: "regex" | "keyword" | "pii" | "secrets";
            /**
             * @description Its settings.
             * @default {}
             */
            config: {
                /** @description What it looks for. */
                patterns?: {
                    /** @description A regular expression (RE2), a keyword, or the name of an entity. */
                    pattern: string;
                    /** @description What a finding is called. */
                    label?: string;
                    /**
                     * @description What happens at a finding.
                     * @default flag
                     * @enum {string}
                     */
                    action: "block" | "redact" | "flag";
                }[];
            };
        };
        /** @description Finds personal data, secrets, words or patterns in text, for guardrails to act on. This version checks and stores it, and no service acts on it. */
        DetectorCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it finds. */
            description?: string;
            /**
             * @description How it looks.
             * @enum {string}
             */
            detector_type: "regex" | "keyword" | "pii" | "secrets";
            /**
             * @description Its settings.
             * @default {}
             */
            config: {
                /** @description What it looks for. */
                patterns?: {
                    /** @description A regular expression (RE2), a keyword, or the name of an entity. */
                    pattern: string;
                    /** @description What a finding is called. */
                    label?: string;
                    /**
                     * @description What happens at a finding.
                     * @default flag
                     * @enum {string}
                     */
                    action: "block" | "redact" | "flag";
                }[];
            };
        };
        /** @description Finds personal data, secrets, words or patterns in text, for guardrails to act on. This version checks and stores it, and no service acts on it. */
        DetectorPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it finds. */
            description?: string | null;
            /**
             * @description How it looks.
             * @enum {string|null}
             */
            detector_type?: "regex" | "keyword" | "pii" | "secrets" | null;
            /**
             * @description Its settings.
             * @default {}
             */
            config: {
                /** @description What it looks for. */
                patterns?: {
                    /** @description A regular expression (RE2), a keyword, or the name of an entity. */
                    pattern: string;
                    /** @description What a finding is called. */
                    label?: string;
                    /**
                     * @description What happens at a finding.
                     * @default flag
                     * @enum {string}
                     */
                    action: "block" | "redact" | "flag";
                }[] | null;
            } | null;
        };
        /** @description Finds personal data, secrets, words or patterns in text, for guardrails to act on. This version checks and stores it, and no service acts on it. */
        DetectorUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it finds. */
            description?: string | null;
            /**
             * @description How it looks.
             * @enum {string|null}
             */
            detector_type?: "regex" | "keyword" | "pii" | "secrets" | null;
            /**
             * @description Its settings.
             * @default {}
             */
            config: {
                /** @description What it looks for. */
                patterns?: {
                    /** @description A regular expression (RE2), a keyword, or the name of an entity. */
                    pattern: string;
                    /** @description What a finding is called. */
                    label?: string;
                    /**
                     * @description What happens at a finding.
                     * @default flag
                     * @enum {string}
                     */
                    action: "block" | "redact" | "flag";
                }[];
            } | null;
        };
        /** @description Who is told of which events: a webhook, Slack, PagerDuty or e-mail. This version checks and stores it, and no service acts on it. */
        EventSubscription: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Types of events, or a prefix ending in `*` (`budget.*`), or `*` for all. */
            event_types?: string[];
            /**
             * @description How they are sent.
             * @enum {string}
             */
            channel?: "webhook" | "slack" | "pagerduty" | "email";
            /**
             * @description Settings of the channel.
             * @default {}
             */
            config: {
                /** @description webhook: where events are sent. */
                url?: string;
                /** @description webhook: where the signing secret stands. */
                secret_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description Whether a secret is set. */
                readonly secret_set?: boolean;
                /** @description slack: where the address of the incoming webhook stands; it is a secret. */
                webhook_url_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description pagerduty: where the routing key stands. */
                routing_key_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description email: who is written to. */
                to?: string[];
            };
            /**
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean;
        };
        /** @description Who is told of which events: a webhook, Slack, PagerDuty or e-mail. This version checks and stores it, and no service acts on it. */
        EventSubscriptionCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Types of events, or a prefix ending in `*` (`budget.*`), or `*` for all. */
            event_types: string[];
            /**
             * @description How they are sent.
             * @enum {string}
             */
            channel: "webhook" | "slack" | "pagerduty" | "email";
            /**
             * @description Settings of the channel.
             * @default {}
             */
            config: {
                /** @description webhook: where events are sent. */
                url?: string;
                /** @description webhook: where the signing secret stands. */
                secret_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
                secret?: string;
                /** @description slack: where the address of the incoming webhook stands; it is a secret. */
                webhook_url_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description The secret itself, instead of webhook_url_ref: kept in a Secret, and never answered. */
                webhook_url?: string;
                /** @description pagerduty: where the routing key stands. */
                routing_key_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description The secret itself, instead of routing_key_ref: kept in a Secret, and never answered. */
                routing_key?: string;
                /** @description email: who is written to. */
                to?: string[];
            };
            /**
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean;
        };
        /** @description Who is told of which events: a webhook, Slack, PagerDuty or e-mail. This version checks and stores it, and no service acts on it. */
        EventSubscriptionPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Types of events, or a prefix ending in `*` (`budget.*`), or `*` for all. */
            event_types?: string[] | null;
            /**
             * @description How they are sent.
             * @enum {string|null}
             */
            channel?: "webhook" | "slack" | "pagerduty" | "email" | null;
            /**
             * @description Settings of the channel.
             * @default {}
             */
            config: {
                /** @description webhook: where events are sent. */
                url?: string | null;
                /** @description webhook: where the signing secret stands. */
                secret_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name?: string | null;
                    /** @description Key within the Secret. */
                    key?: string | null;
                } | null;
                /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
                secret?: string | null;
                /** @description slack: where the address of the incoming webhook stands; it is a secret. */
                webhook_url_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name?: string | null;
                    /** @description Key within the Secret. */
                    key?: string | null;
                } | null;
                /** @description The secret itself, instead of webhook_url_ref: kept in a Secret, and never answered. */
                webhook_url?: string | null;
                /** @description pagerduty: where the routing key stands. */
                routing_key_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name?: string | null;
                    /** @description Key within the Secret. */
                    key?: string | null;
                } | null;
                /** @description The secret itself, instead of routing_key_ref: kept in a Secret, and never answered. */
                routing_key?: string | null;
                /** @description email: who is written to. */
                to?: string[] | null;
            } | null;
            /**
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean | null;
        };
        /** @description Who is told of which events: a webhook, Slack, PagerDuty or e-mail. This version checks and stores it, and no service acts on it. */
        EventSubscriptionUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Types of events, or a prefix ending in `*` (`budget.*`), or `*` for all. */
            event_types?: string[] | null;
            /**
             * @description How they are sent.
             * @enum {string|null}
             */
            channel?: "webhook" | "slack" | "pagerduty" | "email" | null;
            /**
             * @description Settings of the channel.
             * @default {}
             */
            config: {
                /** @description webhook: where events are sent. */
                url?: string;
                /** @description webhook: where the signing secret stands. */
                secret_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
                secret?: string;
                /** @description slack: where the address of the incoming webhook stands; it is a secret. */
                webhook_url_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description The secret itself, instead of webhook_url_ref: kept in a Secret, and never answered. */
                webhook_url?: string;
                /** @description pagerduty: where the routing key stands. */
                routing_key_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description The secret itself, instead of routing_key_ref: kept in a Secret, and never answered. */
                routing_key?: string;
                /** @description email: who is written to. */
                to?: string[];
            } | null;
            /**
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean | null;
        };
        /** @description When one model takes over from another, by measured errors or latency. This version checks and stores it, and no service acts on it. */
        FailoverRule: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Model that may fail. */
            source_model?: string;
            /** @description Model that serves instead. */
            target_model?: string;
            /** @description When: `error_rate > 0.05 OR p95_ms > 5000`. */
            trigger_condition?: string;
            /**
             * Format: int64
             * @description Minutes before it goes back.
             * @default 5
             */
            cooldown_minutes: number;
        };
        /** @description When one model takes over from another, by measured errors or latency. This version checks and stores it, and no service acts on it. */
        FailoverRuleCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Model that may fail. */
            primary_model?: string;
            /** @description Model that serves instead. */
            fallback_model?: string;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Model that may fail. */
            source_model: string;
            /** @description Model that serves instead. */
            target_model: string;
            /** @description When: `error_rate > 0.05 OR p95_ms > 5000`. */
            trigger_condition: string;
            /**
             * Format: int64
             * @description Minutes before it goes back.
             * @default 5
             */
            cooldown_minutes: number;
        };
        /** @description When one model takes over from another, by measured errors or latency. This version checks and stores it, and no service acts on it. */
        FailoverRuleUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Model that may fail. */
            primary_model?: string | null;
            /** @description Model that serves instead. */
            fallback_model?: string | null;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Model that may fail. */
            source_model?: string | null;
            /** @description Model that serves instead. */
            target_model?: string | null;
            /** @description When: `error_rate > 0.05 OR p95_ms > 5000`. */
            trigger_condition?: string | null;
            /**
             * Format: int64
             * @description Minutes before it goes back.
             * @default 5
             */
            cooldown_minutes: number | null;
        };
        /** @description What requests and answers may hold, and what happens to what they may not. This version checks and stores it, and no service acts on it. */
        Guardrail: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it is for. */
            description?: string;
            /**
             * @description On: looks for personal data.
             * @default false
             */
            enable_pii_detection: boolean;
            /**
             * @description What happens to personal data.
             * @default anonymize
             * @enum {string}
             */
            pii_action: "anonymize" | "block" | "flag";
            /** @description Kinds of personal data (`CREDIT_CARD`); all where none are set. */
            pii_entities?: string[];
            /**
             * @description On: looks for toxic language.
             * @default false
             */
            enable_toxicity: boolean;
            /**
             * @description Score from which it counts.
             * @default 0.8
             */
            toxicity_threshold: number;
            /**
             * @description On: looks for keys and passwords.
             * @default false
             */
            enable_secrets_detection: boolean;
            /**
             * @description On: looks for attempts to override instructions.
             * @default false
             */
            enable_prompt_injection: boolean;
            /** @description Words that block. */
            blocked_keywords?: string[];
            /** @description Detectors of yours to run. */
            detectors?: string[];
            /** @description A judge elsewhere. */
            external?: {
                /**
                 * @description What it speaks.
                 * @enum {string}
                 */
                type: "http" | "openai_moderation";
                /** @description Where it is asked. */
                url: string;
                /** @description Where its key stands. */
                secret_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description Whether a secret is set. */
                readonly secret_set?: boolean;
                /**
                 * Format: int64
                 * @description Milliseconds to wait for it.
                 * @default 2000
                 */
                timeout_ms: number;
            };
            /**
             * @description monitor only records.
             * @default block
             * @enum {string}
             */
            mode: "block" | "monitor";
            /**
             * @description What happens when it cannot judge.
             * @default block
             * @enum {string}
             */
            on_fail: "block" | "allow";
            /**
             * @description What it looks at.
             * @default [
             *       "input",
             *       "output"
             *     ]
             */
            stages: ("input" | "output")[];
            /** @description Whose requests; all where nothing is set. */
            applies_to?: {
                /** @description Model ids, or a prefix ending in `*`. */
                models?: string[];
                /** @description Teams. */
                teams?: string[];
                /** @description Keys. */
                keys?: string[];
            };
            /**
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean;
        };
        /** @description What requests and answers may hold, and what happens to what they may not. This version checks and stores it, and no service acts on it. */
        GuardrailCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it is for. */
            description?: string;
            /**
             * @description On: looks for personal data.
             * @default false
             */
            enable_pii_detection: boolean;
            /**
             * @description What happens to personal data.
             * @default anonymize
             * @enum {string}
             */
            pii_action: "anonymize" | "block" | "flag";
            /** @description Kinds of personal data (`CREDIT_CARD`); all where none are set. */
            pii_entities?: string[];
            /**
             * @description On: looks for toxic language.
             * @default false
             */
            enable_toxicity: boolean;
            /**
             * @description Score from which it counts.
             * @default 0.8
             */
            toxicity_threshold: number;
            /**
             * @description On: looks for keys and passwords.
             * @default false
             */
            enable_secrets_detection: boolean;
            /**
             * @description On: looks for attempts to override instructions.
             * @default false
             */
            enable_prompt_injection: boolean;
            /** @description Words that block. */
            blocked_keywords?: string[];
            /** @description Detectors of yours to run. */
            detectors?: string[];
            /** @description A judge elsewhere. */
            external?: {
                /**
                 * @description What it speaks.
                 * @enum {string}
                 */
                type: "http" | "openai_moderation";
                /** @description Where it is asked. */
                url: string;
                /** @description Where its key stands. */
                secret_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
                secret?: string;
                /**
                 * Format: int64
                 * @description Milliseconds to wait for it.
                 * @default 2000
                 */
                timeout_ms: number;
            };
            /**
             * @description monitor only records.
             * @default block
             * @enum {string}
             */
            mode: "block" | "monitor";
            /**
             * @description What happens when it cannot judge.
             * @default block
             * @enum {string}
             */
            on_fail: "block" | "allow";
            /**
             * @description What it looks at.
             * @default [
             *       "input",
             *       "output"
             *     ]
             */
            stages: ("input" | "output")[];
            /** @description Whose requests; all where nothing is set. */
            applies_to?: {
                /** @description Model ids, or a prefix ending in `*`. */
                models?: string[];
                /** @description Teams. */
                teams?: string[];
                /** @description Keys. */
                keys?: string[];
            };
            /**
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean;
        };
        /** @description What requests and answers may hold, and what happens to what they may not. This version checks and stores it, and no service acts on it. */
        GuardrailPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it is for. */
            description?: string | null;
            /**
             * @description On: looks for personal data.
             * @default false
             */
            enable_pii_detection: boolean | null;
            /**
             * @description What happens to personal data.
             * @default anonymize
             * @enum {string|null}
             */
            pii_action: "anonymize" | "block" | "flag" | null;
            /** @description Kinds of personal data (`CREDIT_CARD`); all where none are set. */
            pii_entities?: string[] | null;
            /**
             * @description On: looks for toxic language.
             * @default false
             */
            enable_toxicity: boolean | null;
            /**
             * @description Score from which it counts.
             * @default 0.8
             */
            toxicity_threshold: number | null;
            /**
             * @description On: looks for keys and passwords.
             * @default false
             */
            enable_secrets_detection: boolean | null;
            /**
             * @description On: looks for attempts to override instructions.
             * @default false
             */
            enable_prompt_injection: boolean | null;
            /** @description Words that block. */
            blocked_keywords?: string[] | null;
            /** @description Detectors of yours to run. */
            detectors?: string[] | null;
            /** @description A judge elsewhere. */
            external?: {
                /**
                 * @description What it speaks.
                 * @enum {string|null}
                 */
                type?: "http" | "openai_moderation" | null;
                /** @description Where it is asked. */
                url?: string | null;
                /** @description Where its key stands. */
                secret_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name?: string | null;
                    /** @description Key within the Secret. */
                    key?: string | null;
                } | null;
                /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
                secret?: string | null;
                /**
                 * Format: int64
                 * @description Milliseconds to wait for it.
                 * @default 2000
                 */
                timeout_ms: number | null;
            } | null;
            /**
             * @description monitor only records.
             * @default block
             * @enum {string|null}
             */
            mode: "block" | "monitor" | null;
            /**
             * @description What happens when it cannot judge.
             * @default block
             * @enum {string|null}
             */
            on_fail: "block" | "allow" | null;
            /**
             * @description What it looks at.
             * @default [
             *       "input",
             *       "output"
             *     ]
             */
            stages: ("input" | "output")[] | null;
            /** @description Whose requests; all where nothing is set. */
            applies_to?: {
                /** @description Model ids, or a prefix ending in `*`. */
                models?: string[] | null;
                /** @description Teams. */
                teams?: string[] | null;
                /** @description Keys. */
                keys?: string[] | null;
            } | null;
            /**
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean | null;
        };
        /** @description What requests and answers may hold, and what happens to what they may not. This version checks and stores it, and no service acts on it. */
        GuardrailUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it is for. */
            description?: string | null;
            /**
             * @description On: looks for personal data.
             * @default false
             */
            enable_pii_detection: boolean | null;
            /**
             * @description What happens to personal data.
             * @default anonymize
             * @enum {string|null}
             */
            pii_action: "anonymize" | "block" | "flag" | null;
            /** @description Kinds of personal data (`CREDIT_CARD`); all where none are set. */
            pii_entities?: string[] | null;
            /**
             * @description On: looks for toxic language.
             * @default false
             */
            enable_toxicity: boolean | null;
            /**
             * @description Score from which it counts.
             * @default 0.8
             */
            toxicity_threshold: number | null;
            /**
             * @description On: looks for keys and passwords.
             * @default false
             */
            enable_secrets_detection: boolean | null;
            /**
             * @description On: looks for attempts to override instructions.
             * @default false
             */
            enable_prompt_injection: boolean | null;
            /** @description Words that block. */
            blocked_keywords?: string[] | null;
            /** @description Detectors of yours to run. */
            detectors?: string[] | null;
            /** @description A judge elsewhere. */
            external?: {
                /**
                 * @description What it speaks.
                 * @enum {string}
                 */
                type: "http" | "openai_moderation";
                /** @description Where it is asked. */
                url: string;
                /** @description Where its key stands. */
                secret_ref?: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
                secret?: string;
                /**
                 * Format: int64
                 * @description Milliseconds to wait for it.
                 * @default 2000
                 */
                timeout_ms: number;
            } | null;
            /**
             * @description monitor only records.
             * @default block
             * @enum {string|null}
             */
            mode: "block" | "monitor" | null;
            /**
             * @description What happens when it cannot judge.
             * @default block
             * @enum {string|null}
             */
            on_fail: "block" | "allow" | null;
            /**
             * @description What it looks at.
             * @default [
             *       "input",
             *       "output"
             *     ]
             */
            stages: ("input" | "output")[] | null;
            /** @description Whose requests; all where nothing is set. */
            applies_to?: {
                /** @description Model ids, or a prefix ending in `*`. */
                models?: string[];
                /** @description Teams. */
                teams?: string[];
                /** @description Keys. */
                keys?: string[];
            } | null;
            /**
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean | null;
        };
        Health: {
            /** @enum {string} */
            status: "ready" | "starting" | "draining";
            /** @description The snapshot in use; null before the first. */
            config: {
                epoch: number;
                revision: number;
                /** @enum {string} */
                source: "operator" | "boot" | "disk";
                age_seconds: number;
            } | null;
            /** @description Objects were read from the Kubernetes API. */
            kubernetes: boolean;
            /** @description Access tokens can be signed. */
            tokens: boolean;
            /** @description The tables are up to date. */
            database: boolean;
        };
        /** @description The license of this installation. Nothing is blocked by its state. */
        LicenseState: {
            /** @description A license exists. */
            present: boolean;
            /** @description Its signature and content verify. */
            valid: boolean;
            expired: boolean;
            tier: ("trial" | "team" | "business" | "enterprise") | null;
            customer_email: string | null;
            company: string | null;
            /** @description ISO 8601 with an offset. */
            issued_at: string | null;
            /** @description ISO 8601 with an offset. */
            expires_at: string | null;
            /** @description Whole days until it expires. */
            days_remaining: number;
            /** @description What it unlocks; empty where no license verifies. */
            features: {
                /** @description −1 is unlimited. */
                max_admins: number;
                mcp_servers: boolean;
                workflows: boolean;
                sso: boolean;
                audit_retention_days: number;
            } | Record<string, never>;
            /** @description Null where there is no problem. */
            error: string | null;
        };
        /** @description A Model Context Protocol server whose tools agents may use through the gateway. This version checks and stores it, and no service acts on it. */
        MCPServer: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What its tools do. */
            description?: string;
            /**
             * @description How it is spoken to.
             * @enum {string}
             */
            server_type?: "stdio" | "sse" | "streamable_http";
            /** @description stdio: the program. */
            command?: string;
            /** @description stdio: its arguments. */
            args?: string[];
            /** @description stdio: its environment. Not for secrets. */
            env?: {
                [key: string]: string;
            };
            /** @description sse, streamable_http: its address. */
            url?: string;
            /** @description Headers added to every request. Not for secrets. */
            headers?: {
                [key: string]: string;
            };
            /** @description Where its bearer token stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description Whether a secret is set. */
            readonly secret_set?: boolean;
            /** @description Tools that may be used; all where none are set. */
            allowed_tools?: string[];
            /** @description Teams that may use it; all where none are set. */
            allowed_teams?: string[];
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description A Model Context Protocol server whose tools agents may use through the gateway. This version checks and stores it, and no service acts on it. */
        MCPServerCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What its tools do. */
            description?: string;
            /**
             * @description How it is spoken to.
             * @enum {string}
             */
            server_type: "stdio" | "sse" | "streamable_http";
            /** @description stdio: the program. */
            command?: string;
            /** @description stdio: its arguments. */
            args?: string[];
            /** @description stdio: its environment. Not for secrets. */
            env?: {
                [key: string]: string;
            };
            /** @description sse, streamable_http: its address. */
            url?: string;
            /** @description Headers added to every request. Not for secrets. */
            headers?: {
                [key: string]: string;
            };
            /** @description Where its bearer token stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
            secret?: string;
            /** @description Tools that may be used; all where none are set. */
            allowed_tools?: string[];
            /** @description Teams that may use it; all where none are set. */
            allowed_teams?: string[];
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description A Model Context Protocol server whose tools agents may use through the gateway. This version checks and stores it, and no service acts on it. */
        MCPServerPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What its tools do. */
            description?: string | null;
            /**
             * @description How it is spoken to.
             * @enum {string|null}
             */
            server_type?: "stdio" | "sse" | "streamable_http" | null;
            /** @description stdio: the program. */
            command?: string | null;
            /** @description stdio: its arguments. */
            args?: string[] | null;
            /** @description stdio: its environment. Not for secrets. */
            env?: {
                [key: string]: string | null;
            } | null;
            /** @description sse, streamable_http: its address. */
            url?: string | null;
            /** @description Headers added to every request. Not for secrets. */
            headers?: {
                [key: string]: string | null;
            } | null;
            /** @description Where its bearer token stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name?: string | null;
                /** @description Key within the Secret. */
                key?: string | null;
            } | null;
            /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
            secret?: string | null;
            /** @description Tools that may be used; all where none are set. */
            allowed_tools?: string[] | null;
            /** @description Teams that may use it; all where none are set. */
            allowed_teams?: string[] | null;
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean | null;
        };
        /** @description A Model Context Protocol server whose tools agents may use through the gateway. This version checks and stores it, and no service acts on it. */
        MCPServerUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What its tools do. */
            description?: string | null;
            /**
             * @description How it is spoken to.
             * @enum {string|null}
             */
            server_type?: "stdio" | "sse" | "streamable_http" | null;
            /** @description stdio: the program. */
            command?: string | null;
            /** @description stdio: its arguments. */
            args?: string[] | null;
            /** @description stdio: its environment. Not for secrets. */
            env?: {
                [key: string]: string;
            } | null;
            /** @description sse, streamable_http: its address. */
            url?: string | null;
            /** @description Headers added to every request. Not for secrets. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description Where its bearer token stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            } | null;
            /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
            secret?: string | null;
            /** @description Tools that may be used; all where none are set. */
            allowed_tools?: string[] | null;
            /** @description Teams that may use it; all where none are set. */
            allowed_teams?: string[] | null;
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean | null;
        };
        /** @description A model that clients may ask for: its id and aliases, the provider behind it, its prices and its fallbacks. */
        Model: {
            /** @description What clients send as `model`. Unique on the platform or within its organization, aliases included. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            display_name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Name of the Provider that serves it. */
            provider?: string;
            /** @description What the provider calls it; without it, `modelId`. At a provider of the platform, an organization’s model names the platform’s model here. */
            upstream_model?: string;
            /** @description Other ids that clients may send for it. */
            aliases?: string[];
            /**
             * @description What the model is for. This version acts on `chat` only.
             * @default chat
             * @enum {string}
             */
            mode: "chat" | "completion" | "embedding" | "moderation" | "rerank" | "image" | "audio";
            /**
             * Format: int64
             * @description Tokens that fit into one request and its answer. A provider’s count beyond is not believed: an estimate is recorded.
             */
            context_window?: number;
            /**
             * Format: int64
             * @description Tokens of the longest answer. A count that no 128 of them explain is not believed.
             */
            max_output_tokens?: number;
            /** @description What it can do (`tools`, `vision`, `json`, …), for people and searches. */
            capabilities?: string[];
            /** @description USD per million input tokens. */
            input_price_per_million?: number;
            /** @description USD per million output tokens. */
            output_price_per_million?: number;
            /** @description USD per million cached input tokens. */
            cached_input_price_per_million?: number;
            /** @description USD per million cache write tokens. */
            cache_write_price_per_million?: number;
            /** @description USD per million reasoning tokens. */
            reasoning_price_per_million?: number;
            /** @description USD per million audio input tokens. */
            audio_input_price_per_million?: number;
            /** @description USD per million audio output tokens. */
            audio_output_price_per_million?: number;
            /** @description USD for each request that is answered, beside its tokens. */
            per_request_price?: number;
            /** @description USD for each image that is made. */
            per_image_price?: number;
            /** @description A label for policies and access tiers: free, budget, standard, premium, experimental, self_hosted, or your own. */
            tier?: string;
            /**
             * Format: int64
             * @description Milliseconds that people expect of it, where no SLADefinition says otherwise. Not acted on by this version.
             */
            default_latency_sla_ms?: number;
            /**
             * Format: int64
             * @description Share of traffic within a model group. 0: asked there when the others have failed.
             * @default 1
             */
            weight: number;
            /** @description Model ids or aliases tried in order when this one cannot answer. */
            fallbacks?: string[];
            /** @description The same, when its provider refuses a request that is longer than the model takes. */
            context_window_fallbacks?: string[];
            /** @description The same, when its provider refuses a request for what it says. */
            content_policy_fallbacks?: string[];
            /**
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, as its provider says.
             */
            connect_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, as its provider says.
             */
            first_byte_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, as its provider says.
             */
            idle_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, as its provider says.
             */
            total_timeout_ms?: number;
            /** @description Words to find it by. */
            tags?: string[];
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description A model that clients may ask for: its id and aliases, the provider behind it, its prices and its fallbacks. */
        ModelCreate: {
            /** @description What clients send as `model`. Unique on the platform or within its organization, aliases included. */
            id: string;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            display_name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Name of the Provider that serves it. */
            provider: string;
            /** @description What the provider calls it; without it, `modelId`. At a provider of the platform, an organization’s model names the platform’s model here. */
            upstream_model?: string;
            /** @description Other ids that clients may send for it. */
            aliases?: string[];
            /**
             * @description What the model is for. This version acts on `chat` only.
             * @default chat
             * @enum {string}
             */
            mode: "chat" | "completion" | "embedding" | "moderation" | "rerank" | "image" | "audio";
            /**
             * Format: int64
             * @description Tokens that fit into one request and its answer. A provider’s count beyond is not believed: an estimate is recorded.
             */
            context_window?: number;
            /**
             * Format: int64
             * @description Tokens of the longest answer. A count that no 128 of them explain is not believed.
             */
            max_output_tokens?: number;
            /** @description What it can do (`tools`, `vision`, `json`, …), for people and searches. */
            capabilities?: string[];
            /** @description USD per million input tokens. */
            input_price_per_million?: number;
            /** @description USD per million output tokens. */
            output_price_per_million?: number;
            /** @description USD per million cached input tokens. */
            cached_input_price_per_million?: number;
            /** @description USD per million cache write tokens. */
            cache_write_price_per_million?: number;
            /** @description USD per million reasoning tokens. */
            reasoning_price_per_million?: number;
            /** @description USD per million audio input tokens. */
            audio_input_price_per_million?: number;
            /** @description USD per million audio output tokens. */
            audio_output_price_per_million?: number;
            /** @description USD for each request that is answered, beside its tokens. */
            per_request_price?: number;
            /** @description USD for each image that is made. */
            per_image_price?: number;
            /** @description A label for policies and access tiers: free, budget, standard, premium, experimental, self_hosted, or your own. */
            tier?: string;
            /**
             * Format: int64
             * @description Milliseconds that people expect of it, where no SLADefinition says otherwise. Not acted on by this version.
             */
            default_latency_sla_ms?: number;
            /**
             * Format: int64
             * @description Share of traffic within a model group. 0: asked there when the others have failed.
             * @default 1
             */
            weight: number;
            /** @description Model ids or aliases tried in order when this one cannot answer. */
            fallbacks?: string[];
            /** @description The same, when its provider refuses a request that is longer than the model takes. */
            context_window_fallbacks?: string[];
            /** @description The same, when its provider refuses a request for what it says. */
            content_policy_fallbacks?: string[];
            /**
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, as its provider says.
             */
            connect_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, as its provider says.
             */
            first_byte_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, as its provider says.
             */
            idle_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, as its provider says.
             */
            total_timeout_ms?: number;
            /** @description Words to find it by. */
            tags?: string[];
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description The announced end of a model: from when it is discouraged, from when it is gone, and what to use instead. */
        ModelDeprecation: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Model id or alias that goes. */
            model_name?: string;
            /** @description Model to use instead. */
            replacement_model?: string;
            /** @description From when its use is discouraged. */
            deprecation_date?: string;
            /** @description From when it is not served any more. */
            sunset_date?: string;
            /** @description What users of it should know. */
            message?: string;
            /**
             * @description On: after the sunset its requests go to the replacement.
             * @default false
             */
            auto_reroute: boolean;
        };
        /** @description The announced end of a model: from when it is discouraged, from when it is gone, and what to use instead. */
        ModelDeprecationCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Model id or alias that goes. */
            model_name: string;
            /** @description Model to use instead. */
            replacement_model?: string;
            /** @description From when its use is discouraged. */
            deprecation_date?: string;
            /** @description From when it is not served any more. */
            sunset_date?: string;
            /** @description What users of it should know. */
            message?: string;
            /**
             * @description On: after the sunset its requests go to the replacement.
             * @default false
             */
            auto_reroute: boolean;
        };
        /** @description The announced end of a model: from when it is discouraged, from when it is gone, and what to use instead. */
        ModelDeprecationUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Model id or alias that goes. */
            model_name?: string | null;
            /** @description Model to use instead. */
            replacement_model?: string | null;
            /** @description From when its use is discouraged. */
            deprecation_date?: string | null;
            /** @description From when it is not served any more. */
            sunset_date?: string | null;
            /** @description What users of it should know. */
            message?: string | null;
            /**
             * @description On: after the sunset its requests go to the replacement.
             * @default false
             */
            auto_reroute: boolean | null;
        };
        /** @description A model that clients may ask for: its id and aliases, the provider behind it, its prices and its fallbacks. */
        ModelUpdate: {
            /** @description What clients send as `model`. Unique on the platform or within its organization, aliases included. */
            id?: string | null;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            display_name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Name of the Provider that serves it. */
            provider?: string | null;
            /** @description What the provider calls it; without it, `modelId`. At a provider of the platform, an organization’s model names the platform’s model here. */
            upstream_model?: string | null;
            /** @description Other ids that clients may send for it. */
            aliases?: string[] | null;
            /**
             * @description What the model is for. This version acts on `chat` only.
             * @default chat
             * @enum {string|null}
             */
            mode: "chat" | "completion" | "embedding" | "moderation" | "rerank" | "image" | "audio" | null;
            /**
             * Format: int64
             * @description Tokens that fit into one request and its answer. A provider’s count beyond is not believed: an estimate is recorded.
             */
            context_window?: number | null;
            /**
             * Format: int64
             * @description Tokens of the longest answer. A count that no 128 of them explain is not believed.
             */
            max_output_tokens?: number | null;
            /** @description What it can do (`tools`, `vision`, `json`, …), for people and searches. */
            capabilities?: string[] | null;
            /** @description USD per million input tokens. */
            input_price_per_million?: number | null;
            /** @description USD per million output tokens. */
            output_price_per_million?: number | null;
            /** @description USD per million cached input tokens. */
            cached_input_price_per_million?: number | null;
            /** @description USD per million cache write tokens. */
            cache_write_price_per_million?: number | null;
            /** @description USD per million reasoning tokens. */
            reasoning_price_per_million?: number | null;
            /** @description USD per million audio input tokens. */
            audio_input_price_per_million?: number | null;
            /** @description USD per million audio output tokens. */
            audio_output_price_per_million?: number | null;
            /** @description USD for each request that is answered, beside its tokens. */
            per_request_price?: number | null;
            /** @description USD for each image that is made. */
            per_image_price?: number | null;
            /** @description A label for policies and access tiers: free, budget, standard, premium, experimental, self_hosted, or your own. */
            tier?: string | null;
            /**
             * Format: int64
             * @description Milliseconds that people expect of it, where no SLADefinition says otherwise. Not acted on by this version.
             */
            default_latency_sla_ms?: number | null;
            /**
             * Format: int64
             * @description Share of traffic within a model group. 0: asked there when the others have failed.
             * @default 1
             */
            weight: number | null;
            /** @description Model ids or aliases tried in order when this one cannot answer. */
            fallbacks?: string[] | null;
            /** @description The same, when its provider refuses a request that is longer than the model takes. */
            context_window_fallbacks?: string[] | null;
            /** @description The same, when its provider refuses a request for what it says. */
            content_policy_fallbacks?: string[] | null;
            /**
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, as its provider says.
             */
            connect_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, as its provider says.
             */
            first_byte_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, as its provider says.
             */
            idle_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, as its provider says.
             */
            total_timeout_ms?: number | null;
            /** @description Words to find it by. */
            tags?: string[] | null;
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean | null;
        };
        /** @description A customer, company or division: the widest scope below the platform. Holds business units, teams, members, and how they sign in. */
        Organization: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Short name in paths; `metadata.name` where none is set. */
            slug?: string;
            /** @description What it is. */
            description?: string;
            /** @description USD a month. */
            max_budget?: number;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`, that its requests may use. Empty allows all. */
            allowed_models?: string[];
            /** @description Pairs of your own, for cost tags. Not acted on by this version. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Teams that belong to it. */
            team_count?: number;
            /** @description People who belong to it. */
            member_count?: number;
            /** @description USD that it spent in the month, some seconds ago. Null before anybody has added anything up. */
            spend?: number | null;
        };
        /** @description A customer, company or division: the widest scope below the platform. Holds business units, teams, members, and how they sign in. */
        OrganizationCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Ignored. */
            readonly team_count?: unknown;
            /** @description Ignored. */
            readonly member_count?: unknown;
            /** @description Ignored. */
            readonly spend?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Short name in paths; `metadata.name` where none is set. */
            slug: string;
            /** @description What it is. */
            description?: string;
            /** @description USD a month. */
            max_budget?: number;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`, that its requests may use. Empty allows all. */
            allowed_models?: string[];
            /** @description Pairs of your own, for cost tags. Not acted on by this version. */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A customer, company or division: the widest scope below the platform. Holds business units, teams, members, and how they sign in. */
        OrganizationPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Ignored. */
            readonly team_count?: unknown;
            /** @description Ignored. */
            readonly member_count?: unknown;
            /** @description Ignored. */
            readonly spend?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Short name in paths; `metadata.name` where none is set. */
            slug?: string | null;
            /** @description What it is. */
            description?: string | null;
            /** @description USD a month. */
            max_budget?: number | null;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`, that its requests may use. Empty allows all. */
            allowed_models?: string[] | null;
            /** @description Pairs of your own, for cost tags. Not acted on by this version. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description A customer, company or division: the widest scope below the platform. Holds business units, teams, members, and how they sign in. */
        OrganizationUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Ignored. */
            readonly team_count?: unknown;
            /** @description Ignored. */
            readonly member_count?: unknown;
            /** @description Ignored. */
            readonly spend?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Short name in paths; `metadata.name` where none is set. */
            slug?: string | null;
            /** @description What it is. */
            description?: string | null;
            /** @description USD a month. */
            max_budget?: number | null;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`, that its requests may use. Empty allows all. */
            allowed_models?: string[] | null;
            /** @description Pairs of your own, for cost tags. Not acted on by this version. */
            metadata?: {
                [key: string]: string;
            } | null;
        };
        /** @description What models cost, over the prices that come with the release and under those of the Models themselves. Prices and discounts may begin and end at a date. */
        PriceCatalog: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to: it prices the models on that organization’s own Providers. Without it, it prices all models. */
            organization_id?: string;
            /**
             * Format: int64
             * @description Of several catalogs, the one with the highest number counts; of equals, the first by name.
             * @default 0
             */
            priority: number;
            /** @description What is taken off. Of several that match, the one that says most exactly what it is for; a model that has an entry in `prices` gets that, and no discount of the same catalog. */
            discounts?: {
                /** @description What the provider calls the model; `*` stands for any text. Without it, all. */
                model?: string;
                /** @description Name of a Provider, or a type of providers. Without it, all. */
                provider?: string;
                /** @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever. */
                effective_from?: string;
                /** @description Day (UTC) or moment before which it holds. Without it, for good. */
                effective_until?: string;
                /** @description What is taken off the prices that hold without this catalog, in percent. */
                discount_percent: number;
                /** @description Where that is known from: an address, a contract. */
                source?: string;
            }[];
            /** @description Prices. Of several that match, the one that says most exactly what it is for, then the one that began last. */
            prices?: {
                /** @description What the provider calls the model; `*` stands for any text. */
                model: string;
                /** @description Name of a Provider, or a type of providers. Without it, all. */
                provider?: string;
                /** @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever. */
                effective_from?: string;
                /** @description Day (UTC) or moment before which it holds. Without it, for good. */
                effective_until?: string;
                /** @description USD per million input tokens. */
                input_price_per_million?: number;
                /** @description USD per million output tokens. */
                output_price_per_million?: number;
                /** @description USD per million cached input tokens. */
                cached_input_price_per_million?: number;
                /** @description USD per million cache write tokens. */
                cache_write_price_per_million?: number;
                /** @description USD per million reasoning tokens. */
                reasoning_price_per_million?: number;
                /** @description USD per million audio input tokens. */
                audio_input_price_per_million?: number;
                /** @description USD per million audio output tokens. */
                audio_output_price_per_million?: number;
                /** @description USD for each request that is answered, beside its tokens. */
                per_request_price?: number;
                /** @description USD for each image that is made. */
                per_image_price?: number;
                /** @description Other prices for long prompts. */
                tiers?: {
                    /**
                     * Format: int64
                     * @description It holds for all tokens of requests whose prompt has more tokens than this, what was cached included.
                     */
                    above_input_tokens: number;
                    /** @description USD per million input tokens. */
                    input_price_per_million?: number;
                    /** @description USD per million output tokens. */
                    output_price_per_million?: number;
                    /** @description USD per million cached input tokens. */
                    cached_input_price_per_million?: number;
                    /** @description USD per million cache write tokens. */
                    cache_write_price_per_million?: number;
                    /** @description USD per million reasoning tokens. */
                    reasoning_price_per_million?: number;
                    /** @description USD per million audio input tokens. */
                    audio_input_price_per_million?: number;
                    /** @description USD per million audio output tokens. */
                    audio_output_price_per_million?: number;
                }[];
                /** @description Where that is known from: an address, a contract. */
                source?: string;
            }[];
        };
        /** @description What models cost, over the prices that come with the release and under those of the Models themselves. Prices and discounts may begin and end at a date. */
        PriceCatalogCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to: it prices the models on that organization’s own Providers. Without it, it prices all models. */
            organization_id?: string;
            /**
             * Format: int64
             * @description Of several catalogs, the one with the highest number counts; of equals, the first by name.
             * @default 0
             */
            priority: number;
            /** @description What is taken off. Of several that match, the one that says most exactly what it is for; a model that has an entry in `prices` gets that, and no discount of the same catalog. */
            discounts?: {
                /** @description What the provider calls the model; `*` stands for any text. Without it, all. */
                model?: string;
                /** @description Name of a Provider, or a type of providers. Without it, all. */
                provider?: string;
                /** @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever. */
                effective_from?: string;
                /** @description Day (UTC) or moment before which it holds. Without it, for good. */
                effective_until?: string;
                /** @description What is taken off the prices that hold without this catalog, in percent. */
                discount_percent: number;
                /** @description Where that is known from: an address, a contract. */
                source?: string;
            }[];
            /** @description Prices. Of several that match, the one that says most exactly what it is for, then the one that began last. */
            prices?: {
                /** @description What the provider calls the model; `*` stands for any text. */
                model: string;
                /** @description Name of a Provider, or a type of providers. Without it, all. */
                provider?: string;
                /** @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever. */
                effective_from?: string;
                /** @description Day (UTC) or moment before which it holds. Without it, for good. */
                effective_until?: string;
                /** @description USD per million input tokens. */
                input_price_per_million?: number;
                /** @description USD per million output tokens. */
                output_price_per_million?: number;
                /** @description USD per million cached input tokens. */
                cached_input_price_per_million?: number;
                /** @description USD per million cache write tokens. */
                cache_write_price_per_million?: number;
                /** @description USD per million reasoning tokens. */
                reasoning_price_per_million?: number;
                /** @description USD per million audio input tokens. */
                audio_input_price_per_million?: number;
                /** @description USD per million audio output tokens. */
                audio_output_price_per_million?: number;
                /** @description USD for each request that is answered, beside its tokens. */
                per_request_price?: number;
                /** @description USD for each image that is made. */
                per_image_price?: number;
                /** @description Other prices for long prompts. */
                tiers?: {
                    /**
                     * Format: int64
                     * @description It holds for all tokens of requests whose prompt has more tokens than this, what was cached included.
                     */
                    above_input_tokens: number;
                    /** @description USD per million input tokens. */
                    input_price_per_million?: number;
                    /** @description USD per million output tokens. */
                    output_price_per_million?: number;
                    /** @description USD per million cached input tokens. */
                    cached_input_price_per_million?: number;
                    /** @description USD per million cache write tokens. */
                    cache_write_price_per_million?: number;
                    /** @description USD per million reasoning tokens. */
                    reasoning_price_per_million?: number;
                    /** @description USD per million audio input tokens. */
                    audio_input_price_per_million?: number;
                    /** @description USD per million audio output tokens. */
                    audio_output_price_per_million?: number;
                }[];
                /** @description Where that is known from: an address, a contract. */
                source?: string;
            }[];
        };
        /** @description What models cost, over the prices that come with the release and under those of the Models themselves. Prices and discounts may begin and end at a date. */
        PriceCatalogUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to: it prices the models on that organization’s own Providers. Without it, it prices all models. */
            organization_id?: string | null;
            /**
             * Format: int64
             * @description Of several catalogs, the one with the highest number counts; of equals, the first by name.
             * @default 0
             */
            priority: number | null;
            /** @description What is taken off. Of several that match, the one that says most exactly what it is for; a model that has an entry in `prices` gets that, and no discount of the same catalog. */
            discounts?: {
                /** @description What the provider calls the model; `*` stands for any text. Without it, all. */
                model?: string;
                /** @description Name of a Provider, or a type of providers. Without it, all. */
                provider?: string;
                /** @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever. */
                effective_from?: string;
                /** @description Day (UTC) or moment before which it holds. Without it, for good. */
                effective_until?: string;
                /** @description What is taken off the prices that hold without this catalog, in percent. */
                discount_percent: number;
                /** @description Where that is known from: an address, a contract. */
                source?: string;
            }[] | null;
            /** @description Prices. Of several that match, the one that says most exactly what it is for, then the one that began last. */
            prices?: {
                /** @description What the provider calls the model; `*` stands for any text. */
                model: string;
                /** @description Name of a Provider, or a type of providers. Without it, all. */
                provider?: string;
                /** @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever. */
                effective_from?: string;
                /** @description Day (UTC) or moment before which it holds. Without it, for good. */
                effective_until?: string;
                /** @description USD per million input tokens. */
                input_price_per_million?: number;
                /** @description USD per million output tokens. */
                output_price_per_million?: number;
                /** @description USD per million cached input tokens. */
                cached_input_price_per_million?: number;
                /** @description USD per million cache write tokens. */
                cache_write_price_per_million?: number;
                /** @description USD per million reasoning tokens. */
                reasoning_price_per_million?: number;
                /** @description USD per million audio input tokens. */
                audio_input_price_per_million?: number;
                /** @description USD per million audio output tokens. */
                audio_output_price_per_million?: number;
                /** @description USD for each request that is answered, beside its tokens. */
                per_request_price?: number;
                /** @description USD for each image that is made. */
                per_image_price?: number;
                /** @description Other prices for long prompts. */
                tiers?: {
                    /**
                     * Format: int64
                     * @description It holds for all tokens of requests whose prompt has more tokens than this, what was cached included.
                     */
                    above_input_tokens: number;
                    /** @description USD per million input tokens. */
                    input_price_per_million?: number;
                    /** @description USD per million output tokens. */
                    output_price_per_million?: number;
                    /** @description USD per million cached input tokens. */
                    cached_input_price_per_million?: number;
                    /** @description USD per million cache write tokens. */
                    cache_write_price_per_million?: number;
                    /** @description USD per million reasoning tokens. */
                    reasoning_price_per_million?: number;
                    /** @description USD per million audio input tokens. */
                    audio_input_price_per_million?: number;
                    /** @description USD per million audio output tokens. */
                    audio_output_price_per_million?: number;
                }[];
                /** @description Where that is known from: an address, a contract. */
                source?: string;
            }[] | null;
        };
        /** @description What went wrong, and what to do about it (RFC 9457). */
        Problem: {
            /** @description `about:blank`: the status says it all. */
            type: string;
            /** @description The status in words. */
            title: string;
            status: number;
            /** @description A sentence that says what to do. */
            detail: string;
            /** @description The id of the request. */
            instance: string;
            /** @description Every field that is wrong. */
            errors?: {
                /** @description Of the field, by its names on the wire. */
                path: string;
                message: string;
            }[];
            /** @description With 409: who owns the object instead. */
            owner?: string;
            /** @description With 409: what to commit there. */
            yaml?: string;
        };
        /** @description A prompt that people share, review and approve. Its approved texts are immutable PromptVersion objects; an edit makes a draft beside them. */
        PromptTemplate: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Short name in paths. */
            slug?: string;
            /** @description What it is for. */
            description?: string;
            /** @description Where people look for it. */
            category?: string;
            /** @description The text, with `{{variable}}` where a value goes. */
            template_text?: string;
            /** @description The variables of the text. */
            variables?: {
                /** @description What stands between the braces. */
                name: string;
                /**
                 * @description What a value must be.
                 * @default string
                 * @enum {string}
                 */
                type: "string" | "number" | "boolean";
                /**
                 * @description Whether rendering without it is an error.
                 * @default true
                 */
                required: boolean;
                /** @description Value where none is given. */
                default?: string;
            }[];
            /** @description Model that it was written for. */
            model_hint?: string;
            /** @description Words to find it by. */
            tags?: string[];
            /**
             * @description Where it is in its life: draft → in_review → approved → archived. Changed by the verbs of the API.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "in_review" | "approved" | "archived";
            /**
             * Format: int64
             * @description Number of the text above; approved texts are kept as PromptVersion objects.
             * @default 1
             */
            version: number;
            /** @description Who handed the text in for review last. Written by the API. */
            submitted_by?: string;
            /** @description The API key that the text was handed in with. Written by the API. */
            submitted_with?: string;
            /** @description Who wrote the text above by the API, the last one last: they do not approve it. Written by the API. */
            written_by?: {
                /** @description The person, else the key. */
                user_id: string;
                /** @description The API key that it was done with. */
                key?: string;
            }[];
            /**
             * Format: int64
             * @description Approved version that is rendered; absent before the first approval.
             */
            served_version?: number;
        };
        /** @description A prompt that people share, review and approve. Its approved texts are immutable PromptVersion objects; an edit makes a draft beside them. */
        PromptTemplateCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Short name in paths. */
            slug?: string;
            /** @description What it is for. */
            description?: string;
            /** @description Where people look for it. */
            category?: string;
            /** @description The text, with `{{variable}}` where a value goes. */
            template_text: string;
            /** @description The variables of the text. */
            variables?: {
                /** @description What stands between the braces. */
                name: string;
                /**
                 * @description What a value must be.
                 * @default string
                 * @enum {string}
                 */
                type: "string" | "number" | "boolean";
                /**
                 * @description Whether rendering without it is an error.
                 * @default true
                 */
                required: boolean;
                /** @description Value where none is given. */
                default?: string;
            }[];
            /** @description Model that it was written for. */
            model_hint?: string;
            /** @description Words to find it by. */
            tags?: string[];
        };
        /** @description A prompt that people share, review and approve. Its approved texts are immutable PromptVersion objects; an edit makes a draft beside them. */
        PromptTemplateUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Short name in paths. */
            slug?: string | null;
            /** @description What it is for. */
            description?: string | null;
            /** @description Where people look for it. */
            category?: string | null;
            /** @description The text, with `{{variable}}` where a value goes. */
            template_text?: string | null;
            /** @description The variables of the text. */
            variables?: {
                /** @description What stands between the braces. */
                name: string;
                /**
                 * @description What a value must be.
                 * @default string
                 * @enum {string}
                 */
                type: "string" | "number" | "boolean";
                /**
                 * @description Whether rendering without it is an error.
                 * @default true
                 */
                required: boolean;
                /** @description Value where none is given. */
                default?: string;
            }[] | null;
            /** @description Model that it was written for. */
            model_hint?: string | null;
            /** @description Words to find it by. */
            tags?: string[] | null;
        };
        PromptVersion: {
            version: number;
            /**
             * @description Approved, or the state of the text at hand.
             * @enum {string}
             */
            status: "draft" | "in_review" | "approved" | "archived";
            /** @description Whether it is the one that is rendered. */
            served: boolean;
            template_text: string;
            variables: {
                name: string;
                type: string;
                required: boolean;
                default: string | null;
            }[];
            model_hint: string | null;
            approved_by: string | null;
            approved_at: string | null;
        };
        /** @description A source of models: a vendor’s API, anything that speaks OpenAI’s, or a simulation for trials. Its credential is a reference to a Secret, never a value. */
        Provider: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. Not answered to organizations. */
            conditions?: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /**
             * @description Which API the provider speaks. This version acts on `openai`, `openai_compatible`, `simulated` only.
             * @enum {string}
             */
            type?: "openai" | "anthropic" | "azure_openai" | "bedrock" | "gemini" | "vertex" | "openai_compatible" | "simulated";
            /** @description Address that the API’s paths are appended to, with the version (`https://api.openai.com/v1`). Each type but openai_compatible has a default. */
            base_url?: string;
            /** @description Where the API key stands: the short form of one credential, called `default`. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description Whether a secret is set. */
            readonly secret_set?: boolean;
            /** @description Several API keys of this provider, among which requests are shared. */
            credentials?: {
                /** @description What conditions, metrics and logs call it. Unique in the list. */
                name: string;
                /** @description Where the API key stands. */
                secret_ref: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /** @description Whether a secret is set. */
                readonly secret_set?: boolean;
                /**
                 * Format: int64
                 * @description Its share of the requests, beside the others. 0: only where no other can be asked.
                 * @default 1
                 */
                weight: number;
            }[];
            /** @description Cloud region, for bedrock and vertex. Not acted on by this version. */
            region?: string;
            /** @description Version of the provider’s API, where it takes one (azure_openai). Not acted on by this version. */
            api_version?: string;
            /**
             * Format: int64
             * @description Milliseconds for an answer as a whole; for a stream, until its first content and from one content to the next.
             * @default 600000
             */
            timeout_ms: number;
            /**
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, timeoutMs, and 10,000 at most.
             */
            connect_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, timeoutMs.
             */
            first_byte_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, timeoutMs.
             */
            idle_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, timeoutMs, and for a stream as long as the request may take.
             */
            total_timeout_ms?: number;
            /**
             * Format: int64
             * @description Requests that each gateway replica has under way there at a time. Beyond it, the next model is asked.
             */
            concurrent_limit?: number;
            /**
             * Format: int64
             * @description Milliseconds without a first byte after which the next model is asked as well, and the slower of the two is cancelled. Both may be billed. Off without it.
             */
            hedge_after_ms?: number;
            /**
             * Format: int64
             * @description Attempts beyond the first at this provider, before the first byte reached the client.
             * @default 2
             */
            max_retries: number;
            /** @description Headers added to every request. Not for secrets: use secretRef. */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description Off takes every model of this provider out of service.
             * @default true
             */
            is_active: boolean;
            /** @description How a simulated provider behaves. Only with type simulated. */
            simulation?: {
                /**
                 * Format: int64
                 * @description Milliseconds before a JSON answer.
                 * @default 0
                 */
                latency_ms: number;
                /**
                 * Format: int64
                 * @description Milliseconds before the first chunk of a stream.
                 * @default 0
                 */
                first_token_ms: number;
                /**
                 * Format: int64
                 * @description Pace of a stream; 0 sends all chunks at once.
                 * @default 0
                 */
                tokens_per_second: number;
                /**
                 * Format: int64
                 * @description Length of an answer in tokens, unless the request asks for fewer.
                 * @default 16
                 */
                output_tokens: number;
                /**
                 * @description Share of requests answered with `errorStatus`, 0 to 1.
                 * @default 0
                 */
                error_rate: number;
                /**
                 * Format: int64
                 * @description HTTP status of a failing request.
                 * @default 500
                 */
                error_status: number;
                /**
                 * @description Share of requests whose connection breaks half-way, 0 to 1.
                 * @default 0
                 */
                abort_rate: number;
                /**
                 * Format: int64
                 * @description Makes the failures repeatable.
                 * @default 0
                 */
                seed: number;
            };
            /** @description What each gateway made of it, by credential, when the condition Healthy was written last. Not answered to organizations. */
            health?: {
                /** @description The pod, or `gateway` on one machine. */
                replica: string;
                /** @description Name of the credential; `default` for the one of secretRef, or for none. */
                credential: string;
                /**
                 * @description open: it is passed over, unless nobody else is left; half_open: it is tried with a single request; closed: it is asked.
                 * @enum {string}
                 */
                circuit: "closed" | "half_open" | "open";
                /**
                 * Format: int64
                 * @description Requests sent to it within a minute, repeated ones counted again.
                 */
                attempts: number;
                /**
                 * Format: int64
                 * @description How many of them failed by its fault.
                 */
                failures: number;
                /** @description How the last one failed, as one word. */
                reason?: string;
                /**
                 * Format: date-time
                 * @description When it is tried next, if it is asked for.
                 */
                open_until?: string;
                /**
                 * Format: date-time
                 * @description When that minute ended.
                 */
                at: string;
            }[];
        };
        /** @description A source of models: a vendor’s API, anything that speaks OpenAI’s, or a simulation for trials. Its credential is a reference to a Secret, never a value. */
        ProviderCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Ignored. */
            readonly health?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /**
             * @description Which API the provider speaks. This version acts on `openai`, `openai_compatible`, `simulated` only.
             * @enum {string}
             */
            type: "openai" | "anthropic" | "azure_openai" | "bedrock" | "gemini" | "vertex" | "openai_compatible" | "simulated";
            /** @description Address that the API’s paths are appended to, with the version (`https://api.openai.com/v1`). Each type but openai_compatible has a default. */
            base_url?: string;
            /** @description Where the API key stands: the short form of one credential, called `default`. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
            api_key?: string;
            /** @description Several API keys of this provider, among which requests are shared. */
            credentials?: {
                /** @description What conditions, metrics and logs call it. Unique in the list. */
                name: string;
                /** @description Where the API key stands. */
                secret_ref: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /**
                 * Format: int64
                 * @description Its share of the requests, beside the others. 0: only where no other can be asked.
                 * @default 1
                 */
                weight: number;
            }[];
            /** @description Cloud region, for bedrock and vertex. Not acted on by this version. */
            region?: string;
            /** @description Version of the provider’s API, where it takes one (azure_openai). Not acted on by this version. */
            api_version?: string;
            /**
             * Format: int64
             * @description Milliseconds for an answer as a whole; for a stream, until its first content and from one content to the next.
             * @default 600000
             */
            timeout_ms: number;
            /**
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, timeoutMs, and 10,000 at most.
             */
            connect_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, timeoutMs.
             */
            first_byte_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, timeoutMs.
             */
            idle_timeout_ms?: number;
            /**
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, timeoutMs, and for a stream as long as the request may take.
             */
            total_timeout_ms?: number;
            /**
             * Format: int64
             * @description Requests that each gateway replica has under way there at a time. Beyond it, the next model is asked.
             */
            concurrent_limit?: number;
            /**
             * Format: int64
             * @description Milliseconds without a first byte after which the next model is asked as well, and the slower of the two is cancelled. Both may be billed. Off without it.
             */
            hedge_after_ms?: number;
            /**
             * Format: int64
             * @description Attempts beyond the first at this provider, before the first byte reached the client.
             * @default 2
             */
            max_retries: number;
            /** @description Headers added to every request. Not for secrets: use secretRef. */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description Off takes every model of this provider out of service.
             * @default true
             */
            is_active: boolean;
            /** @description How a simulated provider behaves. Only with type simulated. */
            simulation?: {
                /**
                 * Format: int64
                 * @description Milliseconds before a JSON answer.
                 * @default 0
                 */
                latency_ms: number;
                /**
                 * Format: int64
                 * @description Milliseconds before the first chunk of a stream.
                 * @default 0
                 */
                first_token_ms: number;
                /**
                 * Format: int64
                 * @description Pace of a stream; 0 sends all chunks at once.
                 * @default 0
                 */
                tokens_per_second: number;
                /**
                 * Format: int64
                 * @description Length of an answer in tokens, unless the request asks for fewer.
                 * @default 16
                 */
                output_tokens: number;
                /**
                 * @description Share of requests answered with `errorStatus`, 0 to 1.
                 * @default 0
                 */
                error_rate: number;
                /**
                 * Format: int64
                 * @description HTTP status of a failing request.
                 * @default 500
                 */
                error_status: number;
                /**
                 * @description Share of requests whose connection breaks half-way, 0 to 1.
                 * @default 0
                 */
                abort_rate: number;
                /**
                 * Format: int64
                 * @description Makes the failures repeatable.
                 * @default 0
                 */
                seed: number;
            };
        };
        /** @description A source of models: a vendor’s API, anything that speaks OpenAI’s, or a simulation for trials. Its credential is a reference to a Secret, never a value. */
        ProviderPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Ignored. */
            readonly health?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /**
             * @description Which API the provider speaks. This version acts on `openai`, `openai_compatible`, `simulated` only.
             * @enum {string|null}
             */
            type?: "openai" | "anthropic" | "azure_openai" | "bedrock" | "gemini" | "vertex" | "openai_compatible" | "simulated" | null;
            /** @description Address that the API’s paths are appended to, with the version (`https://api.openai.com/v1`). Each type but openai_compatible has a default. */
            base_url?: string | null;
            /** @description Where the API key stands: the short form of one credential, called `default`. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name?: string | null;
                /** @description Key within the Secret. */
                key?: string | null;
            } | null;
            /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
            api_key?: string | null;
            /** @description Several API keys of this provider, among which requests are shared. */
            credentials?: {
                /** @description What conditions, metrics and logs call it. Unique in the list. */
                name: string;
                /** @description Where the API key stands. */
                secret_ref: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /**
                 * Format: int64
                 * @description Its share of the requests, beside the others. 0: only where no other can be asked.
                 * @default 1
                 */
                weight: number;
            }[] | null;
            /** @description Cloud region, for bedrock and vertex. Not acted on by this version. */
            region?: string | null;
            /** @description Version of the provider’s API, where it takes one (azure_openai). Not acted on by this version. */
            api_version?: string | null;
            /**
             * Format: int64
             * @description Milliseconds for an answer as a whole; for a stream, until its first content and from one content to the next.
             * @default 600000
             */
            timeout_ms: number | null;
            /**
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, timeoutMs, and 10,000 at most.
             */
            connect_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, timeoutMs.
             */
            first_byte_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, timeoutMs.
             */
            idle_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, timeoutMs, and for a stream as long as the request may take.
             */
            total_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Requests that each gateway replica has under way there at a time. Beyond it, the next model is asked.
             */
            concurrent_limit?: number | null;
            /**
             * Format: int64
             * @description Milliseconds without a first byte after which the next model is asked as well, and the slower of the two is cancelled. Both may be billed. Off without it.
             */
            hedge_after_ms?: number | null;
            /**
             * Format: int64
             * @description Attempts beyond the first at this provider, before the first byte reached the client.
             * @default 2
             */
            max_retries: number | null;
            /** @description Headers added to every request. Not for secrets: use secretRef. */
            headers?: {
                [key: string]: string | null;
            } | null;
            /**
             * @description Off takes every model of this provider out of service.
             * @default true
             */
            is_active: boolean | null;
            /** @description How a simulated provider behaves. Only with type simulated. */
            simulation?: {
                /**
                 * Format: int64
                 * @description Milliseconds before a JSON answer.
                 * @default 0
                 */
                latency_ms: number | null;
                /**
                 * Format: int64
                 * @description Milliseconds before the first chunk of a stream.
                 * @default 0
                 */
                first_token_ms: number | null;
                /**
                 * Format: int64
                 * @description Pace of a stream; 0 sends all chunks at once.
                 * @default 0
                 */
                tokens_per_second: number | null;
                /**
                 * Format: int64
                 * @description Length of an answer in tokens, unless the request asks for fewer.
                 * @default 16
                 */
                output_tokens: number | null;
                /**
                 * @description Share of requests answered with `errorStatus`, 0 to 1.
                 * @default 0
                 */
                error_rate: number | null;
                /**
                 * Format: int64
                 * @description HTTP status of a failing request.
                 * @default 500
                 */
                error_status: number | null;
                /**
                 * @description Share of requests whose connection breaks half-way, 0 to 1.
                 * @default 0
                 */
                abort_rate: number | null;
                /**
                 * Format: int64
                 * @description Makes the failures repeatable.
                 * @default 0
                 */
                seed: number | null;
            } | null;
        };
        /** @description A source of models: a vendor’s API, anything that speaks OpenAI’s, or a simulation for trials. Its credential is a reference to a Secret, never a value. */
        ProviderUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Ignored. */
            readonly health?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /**
             * @description Which API the provider speaks. This version acts on `openai`, `openai_compatible`, `simulated` only.
             * @enum {string|null}
             */
            type?: "openai" | "anthropic" | "azure_openai" | "bedrock" | "gemini" | "vertex" | "openai_compatible" | "simulated" | null;
            /** @description Address that the API’s paths are appended to, with the version (`https://api.openai.com/v1`). Each type but openai_compatible has a default. */
            base_url?: string | null;
            /** @description Where the API key stands: the short form of one credential, called `default`. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            } | null;
            /** @description The secret itself, instead of secret_ref: kept in a Secret, and never answered. */
            api_key?: string | null;
            /** @description Several API keys of this provider, among which requests are shared. */
            credentials?: {
                /** @description What conditions, metrics and logs call it. Unique in the list. */
                name: string;
                /** @description Where the API key stands. */
                secret_ref: {
                    /** @description Name of the Secret, in the same namespace. */
                    name: string;
                    /** @description Key within the Secret. */
                    key: string;
                };
                /**
                 * Format: int64
                 * @description Its share of the requests, beside the others. 0: only where no other can be asked.
                 * @default 1
                 */
                weight: number;
            }[] | null;
            /** @description Cloud region, for bedrock and vertex. Not acted on by this version. */
            region?: string | null;
            /** @description Version of the provider’s API, where it takes one (azure_openai). Not acted on by this version. */
            api_version?: string | null;
            /**
             * Format: int64
             * @description Milliseconds for an answer as a whole; for a stream, until its first content and from one content to the next.
             * @default 600000
             */
            timeout_ms: number | null;
            /**
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, timeoutMs, and 10,000 at most.
             */
            connect_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, timeoutMs.
             */
            first_byte_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, timeoutMs.
             */
            idle_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, timeoutMs, and for a stream as long as the request may take.
             */
            total_timeout_ms?: number | null;
            /**
             * Format: int64
             * @description Requests that each gateway replica has under way there at a time. Beyond it, the next model is asked.
             */
            concurrent_limit?: number | null;
            /**
             * Format: int64
             * @description Milliseconds without a first byte after which the next model is asked as well, and the slower of the two is cancelled. Both may be billed. Off without it.
             */
            hedge_after_ms?: number | null;
            /**
             * Format: int64
             * @description Attempts beyond the first at this provider, before the first byte reached the client.
             * @default 2
             */
            max_retries: number | null;
            /** @description Headers added to every request. Not for secrets: use secretRef. */
            headers?: {
                [key: string]: string;
            } | null;
            /**
             * @description Off takes every model of this provider out of service.
             * @default true
             */
            is_active: boolean | null;
            /** @description How a simulated provider behaves. Only with type simulated. */
            simulation?: {
                /**
                 * Format: int64
                 * @description Milliseconds before a JSON answer.
                 * @default 0
                 */
                latency_ms: number;
                /**
                 * Format: int64
                 * @description Milliseconds before the first chunk of a stream.
                 * @default 0
                 */
                first_token_ms: number;
                /**
                 * Format: int64
                 * @description Pace of a stream; 0 sends all chunks at once.
                 * @default 0
                 */
                tokens_per_second: number;
                /**
                 * Format: int64
                 * @description Length of an answer in tokens, unless the request asks for fewer.
                 * @default 16
                 */
                output_tokens: number;
                /**
                 * @description Share of requests answered with `errorStatus`, 0 to 1.
                 * @default 0
                 */
                error_rate: number;
                /**
                 * Format: int64
                 * @description HTTP status of a failing request.
                 * @default 500
                 */
                error_status: number;
                /**
                 * @description Share of requests whose connection breaks half-way, 0 to 1.
                 * @default 0
                 */
                abort_rate: number;
                /**
                 * Format: int64
                 * @description Makes the failures repeatable.
                 * @default 0
                 */
                seed: number;
            } | null;
        };
        /** @description A limit on requests or tokens a minute or a day, or on requests at the same time. */
        RateLimitPolicy: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it is for. */
            description?: string;
            /**
             * @description Whose requests are counted together.
             * @enum {string}
             */
            scope?: "global" | "organization" | "team" | "user" | "key" | "model";
            /** @description Which one; without it, each one of the scope has a count of its own, unless another policy names it. Not for global. */
            scope_value?: string;
            /**
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number;
            /**
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number;
            /**
             * Format: int64
             * @description Requests a day.
             */
            rpd_limit?: number;
            /**
             * Format: int64
             * @description Tokens a day.
             */
            tpd_limit?: number;
            /**
             * Format: int64
             * @description Requests at the same time.
             */
            concurrent_limit?: number;
            /**
             * @description How many times as many requests as the minute’s share of the window may come in it. 1 without a window limits no burst.
             * @default 1
             */
            burst_multiplier: number;
            /**
             * Format: int64
             * @description Seconds of that window; 10 where only a multiplier is set.
             */
            burst_window_seconds?: number;
            /**
             * Format: int64
             * @description Of two policies with the same scope and value, the higher counts.
             * @default 0
             */
            priority: number;
        };
        /** @description A limit on requests or tokens a minute or a day, or on requests at the same time. */
        RateLimitPolicyCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it is for. */
            description?: string;
            /**
             * @description Whose requests are counted together.
             * @enum {string}
             */
            scope: "global" | "organization" | "team" | "user" | "key" | "model";
            /** @description Which one; without it, each one of the scope has a count of its own, unless another policy names it. Not for global. */
            scope_value?: string;
            /**
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number;
            /**
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number;
            /**
             * Format: int64
             * @description Requests a day.
             */
            rpd_limit?: number;
            /**
             * Format: int64
             * @description Tokens a day.
             */
            tpd_limit?: number;
            /**
             * Format: int64
             * @description Requests at the same time.
             */
            concurrent_limit?: number;
            /**
             * @description How many times as many requests as the minute’s share of the window may come in it. 1 without a window limits no burst.
             * @default 1
             */
            burst_multiplier: number;
            /**
             * Format: int64
             * @description Seconds of that window; 10 where only a multiplier is set.
             */
            burst_window_seconds?: number;
            /**
             * Format: int64
             * @description Of two policies with the same scope and value, the higher counts.
             * @default 0
             */
            priority: number;
        };
        /** @description A limit on requests or tokens a minute or a day, or on requests at the same time. */
        RateLimitPolicyUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it is for. */
            description?: string | null;
            /**
             * @description Whose requests are counted together.
             * @enum {string|null}
             */
            scope?: "global" | "organization" | "team" | "user" | "key" | "model" | null;
            /** @description Which one; without it, each one of the scope has a count of its own, unless another policy names it. Not for global. */
            scope_value?: string | null;
            /**
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number | null;
            /**
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number | null;
            /**
             * Format: int64
             * @description Requests a day.
             */
            rpd_limit?: number | null;
            /**
             * Format: int64
             * @description Tokens a day.
             */
            tpd_limit?: number | null;
            /**
             * Format: int64
             * @description Requests at the same time.
             */
            concurrent_limit?: number | null;
            /**
             * @description How many times as many requests as the minute’s share of the window may come in it. 1 without a window limits no burst.
             * @default 1
             */
            burst_multiplier: number | null;
            /**
             * Format: int64
             * @description Seconds of that window; 10 where only a multiplier is set.
             */
            burst_window_seconds?: number | null;
            /**
             * Format: int64
             * @description Of two policies with the same scope and value, the higher counts.
             * @default 0
             */
            priority: number | null;
        };
        /** @description A rule about which models serve which requests. Active policies are read from the highest priority down: the first permit or prefer that matches decides, and every deny that matches takes its models away. A policy narrows and orders what keys and teams allow; it never widens it. */
        RoutingPolicy: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it is for. */
            description?: string;
            /**
             * Format: int64
             * @description Higher is read first; equal: the older object, then the name.
             * @default 0
             */
            priority: number;
            /**
             * @description Off suspends the policy.
             * @default true
             */
            is_active: boolean;
            /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
            condition?: string;
            /**
             * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
             * @enum {string}
             */
            action?: "permit" | "deny" | "prefer";
            /** @description Model ids or aliases. */
            target_models?: string[];
            /**
             * @description The other form: what `config` holds. Not together with `action`.
             * @enum {string}
             */
            policy_type?: "fallback" | "model_group" | "routing_strategy" | "conditional";
            /** @description Settings of the policyType. */
            config?: {
                /** @description fallback: the model that may fail. */
                model?: string;
                /** @description fallback: models tried in order instead. */
                fallbacks?: string[];
                /** @description model_group: the id that clients send. routing_strategy: the group that it orders; without it, every group. */
                alias?: string;
                /** @description model_group: its members. */
                models?: string[];
                /** @description model_group: a share for each of `models`; without them, the models’ own weights. 0: asked when the others have failed. */
                weights?: number[];
                /**
                 * @description routing_strategy: how the members of a group are ordered.
                 * @enum {string}
                 */
                strategy?: "simple-shuffle" | "least-busy" | "latency-based-routing" | "cost-based-routing" | "usage-based-routing";
                /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
                condition?: string;
                /**
                 * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
                 * @enum {string}
                 */
                action?: "permit" | "deny" | "prefer";
                /** @description Model ids or aliases. */
                target_models?: string[];
            };
        };
        /** @description A rule about which models serve which requests. Active policies are read from the highest priority down: the first permit or prefer that matches decides, and every deny that matches takes its models away. A policy narrows and orders what keys and teams allow; it never widens it. */
        RoutingPolicyCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What it is for. */
            description?: string;
            /**
             * Format: int64
             * @description Higher is read first; equal: the older object, then the name.
             * @default 0
             */
            priority: number;
            /**
             * @description Off suspends the policy.
             * @default true
             */
            is_active: boolean;
            /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
            condition?: string;
            /**
             * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
             * @enum {string}
             */
            action?: "permit" | "deny" | "prefer";
            /** @description Model ids or aliases. */
            target_models?: string[];
            /**
             * @description The other form: what `config` holds. Not together with `action`.
             * @enum {string}
             */
            policy_type?: "fallback" | "model_group" | "routing_strategy" | "conditional";
            /** @description Settings of the policyType. */
            config?: {
                /** @description fallback: the model that may fail. */
                model?: string;
                /** @description fallback: models tried in order instead. */
                fallbacks?: string[];
                /** @description model_group: the id that clients send. routing_strategy: the group that it orders; without it, every group. */
                alias?: string;
                /** @description model_group: its members. */
                models?: string[];
                /** @description model_group: a share for each of `models`; without them, the models’ own weights. 0: asked when the others have failed. */
                weights?: number[];
                /**
                 * @description routing_strategy: how the members of a group are ordered.
                 * @enum {string}
                 */
                strategy?: "simple-shuffle" | "least-busy" | "latency-based-routing" | "cost-based-routing" | "usage-based-routing";
                /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
                condition?: string;
                /**
                 * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
                 * @enum {string}
                 */
                action?: "permit" | "deny" | "prefer";
                /** @description Model ids or aliases. */
                target_models?: string[];
            };
        };
        /** @description A rule about which models serve which requests. Active policies are read from the highest priority down: the first permit or prefer that matches decides, and every deny that matches takes its models away. A policy narrows and orders what keys and teams allow; it never widens it. */
        RoutingPolicyPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it is for. */
            description?: string | null;
            /**
             * Format: int64
             * @description Higher is read first; equal: the older object, then the name.
             * @default 0
             */
            priority: number | null;
            /**
             * @description Off suspends the policy.
             * @default true
             */
            is_active: boolean | null;
            /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
            condition?: string | null;
            /**
             * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
             * @enum {string|null}
             */
            action?: "permit" | "deny" | "prefer" | null;
            /** @description Model ids or aliases. */
            target_models?: string[] | null;
            /**
             * @description The other form: what `config` holds. Not together with `action`.
             * @enum {string|null}
             */
            policy_type?: "fallback" | "model_group" | "routing_strategy" | "conditional" | null;
            /** @description Settings of the policyType. */
            config?: {
                /** @description fallback: the model that may fail. */
                model?: string | null;
                /** @description fallback: models tried in order instead. */
                fallbacks?: string[] | null;
                /** @description model_group: the id that clients send. routing_strategy: the group that it orders; without it, every group. */
                alias?: string | null;
                /** @description model_group: its members. */
                models?: string[] | null;
                /** @description model_group: a share for each of `models`; without them, the models’ own weights. 0: asked when the others have failed. */
                weights?: number[] | null;
                /**
                 * @description routing_strategy: how the members of a group are ordered.
                 * @enum {string|null}
                 */
                strategy?: "simple-shuffle" | "least-busy" | "latency-based-routing" | "cost-based-routing" | "usage-based-routing" | null;
                /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
                condition?: string | null;
                /**
                 * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
                 * @enum {string|null}
                 */
                action?: "permit" | "deny" | "prefer" | null;
                /** @description Model ids or aliases. */
                target_models?: string[] | null;
            } | null;
        };
        /** @description A rule about which models serve which requests. Active policies are read from the highest priority down: the first permit or prefer that matches decides, and every deny that matches takes its models away. A policy narrows and orders what keys and teams allow; it never widens it. */
        RoutingPolicyUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What it is for. */
            description?: string | null;
            /**
             * Format: int64
             * @description Higher is read first; equal: the older object, then the name.
             * @default 0
             */
            priority: number | null;
            /**
             * @description Off suspends the policy.
             * @default true
             */
            is_active: boolean | null;
            /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
            condition?: string | null;
            /**
             * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
             * @enum {string|null}
             */
            action?: "permit" | "deny" | "prefer" | null;
            /** @description Model ids or aliases. */
            target_models?: string[] | null;
            /**
             * @description The other form: what `config` holds. Not together with `action`.
             * @enum {string|null}
             */
            policy_type?: "fallback" | "model_group" | "routing_strategy" | "conditional" | null;
            /** @description Settings of the policyType. */
            config?: {
                /** @description fallback: the model that may fail. */
                model?: string;
                /** @description fallback: models tried in order instead. */
                fallbacks?: string[];
                /** @description model_group: the id that clients send. routing_strategy: the group that it orders; without it, every group. */
                alias?: string;
                /** @description model_group: its members. */
                models?: string[];
                /** @description model_group: a share for each of `models`; without them, the models’ own weights. 0: asked when the others have failed. */
                weights?: number[];
                /**
                 * @description routing_strategy: how the members of a group are ordered.
                 * @enum {string}
                 */
                strategy?: "simple-shuffle" | "least-busy" | "latency-based-routing" | "cost-based-routing" | "usage-based-routing";
                /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
                condition?: string;
                /**
                 * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
                 * @enum {string}
                 */
                action?: "permit" | "deny" | "prefer";
                /** @description Model ids or aliases. */
                target_models?: string[];
            } | null;
        };
        /** @description What a provider promises for some models: latency, errors, availability, over a window. This version checks and stores it, and no service acts on it. */
        SLADefinition: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Provider that it is about. */
            provider?: string;
            /** @description Model id, or a prefix ending in `*`. */
            model_pattern?: string;
            /**
             * Format: int64
             * @description Half of the answers within, milliseconds.
             */
            target_p50_ms?: number;
            /**
             * Format: int64
             * @description 95 of 100 answers within, milliseconds.
             */
            target_p95_ms?: number;
            /**
             * Format: int64
             * @description 99 of 100 answers within, milliseconds.
             */
            target_p99_ms?: number;
            /** @description Share of requests that may fail; 0.01 is 1 %. */
            target_error_rate?: number;
            /** @description Share of time that it answers; 0.999 is 99.9 %. */
            target_availability?: number;
            /**
             * Format: int64
             * @description First token of a stream within, milliseconds.
             */
            target_ttft_ms?: number;
            /**
             * Format: int64
             * @description Minutes that are looked at together.
             * @default 60
             */
            evaluation_window_minutes: number;
            /** @description EventSubscriptions that are told of a violation. */
            alert_channels?: string[];
        };
        /** @description What a provider promises for some models: latency, errors, availability, over a window. This version checks and stores it, and no service acts on it. */
        SLADefinitionCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Provider that it is about. */
            provider: string;
            /** @description Model id, or a prefix ending in `*`. */
            model_pattern: string;
            /**
             * Format: int64
             * @description Half of the answers within, milliseconds.
             */
            target_p50_ms?: number;
            /**
             * Format: int64
             * @description 95 of 100 answers within, milliseconds.
             */
            target_p95_ms?: number;
            /**
             * Format: int64
             * @description 99 of 100 answers within, milliseconds.
             */
            target_p99_ms?: number;
            /** @description Share of requests that may fail; 0.01 is 1 %. */
            target_error_rate?: number;
            /** @description Share of time that it answers; 0.999 is 99.9 %. */
            target_availability?: number;
            /**
             * Format: int64
             * @description First token of a stream within, milliseconds.
             */
            target_ttft_ms?: number;
            /**
             * Format: int64
             * @description Minutes that are looked at together.
             * @default 60
             */
            evaluation_window_minutes: number;
            /** @description EventSubscriptions that are told of a violation. */
            alert_channels?: string[];
        };
        /** @description What a provider promises for some models: latency, errors, availability, over a window. This version checks and stores it, and no service acts on it. */
        SLADefinitionUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Provider that it is about. */
            provider?: string | null;
            /** @description Model id, or a prefix ending in `*`. */
            model_pattern?: string | null;
            /**
             * Format: int64
             * @description Half of the answers within, milliseconds.
             */
            target_p50_ms?: number | null;
            /**
             * Format: int64
             * @description 95 of 100 answers within, milliseconds.
             */
            target_p95_ms?: number | null;
            /**
             * Format: int64
             * @description 99 of 100 answers within, milliseconds.
             */
            target_p99_ms?: number | null;
            /** @description Share of requests that may fail; 0.01 is 1 %. */
            target_error_rate?: number | null;
            /** @description Share of time that it answers; 0.999 is 99.9 %. */
            target_availability?: number | null;
            /**
             * Format: int64
             * @description First token of a stream within, milliseconds.
             */
            target_ttft_ms?: number | null;
            /**
             * Format: int64
             * @description Minutes that are looked at together.
             * @default 60
             */
            evaluation_window_minutes: number | null;
            /** @description EventSubscriptions that are told of a violation. */
            alert_channels?: string[] | null;
        };
        /** @description Signing in by OpenID Connect. */
        SingleSignOn: {
            /**
             * @description Off refuses this way of signing in.
             * @default true
             */
            enabled: boolean;
            /** @description Address of the OpenID provider; its discovery document stands below it. */
            issuer: string;
            /** @description Who we are to the provider. */
            client_id: string;
            /** @description Where the client secret stands; without one, PKCE alone protects the exchange. */
            client_secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description Whether a secret is set. */
            readonly secret_set?: boolean;
            /** @description Scopes to ask for; openid, email and profile where none are set. */
            scopes?: string[];
            /** @description Which claims give which role. The strongest that matches counts; without a match, none. */
            role_mapping?: {
                /** @description Name of a claim of the identity token (`groups`). */
                claim: string;
                /** @description Value that the claim must have, or contain. */
                value: string;
                /**
                 * @description Role that it gives, in this organization alone.
                 * @enum {string}
                 */
                role: "org_admin" | "team_admin" | "member" | "viewer";
                /** @description Team of this organization that it gives membership of. */
                team_id?: string;
            }[];
        };
        /** @description Signing in by OpenID Connect. */
        SingleSignOnPatch: {
            /**
             * @description Off refuses this way of signing in.
             * @default true
             */
            enabled: boolean | null;
            /** @description Address of the OpenID provider; its discovery document stands below it. */
            issuer?: string | null;
            /** @description Who we are to the provider. */
            client_id?: string | null;
            /** @description Where the client secret stands; without one, PKCE alone protects the exchange. */
            client_secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name?: string | null;
                /** @description Key within the Secret. */
                key?: string | null;
            } | null;
            /** @description The secret itself, instead of client_secret_ref: kept in a Secret, and never answered. */
            client_secret?: string | null;
            /** @description Scopes to ask for; openid, email and profile where none are set. */
            scopes?: string[] | null;
            /** @description Which claims give which role. The strongest that matches counts; without a match, none. */
            role_mapping?: {
                /** @description Name of a claim of the identity token (`groups`). */
                claim: string;
                /** @description Value that the claim must have, or contain. */
                value: string;
                /**
                 * @description Role that it gives, in this organization alone.
                 * @enum {string}
                 */
                role: "org_admin" | "team_admin" | "member" | "viewer";
                /** @description Team of this organization that it gives membership of. */
                team_id?: string;
            }[] | null;
        } | null;
        /** @description Signing in by OpenID Connect. */
        SingleSignOnUpdate: {
            /**
             * @description Off refuses this way of signing in.
             * @default true
             */
            enabled: boolean;
            /** @description Address of the OpenID provider; its discovery document stands below it. */
            issuer: string;
            /** @description Who we are to the provider. */
            client_id: string;
            /** @description Where the client secret stands; without one, PKCE alone protects the exchange. */
            client_secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description The secret itself, instead of client_secret_ref: kept in a Secret, and never answered. */
            client_secret?: string;
            /** @description Scopes to ask for; openid, email and profile where none are set. */
            scopes?: string[];
            /** @description Which claims give which role. The strongest that matches counts; without a match, none. */
            role_mapping?: {
                /** @description Name of a claim of the identity token (`groups`). */
                claim: string;
                /** @description Value that the claim must have, or contain. */
                value: string;
                /**
                 * @description Role that it gives, in this organization alone.
                 * @enum {string}
                 */
                role: "org_admin" | "team_admin" | "member" | "viewer";
                /** @description Team of this organization that it gives membership of. */
                team_id?: string;
            }[];
        } | null;
        /** @description People and keys that share models, limits and cost. */
        Team: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Short name in paths. */
            slug?: string;
            /** @description What it does. */
            description?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Business unit that it belongs to. */
            business_unit_id?: string;
            /** @description USD per `budgetDuration`. */
            max_budget?: number;
            /**
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month";
            /** @description Model ids, aliases or groups, or a prefix ending in `*`, that its keys may use. Empty allows all. */
            allowed_models?: string[];
            /**
             * Format: int64
             * @description Requests a minute of all its keys.
             */
            rpm_limit?: number;
            /**
             * Format: int64
             * @description Tokens a minute of all its keys.
             */
            tpm_limit?: number;
            /** @description Pairs of your own, for cost tags. Not acted on by this version. */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description People and keys that share models, limits and cost. */
        TeamCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Short name in paths. */
            slug?: string;
            /** @description What it does. */
            description?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description Business unit that it belongs to. */
            business_unit_id?: string;
            /** @description USD per `budgetDuration`. */
            max_budget?: number;
            /**
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month";
            /** @description Model ids, aliases or groups, or a prefix ending in `*`, that its keys may use. Empty allows all. */
            allowed_models?: string[];
            /**
             * Format: int64
             * @description Requests a minute of all its keys.
             */
            rpm_limit?: number;
            /**
             * Format: int64
             * @description Tokens a minute of all its keys.
             */
            tpm_limit?: number;
            /** @description Pairs of your own, for cost tags. Not acted on by this version. */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description People and keys that share models, limits and cost. */
        TeamPatch: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Short name in paths. */
            slug?: string | null;
            /** @description What it does. */
            description?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Business unit that it belongs to. */
            business_unit_id?: string | null;
            /** @description USD per `budgetDuration`. */
            max_budget?: number | null;
            /**
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string|null}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month" | null;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`, that its keys may use. Empty allows all. */
            allowed_models?: string[] | null;
            /**
             * Format: int64
             * @description Requests a minute of all its keys.
             */
            rpm_limit?: number | null;
            /**
             * Format: int64
             * @description Tokens a minute of all its keys.
             */
            tpm_limit?: number | null;
            /** @description Pairs of your own, for cost tags. Not acted on by this version. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description People and keys that share models, limits and cost. */
        TeamUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Short name in paths. */
            slug?: string | null;
            /** @description What it does. */
            description?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description Business unit that it belongs to. */
            business_unit_id?: string | null;
            /** @description USD per `budgetDuration`. */
            max_budget?: number | null;
            /**
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string|null}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month" | null;
            /** @description Model ids, aliases or groups, or a prefix ending in `*`, that its keys may use. Empty allows all. */
            allowed_models?: string[] | null;
            /**
             * Format: int64
             * @description Requests a minute of all its keys.
             */
            rpm_limit?: number | null;
            /**
             * Format: int64
             * @description Tokens a minute of all its keys.
             */
            tpm_limit?: number | null;
            /** @description Pairs of your own, for cost tags. Not acted on by this version. */
            metadata?: {
                [key: string]: string;
            } | null;
        };
        User: {
            user_id: string;
            /** @description Null: the user belongs to the platform. */
            organization_id: string | null;
            email: string | null;
            display_name: string | null;
            /** @description By memberships and keys. */
            roles: ("platform_admin" | "org_admin" | "team_admin" | "member" | "viewer")[];
            team_ids: string[];
            last_login_at: string | null;
        };
        /** @description A recipe of steps (model calls, tools, approvals, …) that can be executed with an input. This version checks and stores it, and no service acts on it. */
        WorkflowTemplate: {
            /** @description What paths and references name it by. */
            id: string;
            /**
             * Format: uuid
             * @description Unique for all time.
             */
            uid: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Accepted, and run by every replica that needs it. */
            ready: boolean;
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
                type: string;
                /**
                 * @description Whether it holds.
                 * @enum {string}
                 */
                status: "True" | "False" | "Unknown";
                /** @description Generation that this was said of. */
                observedGeneration?: number;
                /**
                 * Format: date-time
                 * @description When `status` last changed.
                 */
                lastTransitionTime: string;
                /** @description Why, as one word. */
                reason: string;
                /** @description Why, and what to do. */
                message: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What callers name it by; `metadata.name` where none is set. */
            type?: string;
            /** @description What it does. */
            description?: string;
            /** @description JSON Schema of its input. */
            input_schema?: Record<string, never>;
            /** @description What it does, step by step. */
            steps?: {
                /** @description What other steps call it. */
                id: string;
                /** @description Name for people. */
                name?: string;
                /**
                 * @description What it does.
                 * @enum {string}
                 */
                type: "llm" | "http" | "tool" | "agent" | "workflow" | "transform" | "approval" | "wait" | "parallel" | "foreach" | "switch";
                /** @description Its settings. */
                with?: Record<string, never>;
                /** @description When it runs. */
                if?: string;
                /** @description Steps that come before it. */
                needs?: string[];
                /**
                 * Format: int64
                 * @description Seconds after which it has failed.
                 */
                timeout_seconds?: number;
                /**
                 * Format: int64
                 * @description How often it is tried.
                 * @default 1
                 */
                max_attempts: number;
            }[];
            /** @description What it answers, from the steps’ outputs. */
            output?: Record<string, never>;
            /**
             * Format: int64
             * @description Seconds after which it has failed.
             * @default 3600
             */
            timeout_seconds: number;
            /**
             * @description Off refuses new executions.
             * @default true
             */
            is_active: boolean;
        };
        /** @description A recipe of steps (model calls, tools, approvals, …) that can be executed with an input. This version checks and stores it, and no service acts on it. */
        WorkflowTemplateCreate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What callers name it by; `metadata.name` where none is set. */
            type?: string;
            /** @description What it does. */
            description?: string;
            /** @description JSON Schema of its input. */
            input_schema?: Record<string, never>;
            /** @description What it does, step by step. */
            steps: {
                /** @description What other steps call it. */
                id: string;
                /** @description Name for people. */
                name?: string;
                /**
                 * @description What it does.
                 * @enum {string}
                 */
                type: "llm" | "http" | "tool" | "agent" | "workflow" | "transform" | "approval" | "wait" | "parallel" | "foreach" | "switch";
                /** @description Its settings. */
                with?: Record<string, never>;
                /** @description When it runs. */
                if?: string;
                /** @description Steps that come before it. */
                needs?: string[];
                /**
                 * Format: int64
                 * @description Seconds after which it has failed.
                 */
                timeout_seconds?: number;
                /**
                 * Format: int64
                 * @description How often it is tried.
                 * @default 1
                 */
                max_attempts: number;
            }[];
            /** @description What it answers, from the steps’ outputs. */
            output?: Record<string, never>;
            /**
             * Format: int64
             * @description Seconds after which it has failed.
             * @default 3600
             */
            timeout_seconds: number;
            /**
             * @description Off refuses new executions.
             * @default true
             */
            is_active: boolean;
        };
        /** @description A recipe of steps (model calls, tools, approvals, …) that can be executed with an input. This version checks and stores it, and no service acts on it. */
        WorkflowTemplateUpdate: {
            /** @description Ignored. */
            readonly id?: unknown;
            /** @description Ignored. */
            readonly uid?: unknown;
            /** @description Ignored. */
            readonly created_at?: unknown;
            /** @description Ignored. */
            readonly updated_at?: unknown;
            /** @description Ignored. */
            readonly ready?: unknown;
            /** @description Ignored. */
            readonly conditions?: unknown;
            /** @description Ignored. */
            readonly managed_by?: unknown;
            /** @description Ignored. */
            readonly read_only?: unknown;
            /** @description Name for people. */
            name?: string | null;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string | null;
            /** @description What callers name it by; `metadata.name` where none is set. */
            type?: string | null;
            /** @description What it does. */
            description?: string | null;
            /** @description JSON Schema of its input. */
            input_schema?: Record<string, never> | null;
            /** @description What it does, step by step. */
            steps?: {
                /** @description What other steps call it. */
                id: string;
                /** @description Name for people. */
                name?: string;
                /**
                 * @description What it does.
                 * @enum {string}
                 */
                type: "llm" | "http" | "tool" | "agent" | "workflow" | "transform" | "approval" | "wait" | "parallel" | "foreach" | "switch";
                /** @description Its settings. */
                with?: Record<string, never>;
                /** @description When it runs. */
                if?: string;
                /** @description Steps that come before it. */
                needs?: string[];
                /**
                 * Format: int64
                 * @description Seconds after which it has failed.
                 */
                timeout_seconds?: number;
                /**
                 * Format: int64
                 * @description How often it is tried.
                 * @default 1
                 */
                max_attempts: number;
            }[] | null;
            /** @description What it answers, from the steps’ outputs. */
            output?: Record<string, never> | null;
            /**
             * Format: int64
             * @description Seconds after which it has failed.
             * @default 3600
             */
            timeout_seconds: number | null;
            /**
             * @description Off refuses new executions.
             * @default true
             */
            is_active: boolean | null;
        };
    };
    responses: {
        /** @description Bad Request */
        Error400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "detail": "The body is not readable as JSON.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unauthorized */
        Error401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "This access token is not valid, or past its end: log in again.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Forbidden */
        Error403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "The role viewer does not have the permission teams:write. Ask an administrator.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not Found */
        Error404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is nothing by that name.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request Timeout */
        Error408: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Request Timeout",
                 *       "status": 408,
                 *       "detail": "The request did not come to its end in time.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Conflict */
        Error409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The name is taken, or the object is owned elsewhere.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Precondition Failed */
        Error412: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Precondition Failed",
                 *       "status": 412,
                 *       "detail": "The object has changed since you read it: read it again.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Payload Too Large */
        Error413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Payload Too Large",
                 *       "status": 413,
                 *       "detail": "The body is larger than 1 MiB.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unsupported Media Type */
        Error415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "detail": "Send the body as JSON, with Content-Type: application/json.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unprocessable Entity */
        Error422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unprocessable Entity",
                 *       "status": 422,
                 *       "detail": "What was sent is not valid: name must not be empty.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too Many Requests */
        Error429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "At most 600 requests a minute. Try again in 12 s.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request Header Fields Too Large */
        Error431: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Request Header Fields Too Large",
                 *       "status": 431,
                 *       "detail": "Address and headers are larger than 16 KiB together: send less.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal Server Error */
        Error500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Internal Server Error",
                 *       "status": 500,
                 *       "detail": "Something failed inside. The log has the details under this request id.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Service Unavailable */
        Error503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Service Unavailable",
                 *       "status": 503,
                 *       "detail": "The Kubernetes API does not answer: try again in a moment.",
                 *       "instance": "0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Check everything and answer what would be stored, but store nothing. */
        dry_run: boolean;
        /**
         * @description The `ETag` of what you saw: 412 where the object has changed since.
         * @example "1042"
         */
        "If-Match": string;
        /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
        wait: boolean;
        /**
         * @description The `ETag` of what you have, or several: 304 where it is still that.
         * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
         */
        "If-None-Match": string;
        /**
         * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
         * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
         */
        "Idempotency-Key": string;
        /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
        "X-Request-Id": string;
    };
    requestBodies: never;
    headers: {
        /** @description The id that logs and audit entries know the request by. */
        "X-Request-Id": string;
        /** @description Seconds to wait before trying again. */
        "Retry-After": string;
        /** @description `true`: the answer that the request with this Idempotency-Key had before. */
        "Idempotency-Replayed": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It lives. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /** @description Not yet, or not any more. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "0.1.0",
                     *       "api_versions": [
                     *         "v1"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        version: string;
                        api_versions: string[];
                    };
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "aicp_…"
                 *     }
                 */
                "application/json": {
                    /** @description An API key, as it was shown once. */
                    api_key: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        /** @constant */
                        token_type: "bearer";
                        /** @description Seconds. */
                        expires_in: number;
                        user: components["schemas"]["CurrentUser"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description You. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUser"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is refused from now on. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    openSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "aicp_…"
                 *     }
                 */
                "application/json": {
                    /** @description An API key, as it was shown once. */
                    api_key: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The refresh token, in a cookie that no script reads. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        /** @constant */
                        token_type: "bearer";
                        /** @description Seconds. */
                        expires_in: number;
                        user: components["schemas"]["CurrentUser"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Another token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The refresh token, in a cookie that no script reads. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        /** @constant */
                        token_type: "bearer";
                        /** @description Seconds. */
                        expires_in: number;
                        user: components["schemas"]["CurrentUser"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    beginSingleSignOn: {
        parameters: {
            query?: {
                /** @description Path of this service to go to after signing in. */
                return_to?: string;
            };
            header?: {
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the organization. */
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Where the browser goes. */
                    Location?: string;
                    /** @description What this browser is about to do, for ten minutes. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    finishSingleSignOn: {
        parameters: {
            query?: {
                /** @description What the provider gives for a sign-in. */
                code?: string;
                /** @description What it was given by us. */
                state?: string;
                /** @description Who it is. */
                iss?: string;
                /** @description Why there is no code. */
                error?: string;
            };
            header?: {
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the organization. */
                org: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in: to the page that was asked for. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Where the browser goes. */
                    Location?: string;
                    /** @description The refresh token of a session. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listProviders: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose type is this. */
                type?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createProvider: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "openai",
                 *       "type": "openai",
                 *       "base_url": "https://api.openai.com/v1",
                 *       "api_key": "sk-…"
                 *     }
                 */
                "application/json": components["schemas"]["ProviderCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateProvider: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProvider: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchProvider: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["ProviderPatch"];
                "application/json": components["schemas"]["ProviderPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose id is this. */
                id?: string;
                /** @description Only those whose provider is this. */
                provider?: string;
                /** @description Only those whose tier is this. */
                tier?: string;
                /** @description Only those whose mode is this. */
                mode?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createModel: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "gpt-4o",
                 *       "provider": "openai",
                 *       "context_window": 128000,
                 *       "input_price_per_million": 2.5,
                 *       "output_price_per_million": 10,
                 *       "tier": "premium"
                 *     }
                 */
                "application/json": components["schemas"]["ModelCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateModel: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteModel: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchModel: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["ModelUpdate"];
                "application/json": components["schemas"]["ModelUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDeprecations: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose model_name is this. */
                model_name?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createDeprecation: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model_name": "gpt-4",
                 *       "replacement_model": "gpt-4o",
                 *       "sunset_date": "2027-06-30",
                 *       "auto_reroute": true
                 *     }
                 */
                "application/json": components["schemas"]["ModelDeprecationCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getDeprecation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateDeprecation: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelDeprecationUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteDeprecation: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchDeprecation: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["ModelDeprecationUpdate"];
                "application/json": components["schemas"]["ModelDeprecationUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listModelDeprecations: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose model_name is this. */
                model_name?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createModelDeprecation: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model_name": "gpt-4",
                 *       "replacement_model": "gpt-4o",
                 *       "sunset_date": "2027-06-30",
                 *       "auto_reroute": true
                 *     }
                 */
                "application/json": components["schemas"]["ModelDeprecationCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getModelDeprecation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateModelDeprecation: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelDeprecationUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteModelDeprecation: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchModelDeprecation: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["ModelDeprecationUpdate"];
                "application/json": components["schemas"]["ModelDeprecationUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDeprecation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPriceCatalogs: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceCatalog"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createPriceCatalog: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Contract 2027",
                 *       "priority": 10,
                 *       "discounts": [
                 *         {
                 *           "provider": "openai",
                 *           "discount_percent": "12.5"
                 *         }
                 *       ],
                 *       "prices": [
                 *         {
                 *           "model": "gpt-4o*",
                 *           "provider": "openai",
                 *           "effective_from": "2027-01-01",
                 *           "input_price_per_million": "2.25",
                 *           "output_price_per_million": "9"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PriceCatalogCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceCatalog"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPriceCatalog: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceCatalog"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updatePriceCatalog: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriceCatalogUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceCatalog"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deletePriceCatalog: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchPriceCatalog: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["PriceCatalogUpdate"];
                "application/json": components["schemas"]["PriceCatalogUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceCatalog"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listRoutingPolicies: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose action is this. */
                action?: string;
                /** @description Only those whose policy_type is this. */
                policy_type?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPolicy"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createRoutingPolicy: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Data science on the large model",
                 *       "priority": 100,
                 *       "condition": "team == data-science",
                 *       "action": "permit",
                 *       "target_models": [
                 *         "gpt-4o",
                 *         "claude-sonnet"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RoutingPolicyCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRoutingPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPolicy"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateRoutingPolicy: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoutingPolicyUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteRoutingPolicy: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchRoutingPolicy: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["RoutingPolicyPatch"];
                "application/json": components["schemas"]["RoutingPolicyPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listABTests: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose status is this. */
                status?: string;
                /** @description Only those whose base_model is this. */
                base_model?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createABTest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "mini instead of 4o",
                 *       "base_model": "gpt-4o",
                 *       "variant_model": "gpt-4o-mini",
                 *       "traffic_split_percent": 10
                 *     }
                 */
                "application/json": components["schemas"]["ABTestCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getABTest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateABTest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ABTestUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteABTest: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchABTest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["ABTestPatch"];
                "application/json": components["schemas"]["ABTestPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createOrganization: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme",
                 *       "slug": "acme",
                 *       "max_budget": 10000
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteOrganization: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchOrganization: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["OrganizationPatch"];
                "application/json": components["schemas"]["OrganizationPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose organization_id is this. */
                organization_id?: string;
                /** @description Only those whose business_unit_id is this. */
                business_unit_id?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createTeam: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Research",
                 *       "slug": "research",
                 *       "organization_id": "acme",
                 *       "max_budget": 500,
                 *       "budget_duration": "month",
                 *       "allowed_models": [
                 *         "gpt-4o",
                 *         "claude-*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TeamCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateTeam: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteTeam: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchTeam: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["TeamPatch"];
                "application/json": components["schemas"]["TeamPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAPIKeys: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose team_id is this. */
                team_id?: string;
                /** @description Only those whose organization_id is this. */
                organization_id?: string;
                /** @description Only those whose user_id is this. */
                user_id?: string;
                /** @description Only those whose role is this. */
                role?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKey"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createApiKey: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Research notebooks",
                 *       "role": "member",
                 *       "team_id": "research",
                 *       "allowed_models": [
                 *         "gpt-4o"
                 *       ],
                 *       "max_budget": 50,
                 *       "budget_duration": "month",
                 *       "expires_at": "2027-06-30T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["APIKeyCreate"];
            };
        };
        responses: {
            /** @description It, with its key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKey"] & {
                        /** @description The key: kept by nobody but you. */
                        key?: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAPIKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKey"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateAPIKey: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["APIKeyUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKey"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteAPIKey: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchAPIKey: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["APIKeyPatch"];
                "application/json": components["schemas"]["APIKeyPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKey"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAccessTiers: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTier"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createAccessTier: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "frontier",
                 *       "description": "The newest models.",
                 *       "model_tiers": [
                 *         "premium"
                 *       ],
                 *       "requires_approval": true,
                 *       "max_grant_duration_days": 90
                 *     }
                 */
                "application/json": components["schemas"]["AccessTierCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTier"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAccessTier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTier"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateAccessTier: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessTierUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTier"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteAccessTier: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchAccessTier: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["AccessTierUpdate"];
                "application/json": components["schemas"]["AccessTierUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTier"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listRateLimits: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose scope is this. */
                scope?: string;
                /** @description Only those whose scope_value is this. */
                scope_value?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitPolicy"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createRateLimit: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "A team each",
                 *       "scope": "team",
                 *       "rpm_limit": 600,
                 *       "tpm_limit": 100000
                 *     }
                 */
                "application/json": components["schemas"]["RateLimitPolicyCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRateLimit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitPolicy"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateRateLimit: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateLimitPolicyUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteRateLimit: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchRateLimit: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["RateLimitPolicyUpdate"];
                "application/json": components["schemas"]["RateLimitPolicyUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listBudgets: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose entity_type is this. */
                entity_type?: string;
                /** @description Only those whose entity_id is this. */
                entity_id?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createBudget: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Research, a month",
                 *       "entity_type": "team",
                 *       "entity_id": "research",
                 *       "monthly_limit": 500,
                 *       "soft_limit_percent": 0.8
                 *     }
                 */
                "application/json": components["schemas"]["BudgetCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getBudget: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateBudget: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BudgetUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteBudget: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchBudget: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["BudgetPatch"];
                "application/json": components["schemas"]["BudgetPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCostAllocationRules: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose team_id is this. */
                team_id?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostAllocationRule"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createCostAllocationRule: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Research",
                 *       "team_id": "research",
                 *       "allocation_type": "cost_center",
                 *       "allocation_target": "CC-4711"
                 *     }
                 */
                "application/json": components["schemas"]["CostAllocationRuleCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostAllocationRule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCostAllocationRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostAllocationRule"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateCostAllocationRule: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CostAllocationRuleUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostAllocationRule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteCostAllocationRule: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchCostAllocationRule: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["CostAllocationRulePatch"];
                "application/json": components["schemas"]["CostAllocationRulePatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostAllocationRule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSLADefinitions: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose provider is this. */
                provider?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SLADefinition"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createSLADefinition: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "OpenAI, fast enough",
                 *       "provider": "openai",
                 *       "model_pattern": "gpt-*",
                 *       "target_p95_ms": 3000,
                 *       "target_error_rate": 0.01
                 *     }
                 */
                "application/json": components["schemas"]["SLADefinitionCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SLADefinition"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSLADefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SLADefinition"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateSLADefinition: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SLADefinitionUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SLADefinition"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSLADefinition: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchSLADefinition: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["SLADefinitionUpdate"];
                "application/json": components["schemas"]["SLADefinitionUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SLADefinition"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listFailoverRules: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailoverRule"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createFailoverRule: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "gpt-4o to claude",
                 *       "source_model": "gpt-4o",
                 *       "target_model": "claude-sonnet",
                 *       "trigger_condition": "error_rate > 0.05 OR p95_ms > 5000"
                 *     }
                 */
                "application/json": components["schemas"]["FailoverRuleCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailoverRule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getFailoverRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailoverRule"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateFailoverRule: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FailoverRuleUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailoverRule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteFailoverRule: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchFailoverRule: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["FailoverRuleUpdate"];
                "application/json": components["schemas"]["FailoverRuleUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailoverRule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listGuardrails: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose mode is this. */
                mode?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guardrail"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createGuardrail: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "No personal data",
                 *       "enable_pii_detection": true,
                 *       "pii_action": "anonymize"
                 *     }
                 */
                "application/json": components["schemas"]["GuardrailCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getGuardrail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateGuardrail: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuardrailUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteGuardrail: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchGuardrail: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["GuardrailPatch"];
                "application/json": components["schemas"]["GuardrailPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guardrail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDetectors: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose detector_type is this. */
                detector_type?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detector"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createDetector: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Project names",
                 *       "detector_type": "keyword",
                 *       "config": {
                 *         "patterns": [
                 *           {
                 *             "pattern": "bluebird",
                 *             "label": "project",
                 *             "action": "redact"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DetectorCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detector"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getDetector: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detector"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateDetector: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectorUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detector"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteDetector: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchDetector: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["DetectorPatch"];
                "application/json": components["schemas"]["DetectorPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detector"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPrompts: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose status is this. */
                status?: string;
                /** @description Only those whose category is this. */
                category?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createPrompt: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Summary",
                 *       "slug": "summary",
                 *       "template_text": "Sum up in {{sentences}} sentences: {{text}}",
                 *       "variables": [
                 *         {
                 *           "name": "text"
                 *         },
                 *         {
                 *           "name": "sentences",
                 *           "type": "number",
                 *           "default": "3"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PromptTemplateCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPrompt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updatePrompt: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptTemplateUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deletePrompt: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchPrompt: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["PromptTemplateUpdate"];
                "application/json": components["schemas"]["PromptTemplateUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listMCPServers: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose server_type is this. */
                server_type?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MCPServer"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createMCPServer: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Search",
                 *       "server_type": "streamable_http",
                 *       "url": "https://mcp.example.com/search"
                 *     }
                 */
                "application/json": components["schemas"]["MCPServerCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MCPServer"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getMCPServer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MCPServer"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateMCPServer: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MCPServerUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MCPServer"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteMCPServer: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchMCPServer: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["MCPServerPatch"];
                "application/json": components["schemas"]["MCPServerPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MCPServer"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createAgent: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Planner",
                 *       "url": "https://agents.example.com/planner"
                 *     }
                 */
                "application/json": components["schemas"]["AgentCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateAgent: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchAgent: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["AgentPatch"];
                "application/json": components["schemas"]["AgentPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTemplate"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createWorkflow: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Research",
                 *       "type": "research",
                 *       "steps": [
                 *         {
                 *           "id": "answer",
                 *           "type": "llm",
                 *           "with": {
                 *             "model": "gpt-4o",
                 *             "prompt": "{{input.query}}"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowTemplateCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTemplate"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateWorkflow: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowTemplateUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchWorkflow: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["WorkflowTemplateUpdate"];
                "application/json": components["schemas"]["WorkflowTemplateUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listEventSubscriptions: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose channel is this. */
                channel?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSubscription"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createEventSubscription: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Budget alarms",
                 *       "event_types": [
                 *         "budget.*"
                 *       ],
                 *       "channel": "webhook",
                 *       "config": {
                 *         "url": "https://hooks.example.com/aicp"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EventSubscriptionCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSubscription"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getEventSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSubscription"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateEventSubscription: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventSubscriptionUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSubscription"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteEventSubscription: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchEventSubscription: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["EventSubscriptionPatch"];
                "application/json": components["schemas"]["EventSubscriptionPatch"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSubscription"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    testProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it, whatever it is. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        /** @description HTTP status; null without an answer. */
                        status: number | null;
                        /** @description Milliseconds until the answer was read. */
                        latency_ms: number;
                        /** @description How many models it lists. */
                        models: number | null;
                        /** @description What came of it, and what to do. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    checkDeprecation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its stage; `active` where nothing is announced. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        model: string;
                        /** @description Discouraged already, or gone. */
                        deprecated: boolean;
                        /** @enum {string} */
                        status: "active" | "announced" | "deprecated" | "sunset";
                        replacement_model: string | null;
                        deprecation_date: string | null;
                        sunset_date: string | null;
                        days_until_sunset: number | null;
                        auto_reroute: boolean;
                        message: string | null;
                    };
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    checkModelDeprecation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its stage; `active` where nothing is announced. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        model: string;
                        /** @description Discouraged already, or gone. */
                        deprecated: boolean;
                        /** @enum {string} */
                        status: "active" | "announced" | "deprecated" | "sunset";
                        replacement_model: string | null;
                        deprecation_date: string | null;
                        sunset_date: string | null;
                        days_until_sunset: number | null;
                        auto_reroute: boolean;
                        message: string | null;
                    };
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    explainRouting: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "request": {
                 *         "model": "gpt-4o-mini"
                 *       },
                 *       "attributes": {
                 *         "team": "data-science"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The body that a client would send to the gateway.
                     * @default {}
                     */
                    request?: {
                        model?: string;
                        stream?: boolean;
                        tools?: unknown[];
                        user?: string;
                        metadata?: {
                            [key: string]: unknown;
                        };
                        messages?: unknown[];
                    } & {
                        [key: string]: unknown;
                    };
                    /**
                     * @description What else is known of the request, by the names that conditions use.
                     * @default {}
                     * @example {
                     *       "team": "data-science"
                     *     }
                     */
                    attributes?: {
                        [key: string]: string | number | boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The decision, and the policies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        object: "aicp.decision";
                        id: string;
                        at: string;
                        request_id: string;
                        config_revision: string;
                        attributes: {
                            [key: string]: string | number | boolean;
                        };
                        asked_model: string | null;
                        steps: {
                            stage: string;
                            outcome: string;
                            policy?: string;
                            detail?: string;
                        }[];
                        candidates: string[];
                        /** @enum {string} */
                        result: "serve" | "deny" | "fail";
                        model: string | null;
                        provider: string | null;
                        status: number;
                        code: string | null;
                        message: string | null;
                        /** @description Every policy that counts for the request, in the order of reading. */
                        policies: {
                            policy: string;
                            organization_id: string | null;
                            priority: number;
                            /** @enum {string} */
                            action: "permit" | "deny" | "prefer";
                            condition: string | null;
                            target_models: string[];
                            matched: boolean;
                            applied: boolean;
                            why: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRoutingStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of routing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the members of a group are ordered, where no policy names the group. */
                        routing_strategy: string;
                        fallbacks: {
                            [key: string]: string[];
                        };
                        model_group_aliases: {
                            [key: string]: string[];
                        };
                        num_models: number;
                        /** @description Epoch and revision of the newest configuration that was committed. */
                        config_version: string | null;
                        replicas: {
                            /** @description Whether every replica runs every policy. */
                            up_to_date: boolean;
                            /** @description Policies that some replica does not run, and why. */
                            pending: {
                                policy: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLitellmStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of routing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the members of a group are ordered, where no policy names the group. */
                        routing_strategy: string;
                        fallbacks: {
                            [key: string]: string[];
                        };
                        model_group_aliases: {
                            [key: string]: string[];
                        };
                        num_models: number;
                        /** @description Epoch and revision of the newest configuration that was committed. */
                        config_version: string | null;
                        replicas: {
                            /** @description Whether every replica runs every policy. */
                            up_to_date: boolean;
                            /** @description Policies that some replica does not run, and why. */
                            pending: {
                                policy: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    syncRoutingPolicies: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many policies every replica runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "synced" | "pending";
                        synced: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    checkRateLimit: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scope": "team",
                 *       "scope_value": "ml",
                 *       "model": "gpt-4o",
                 *       "estimated_tokens": 2000
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    scope: "global" | "organization" | "team" | "user" | "key" | "model";
                    /** @description Which one; not for global. */
                    scope_value?: string;
                    /** @description The model that is asked. */
                    model?: string;
                    /**
                     * @description Tokens that the request may take, prompt and answer together.
                     * @default 0
                     */
                    estimated_tokens?: number;
                };
            };
        };
        responses: {
            /** @description Whether it would, and what is left. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowed: boolean;
                        /** @description The policy of the limit that refuses, or else leaves the smallest share; null where it is none of a policy. */
                        policy: string | null;
                        /** @description That limit, in words; null where none applies. */
                        limit: string | null;
                        /** @description What it leaves before the request. */
                        remaining: number | null;
                        /** @description When it begins anew. */
                        reset_at: string | null;
                        /** @description Null where the request may be sent, or never has room. */
                        retry_after_seconds: number | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description How long the present key goes on working.
                     * @default 0
                     * @example 86400
                     */
                    grace_period_seconds?: number;
                };
            };
        };
        responses: {
            /** @description It, with its new key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKey"] & {
                        /** @description The key: kept by nobody but you. */
                        key?: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    blockApiKey: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKey"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    unblockApiKey: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKey"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listBusinessUnits: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose name holds this text. */
                q?: string;
                /** @description Field to order by; with `-` before it, the other way round. By id without it. */
                sort?: string;
                /** @description Only those whose organization_id is this. */
                organization_id?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessUnit"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createBusinessUnit: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Research",
                 *       "slug": "research",
                 *       "max_budget": 2000,
                 *       "cost_center": "CC-4711"
                 *     }
                 */
                "application/json": components["schemas"]["BusinessUnitCreate"];
            };
        };
        responses: {
            /** @description It, as it is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessUnit"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getBusinessUnit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
                /** @description Name of the object. */
                unit_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessUnit"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateBusinessUnit: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
                /** @description Name of the object. */
                unit_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BusinessUnitUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessUnit"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteBusinessUnit: {
        parameters: {
            query?: {
                /** @description Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left. */
                cascade?: "true" | "false";
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
                /** @description Name of the object. */
                unit_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchBusinessUnit: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
                /** @description Name of the object. */
                unit_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["BusinessUnitUpdate"];
                "application/json": components["schemas"]["BusinessUnitUpdate"];
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessUnit"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listOrganizationMembers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: string;
                        /** @enum {string} */
                        role: "org_admin" | "admin" | "team_admin" | "member" | "viewer";
                    }[];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addOrganizationMember: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Who.
                     * @example ada@example.com
                     */
                    user_id: string;
                    /**
                     * @description What the member may do there.
                     * @default member
                     * @enum {string}
                     */
                    role?: "org_admin" | "admin" | "team_admin" | "member" | "viewer";
                };
            };
        };
        responses: {
            /** @description The member, with the role. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: string;
                        /** @enum {string} */
                        role: "org_admin" | "admin" | "team_admin" | "member" | "viewer";
                    };
                };
            };
            /** @description The member, with the role. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: string;
                        /** @enum {string} */
                        role: "org_admin" | "admin" | "team_admin" | "member" | "viewer";
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    removeOrganizationMember: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
                /** @description Name of the object. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is no member any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSingleSignOn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How they sign in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleSignOn"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    setSingleSignOn: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "issuer": "https://idp.example.com",
                 *       "client_id": "aicp",
                 *       "client_secret": "…"
                 *     }
                 */
                "application/json": components["schemas"]["SingleSignOnUpdate"];
            };
        };
        responses: {
            /** @description How they sign in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleSignOn"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchSingleSignOn: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "issuer": "https://idp.example.com",
                 *       "client_id": "aicp",
                 *       "client_secret": "…"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["SingleSignOnPatch"];
                /**
                 * @example {
                 *       "issuer": "https://idp.example.com",
                 *       "client_id": "aicp",
                 *       "client_secret": "…"
                 *     }
                 */
                "application/json": components["schemas"]["SingleSignOnPatch"];
            };
        };
        responses: {
            /** @description How they sign in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleSignOn"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTeamMembers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: string;
                        /** @enum {string} */
                        role: "team_admin" | "member" | "viewer";
                    }[];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addTeamMember: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Who.
                     * @example ada@example.com
                     */
                    user_id: string;
                    /**
                     * @description What the member may do there.
                     * @default member
                     * @enum {string}
                     */
                    role?: "team_admin" | "member" | "viewer";
                };
            };
        };
        responses: {
            /** @description The member, with the role. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: string;
                        /** @enum {string} */
                        role: "team_admin" | "member" | "viewer";
                    };
                };
            };
            /** @description The member, with the role. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: string;
                        /** @enum {string} */
                        role: "team_admin" | "member" | "viewer";
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    removeTeamMember: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
                /** @description Name of the object. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is no member any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    startAbTest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    pauseAbTest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    stopAbTest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    promoteAbTest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rollbackAbTest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ABTest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    renderPrompt: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variables": {
                 *         "text": "A long story.",
                 *         "sentences": 2
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description By name.
                     * @default {}
                     */
                    variables?: {
                        [key: string]: string | number | boolean;
                    };
                    /** @description An approved version, or the number of the text at hand. Without it, the one that is served; the text at hand where none was approved yet. */
                    version?: number | null;
                };
            };
        };
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rendered_text: string;
                        version: number;
                        /**
                         * @description Approved, or the state of the text at hand.
                         * @enum {string}
                         */
                        status: "draft" | "in_review" | "approved" | "archived";
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    submitPrompt: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    approvePrompt: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rejectPrompt: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    archivePrompt: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPromptVersions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersion"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rollBackPrompt: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": {
                    /** @description An approved one. */
                    version: number;
                };
            };
        };
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlPlane"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateSettings: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "default_model": "gpt-4o-mini",
                 *       "environment": "production",
                 *       "time_zone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["ControlPlaneUpdate"];
            };
        };
        responses: {
            /** @description The settings, as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlPlane"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchSettings: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
                /** @description Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then. */
                wait?: components["parameters"]["wait"];
            };
            header?: {
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "default_model": "gpt-4o-mini",
                 *       "environment": "production",
                 *       "time_zone": "Europe/Berlin"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["ControlPlanePatch"];
                /**
                 * @example {
                 *       "default_model": "gpt-4o-mini",
                 *       "environment": "production",
                 *       "time_zone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["ControlPlanePatch"];
            };
        };
        responses: {
            /** @description The settings, as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The version, for If-Match; of a GET, of the whole answer too. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlPlane"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those whose id or address holds this text. */
                q?: string;
                /** @description Field to order by; by organization and id without it. */
                sort?: "user_id" | "-user_id" | "email" | "-email" | "last_login_at" | "-last_login_at";
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAccessRequests: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those in this state. */
                status?: "pending" | "approved" | "denied" | "revoked" | "expired";
                /** @description Only those whose tier is this. */
                tier_id?: string;
                /** @description Only those whose team is this. */
                team_id?: string;
                /** @description Only those whose user is this. */
                user_id?: string;
                /** @description Only those whose key is this. */
                key_id?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessRequest"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createAccessRequest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tier_id": "premium",
                 *       "justification": "Evaluation",
                 *       "duration_days": 30
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The access tier.
                     * @example premium
                     */
                    tier_id: string;
                    /** @description Why; some tiers ask for it. */
                    justification?: string | null;
                    /** @description The team that is to have it. */
                    team_id?: string | null;
                    /** @description The person who is to have it. */
                    user_id?: string | null;
                    /** @description The key that is to have it; without a team, a person and a key, it is you. */
                    key_id?: string | null;
                    /** @description Of the person, where you belong to the platform. */
                    organization_id?: string | null;
                    /** @description For how long, from the approval on; without it, as long as the tier allows. */
                    duration_days?: number | null;
                };
            };
        };
        responses: {
            /** @description The request. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessRequest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAccessRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessRequest"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    approveAccessRequest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessRequest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    denyAccessRequest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessRequest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    revokeAccessRequest: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessRequest"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    generateChargebackReport: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "period": "2026-02"
                 *     }
                 */
                "application/json": {
                    /** @description A calendar month, in the time zone of the settings. */
                    period: string;
                    /** @description For people. */
                    name?: string;
                    /** @description Whose cost it books. Without it your organization’s; of the platform’s administrator, everybody’s. */
                    organization_id?: string;
                } | {
                    period_start: string;
                    /** @description A date is within the period; a moment is its end. */
                    period_end: string;
                    /** @description For people. */
                    name?: string;
                    /** @description Whose cost it books. Without it your organization’s; of the platform’s administrator, everybody’s. */
                    organization_id?: string;
                };
            };
        };
        responses: {
            /** @description The draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description The address of what was created. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargebackReport"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listChargebackReports: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
                /** @description Only those in this state. */
                status?: "draft" | "finalized" | "exported";
                /** @description Only those of this organization. */
                organization_id?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargebackReportSummary"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getChargebackReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, with its line items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargebackReport"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteChargebackReport: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    finalizeChargebackReport: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you saw: 412 where the object has changed since.
                 * @example "1042"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargebackReport"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportChargebackReport: {
        parameters: {
            query?: {
                /** @description How it is written. */
                format?: "csv" | "json" | "sap" | "focus";
                /** @description With format=focus: the columns of this version of FOCUS. */
                focus_version?: "1.2" | "1.3";
            };
            header?: {
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description Name of the object. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @description Whose cost it books; null: everybody’s. */
                        organization_id: string | null;
                        /** Format: date-time */
                        period_start: string;
                        /**
                         * Format: date-time
                         * @description Before when.
                         */
                        period_end: string;
                        time_zone: string;
                        /** @constant */
                        currency: "USD";
                        /** @description USD, in whole cents. */
                        total_cost: number;
                        /** @description USD, in whole cents. */
                        allocated_cost: number;
                        /** @description USD, in whole cents. */
                        unallocated_cost: number;
                        /** @description USD, to the nano-dollar. */
                        total_cost_exact: string;
                        line_item_count: number;
                        /** @description The finalized report of this period that it adds the difference to; null where it is the first. */
                        restates: string | null;
                        /** @description SHA-256 of all that it says: the same records and rules give the same. */
                        digest: string;
                        created_by: string;
                        /** Format: date-time */
                        created_at: string;
                        finalized_by: string | null;
                        finalized_at: string | null;
                        line_items: components["schemas"]["ChargebackLineItem"][];
                        /** @description What the records were priced by. */
                        price_versions: string[];
                        rules: {
                            id: string;
                            name: string;
                            uid: string;
                            generation: number;
                        }[];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLicense: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseState"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    activateLicense: {
        parameters: {
            query?: {
                /** @description Check everything and answer what would be stored, but store nothing. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.
                 * @example 5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "license_key": "eyJhbGciOiJFZERTQSJ9.….…"
                 *     }
                 */
                "application/json": {
                    /** @description The license token. */
                    license_key: string;
                };
            };
        };
        responses: {
            /** @description The new state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseState"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                /** @description Kind of what was changed. */
                resource_type?: string;
                /** @description What was changed. */
                resource_id?: string;
                /** @description What was done: `create`, `update`, `delete`, `login`, `denied` … */
                action?: string;
                /** @description Who did it. */
                user_id?: string;
                /** @description Entries from then on; RFC 3339, or a date. */
                since?: string;
                /** @description Entries before then. */
                until?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as rel="next"; absent on the last. */
                    Link?: string;
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportAuditLogs: {
        parameters: {
            query?: {
                /** @description Kind of what was changed. */
                resource_type?: string;
                /** @description What was changed. */
                resource_id?: string;
                /** @description What was done: `create`, `update`, `delete`, `login`, `denied` … */
                action?: string;
                /** @description Who did it. */
                user_id?: string;
                /** @description Entries from then on; RFC 3339, or a date. */
                since?: string;
                /** @description Entries before then. */
                until?: string;
                /** @description How to write entries. */
                format?: "json" | "csv" | "jsonl";
            };
            header?: {
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    verifyAuditLogs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what you have, or several: 304 where it is still that.
                 * @example "1042.4Jx0aLZq3nYV7kPtW2cRb"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Of this very answer, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            408: components["responses"]["Error408"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
}
