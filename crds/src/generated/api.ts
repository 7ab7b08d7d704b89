// Made by `make generate` from the kinds in crds/src.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
            /** @description What the operator says of it, in Kubernetes’ form. */
            conditions: {
                /** @description Accepted, Programmed, Ready, Reconciling or Stalled. */
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
             * @description Which API the provider speaks.
             * @enum {string}
             */
            type?: "openai" | "anthropic" | "azure_openai" | "bedrock" | "gemini" | "vertex" | "openai_compatible" | "simulated";
            /** @description Address that the API’s paths are appended to, with the version (`https://api.openai.com/v1`). Each type but openai_compatible has a default. */
            base_url?: string;
            /** @description Where the API key stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description Cloud region, for bedrock and vertex. */
            region?: string;
            /** @description Version of the provider’s API, where it takes one (azure_openai). */
            api_version?: string;
            /**
             * Format: int64
             * @description Milliseconds to wait for the first byte of an answer, and between two chunks of a stream.
             * @default 600000
             */
            timeout_ms: number;
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
        ProviderWrite: {
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /**
             * @description Which API the provider speaks.
             * @enum {string}
             */
            type: "openai" | "anthropic" | "azure_openai" | "bedrock" | "gemini" | "vertex" | "openai_compatible" | "simulated";
            /** @description Address that the API’s paths are appended to, with the version (`https://api.openai.com/v1`). Each type but openai_compatible has a default. */
            base_url?: string;
            /** @description Where the API key stands. */
            secret_ref?: {
                /** @description Name of the Secret, in the same namespace. */
                name: string;
                /** @description Key within the Secret. */
                key: string;
            };
            /** @description Cloud region, for bedrock and vertex. */
            region?: string;
            /** @description Version of the provider’s API, where it takes one (azure_openai). */
            api_version?: string;
            /**
             * Format: int64
             * @description Milliseconds to wait for the first byte of an answer, and between two chunks of a stream.
             * @default 600000
             */
            timeout_ms: number;
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
        /** @description A model that clients may ask for: its id and aliases, the provider behind it, its prices and its fallbacks. */
        Model: {
            /** @description What clients send as `model`. Unique, aliases included. */
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
                /** @description Accepted, Programmed, Ready, Reconciling or Stalled. */
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
            /** @description What the provider calls it; without it, `modelId`. */
            upstream_model?: string;
            /** @description Other ids that clients may send for it. */
            aliases?: string[];
            /**
             * @description What the model is for.
             * @default chat
             * @enum {string}
             */
            mode: "chat" | "completion" | "embedding" | "moderation" | "rerank" | "image" | "audio";
            /**
             * Format: int64
             * @description Tokens that fit into one request and its answer.
             */
            context_window?: number;
            /**
             * Format: int64
             * @description Tokens of the longest answer.
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
            /** @description A label for policies and access tiers: free, budget, standard, premium, experimental, self_hosted, or your own. */
            tier?: string;
            /**
             * Format: int64
             * @description Milliseconds that people expect of it, where no SLADefinition says otherwise.
             */
            default_latency_sla_ms?: number;
            /**
             * Format: int64
             * @description Share of traffic within a model group.
             * @default 1
             */
            weight: number;
            /** @description Model ids or aliases tried in order when this one cannot answer. */
            fallbacks?: string[];
            /** @description Words to find it by. */
            tags?: string[];
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description A model that clients may ask for: its id and aliases, the provider behind it, its prices and its fallbacks. */
        ModelWrite: {
            /** @description Name for people. */
            display_name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description What clients send as `model`. Unique, aliases included. */
            id: string;
            /** @description Name of the Provider that serves it. */
            provider: string;
            /** @description What the provider calls it; without it, `modelId`. */
            upstream_model?: string;
            /** @description Other ids that clients may send for it. */
            aliases?: string[];
            /**
             * @description What the model is for.
             * @default chat
             * @enum {string}
             */
            mode: "chat" | "completion" | "embedding" | "moderation" | "rerank" | "image" | "audio";
            /**
             * Format: int64
             * @description Tokens that fit into one request and its answer.
             */
            context_window?: number;
            /**
             * Format: int64
             * @description Tokens of the longest answer.
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
            /** @description A label for policies and access tiers: free, budget, standard, premium, experimental, self_hosted, or your own. */
            tier?: string;
            /**
             * Format: int64
             * @description Milliseconds that people expect of it, where no SLADefinition says otherwise.
             */
            default_latency_sla_ms?: number;
            /**
             * Format: int64
             * @description Share of traffic within a model group.
             * @default 1
             */
            weight: number;
            /** @description Model ids or aliases tried in order when this one cannot answer. */
            fallbacks?: string[];
            /** @description Words to find it by. */
            tags?: string[];
            /**
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
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
                /** @description Accepted, Programmed, Ready, Reconciling or Stalled. */
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
             * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty.
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
                /** @description model_group: the id that clients send. */
                alias?: string;
                /** @description model_group: its members. */
                models?: string[];
                /** @description model_group: a share for each of `models`; without them, the models’ own weights. */
                weights?: number[];
                /**
                 * @description routing_strategy: how a member of a group is chosen.
                 * @enum {string}
                 */
                strategy?: "simple-shuffle" | "least-busy" | "latency-based-routing" | "cost-based-routing" | "usage-based-routing";
                /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
                condition?: string;
                /**
                 * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty.
                 * @enum {string}
                 */
                action?: "permit" | "deny" | "prefer";
                /** @description Model ids or aliases. */
                target_models?: string[];
            };
        };
        /** @description A rule about which models serve which requests. Active policies are read from the highest priority down: the first permit or prefer that matches decides, and every deny that matches takes its models away. A policy narrows and orders what keys and teams allow; it never widens it. */
        RoutingPolicyWrite: {
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
             * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty.
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
                /** @description model_group: the id that clients send. */
                alias?: string;
                /** @description model_group: its members. */
                models?: string[];
                /** @description model_group: a share for each of `models`; without them, the models’ own weights. */
                weights?: number[];
                /**
                 * @description routing_strategy: how a member of a group is chosen.
                 * @enum {string}
                 */
                strategy?: "simple-shuffle" | "least-busy" | "latency-based-routing" | "cost-based-routing" | "usage-based-routing";
                /** @description Which requests it acts on (`team == research && stream == true`). Without it, all. */
                condition?: string;
                /**
                 * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty.
                 * @enum {string}
                 */
                action?: "permit" | "deny" | "prefer";
                /** @description Model ids or aliases. */
                target_models?: string[];
            };
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
                /** @description Accepted, Programmed, Ready, Reconciling or Stalled. */
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
            /** @description SHA-256 of the key, in lower-case hex. The key itself is stored nowhere. */
            key_hash?: string;
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
            /** @description The key before a rotation, good until `previousKeyExpiresAt`. */
            previous_key_hash?: string;
            /** @description End of the grace period of a rotation. */
            previous_key_expires_at?: string;
            /** @description Attributes for policies (`metadata.department`) and cost tags. */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A bearer key for the gateway and the admin API, by its SHA-256 alone: who it belongs to, which models it may use, and until when. */
        APIKeyWrite: {
            /** @description Name for people. */
            name?: string;
            /** @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request. */
            organization_id?: string;
            /** @description SHA-256 of the key, in lower-case hex. The key itself is stored nowhere. */
            key_hash: string;
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
            /** @description The key before a rotation, good until `previousKeyExpiresAt`. */
            previous_key_hash?: string;
            /** @description End of the grace period of a rotation. */
            previous_key_expires_at?: string;
            /** @description Attributes for policies (`metadata.department`) and cost tags. */
            metadata?: {
                [key: string]: string;
            };
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
                /** @description Accepted, Programmed, Ready, Reconciling or Stalled. */
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
                 * @description Off: guardrails are not applied.
                 * @default true
                 */
                guardrails: boolean;
                /**
                 * @description On: answers may come from the cache.
                 * @default false
                 */
                semantic_cache: boolean;
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
             * @description On: the cost, budget and workflow services ask for credentials too.
             * @default false
             */
            require_auth: boolean;
        };
        /** @description The settings of the installation. There is one, named `default`; the operator creates it where it is absent. */
        ControlPlaneWrite: {
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
                 * @description Off: guardrails are not applied.
                 * @default true
                 */
                guardrails: boolean;
                /**
                 * @description On: answers may come from the cache.
                 * @default false
                 */
                semantic_cache: boolean;
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
             * @description On: the cost, budget and workflow services ask for credentials too.
             * @default false
             */
            require_auth: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
