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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Type
             * @description Which API the provider speaks.
             * @enum {string}
             */
            type?: "openai" | "anthropic" | "azure_openai" | "bedrock" | "gemini" | "vertex" | "mistral" | "groq" | "deepseek" | "xai" | "together" | "fireworks" | "openrouter" | "perplexity" | "cohere" | "ollama" | "vllm" | "openai_compatible" | "simulated";
            /**
             * Base URL
             * @description Address that the API’s paths are appended to, with the version (`https://api.openai.com/v1`). Types that are not at one address for everybody have no default. Of azure_openai it is the resource’s, without a path (`https://my-resource.openai.azure.com`).
             */
            base_url?: string;
            /**
             * Kubernetes Secret
             * @description Where the API key stands: the short form of one credential, called `default`.
             */
            secret_ref?: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /** @description Whether a secret is set. */
            readonly secret_set?: boolean;
            /**
             * Credentials
             * @description Several API keys of this provider, among which requests are shared.
             */
            credentials?: {
                /**
                 * Name
                 * @description What conditions, metrics and logs call it. Unique in the list.
                 */
                name: string;
                /**
                 * Kubernetes Secret
                 * @description Where the API key stands.
                 */
                secret_ref: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /** @description Whether a secret is set. */
                readonly secret_set?: boolean;
                /**
                 * Weight
                 * Format: int64
                 * @description Its share of the requests, beside the others. 0: only where no other can be asked.
                 * @default 1
                 */
                weight: number;
            }[];
            /**
             * Region
             * @description Cloud region, for bedrock and vertex.
             */
            region?: string;
            /**
             * API version
             * @description Version of the vendor’s API, where it takes one: of anthropic, and of azure_openai, where it is a date, which requests by deployments are for, or v1, as without this field.
             */
            api_version?: string;
            /**
             * Project
             * @description Project of the vendor’s cloud that is billed (vertex).
             */
            project?: string;
            /**
             * Timeout
             * Format: int64
             * @description Milliseconds for an answer as a whole; for a stream, until its first content and from one content to the next.
             * @default 600000
             */
            timeout_ms: number;
            /**
             * Connect timeout
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, timeoutMs, and 10,000 at most.
             */
            connect_timeout_ms?: number;
            /**
             * Time to the first byte at most
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, timeoutMs.
             */
            first_byte_timeout_ms?: number;
            /**
             * Idle timeout
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, timeoutMs.
             */
            idle_timeout_ms?: number;
            /**
             * Total timeout
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, timeoutMs, and for a stream as long as the request may take.
             */
            total_timeout_ms?: number;
            /**
             * Requests at the same time
             * Format: int64
             * @description Requests that each gateway replica has under way there at a time. Beyond it, the next model is asked.
             */
            concurrent_limit?: number;
            /**
             * Ask a second time after
             * Format: int64
             * @description Milliseconds without a first byte after which the next model is asked as well, and the slower of the two is cancelled. Both may be billed. Off without it.
             */
            hedge_after_ms?: number;
            /**
             * Retries at most
             * Format: int64
             * @description Attempts beyond the first at this provider, before the first byte reached the client.
             * @default 2
             */
            max_retries: number;
            /**
             * Headers
             * @description Headers added to every request. Not for secrets: use secretRef.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Tls
             * @description Whose certificates are trusted, and how the gateways say who they are.
             */
            tls?: {
                /**
                 * Ca secret in a Kubernetes Secret
                 * @description Where the certificates (PEM) of the authorities stand that may have signed the provider’s; in place of the public ones.
                 */
                ca_secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /** @description Whether a secret is set. */
                readonly secret_set?: boolean;
                /**
                 * Client certificate secret in a Kubernetes Secret
                 * @description Secret of type kubernetes.io/tls with the certificate that the provider asks for (`tls.crt`) and its key (`tls.key`).
                 */
                client_certificate_secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                };
                /**
                 * Server name
                 * @description Name that its certificate has to be for; without it, the host of baseUrl.
                 */
                server_name?: string;
            };
            /**
             * Http2
             * @description Offers HTTP/2 to it. What does not take it is spoken to by HTTP/1.1.
             */
            http2?: boolean;
            /**
             * Proxy URL
             * @description Forward proxy by which this provider is reached, in place of that of the gateways’ environment. Only for providers of the platform.
             */
            proxy_url?: string;
            /**
             * Proxy secret in a Kubernetes Secret
             * @description Where the `name:password` stands that the proxy asks for.
             */
            proxy_secret_ref?: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /**
             * Active
             * @description Off takes every model of this provider out of service.
             * @default true
             */
            is_active: boolean;
            /**
             * Simulation
             * @description How a simulated provider behaves. Only with type simulated.
             */
            simulation?: {
                /**
                 * Latency
                 * Format: int64
                 * @description Milliseconds before a JSON answer.
                 * @default 0
                 */
                latency_ms: number;
                /**
                 * Time to the first token
                 * Format: int64
                 * @description Milliseconds before the first chunk of a stream.
                 * @default 0
                 */
                first_token_ms: number;
                /**
                 * Tokens per second
                 * Format: int64
                 * @description Pace of a stream; 0 sends all chunks at once.
                 * @default 0
                 */
                tokens_per_second: number;
                /**
                 * Output tokens
                 * Format: int64
                 * @description Length of an answer in tokens, unless the request asks for fewer.
                 * @default 16
                 */
                output_tokens: number;
                /**
                 * Error rate
                 * @description Share of requests answered with `errorStatus`, 0 to 1.
                 * @default 0
                 */
                error_rate: number;
                /**
                 * Error status
                 * Format: int64
                 * @description HTTP status of a failing request.
                 * @default 500
                 */
                error_status: number;
                /**
                 * Abort rate
                 * @description Share of requests whose connection breaks half-way, 0 to 1.
                 * @default 0
                 */
                abort_rate: number;
                /**
                 * Seed
                 * Format: int64
                 * @description Makes the failures repeatable.
                 * @default 0
                 */
                seed: number;
            };
        };
        /** @description A source of models: a vendor’s API, anything that speaks OpenAI’s, or a simulation for trials. Its credential is a reference to a Secret, never a value. */
        ProviderWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Type
             * @description Which API the provider speaks.
             * @enum {string}
             */
            type: "openai" | "anthropic" | "azure_openai" | "bedrock" | "gemini" | "vertex" | "mistral" | "groq" | "deepseek" | "xai" | "together" | "fireworks" | "openrouter" | "perplexity" | "cohere" | "ollama" | "vllm" | "openai_compatible" | "simulated";
            /**
             * Base URL
             * @description Address that the API’s paths are appended to, with the version (`https://api.openai.com/v1`). Types that are not at one address for everybody have no default. Of azure_openai it is the resource’s, without a path (`https://my-resource.openai.azure.com`).
             */
            base_url?: string;
            /**
             * Kubernetes Secret
             * @description Where the API key stands: the short form of one credential, called `default`.
             */
            secret_ref?: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /**
             * API key
             * @description The secret itself, instead of secret_ref: kept in a Secret, and never answered.
             */
            api_key?: string;
            /**
             * Credentials
             * @description Several API keys of this provider, among which requests are shared.
             */
            credentials?: {
                /**
                 * Name
                 * @description What conditions, metrics and logs call it. Unique in the list.
                 */
                name: string;
                /**
                 * Kubernetes Secret
                 * @description Where the API key stands.
                 */
                secret_ref: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /**
                 * Weight
                 * Format: int64
                 * @description Its share of the requests, beside the others. 0: only where no other can be asked.
                 * @default 1
                 */
                weight: number;
            }[];
            /**
             * Region
             * @description Cloud region, for bedrock and vertex.
             */
            region?: string;
            /**
             * API version
             * @description Version of the vendor’s API, where it takes one: of anthropic, and of azure_openai, where it is a date, which requests by deployments are for, or v1, as without this field.
             */
            api_version?: string;
            /**
             * Project
             * @description Project of the vendor’s cloud that is billed (vertex).
             */
            project?: string;
            /**
             * Timeout
             * Format: int64
             * @description Milliseconds for an answer as a whole; for a stream, until its first content and from one content to the next.
             * @default 600000
             */
            timeout_ms: number;
            /**
             * Connect timeout
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, timeoutMs, and 10,000 at most.
             */
            connect_timeout_ms?: number;
            /**
             * Time to the first byte at most
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, timeoutMs.
             */
            first_byte_timeout_ms?: number;
            /**
             * Idle timeout
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, timeoutMs.
             */
            idle_timeout_ms?: number;
            /**
             * Total timeout
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, timeoutMs, and for a stream as long as the request may take.
             */
            total_timeout_ms?: number;
            /**
             * Requests at the same time
             * Format: int64
             * @description Requests that each gateway replica has under way there at a time. Beyond it, the next model is asked.
             */
            concurrent_limit?: number;
            /**
             * Ask a second time after
             * Format: int64
             * @description Milliseconds without a first byte after which the next model is asked as well, and the slower of the two is cancelled. Both may be billed. Off without it.
             */
            hedge_after_ms?: number;
            /**
             * Retries at most
             * Format: int64
             * @description Attempts beyond the first at this provider, before the first byte reached the client.
             * @default 2
             */
            max_retries: number;
            /**
             * Headers
             * @description Headers added to every request. Not for secrets: use secretRef.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Tls
             * @description Whose certificates are trusted, and how the gateways say who they are.
             */
            tls?: {
                /**
                 * Ca secret in a Kubernetes Secret
                 * @description Where the certificates (PEM) of the authorities stand that may have signed the provider’s; in place of the public ones.
                 */
                ca_secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /**
                 * Ca
                 * @description The secret itself, instead of ca_secret_ref: kept in a Secret, and never answered.
                 */
                ca?: string;
                /**
                 * Client certificate secret in a Kubernetes Secret
                 * @description Secret of type kubernetes.io/tls with the certificate that the provider asks for (`tls.crt`) and its key (`tls.key`).
                 */
                client_certificate_secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                };
                /**
                 * Server name
                 * @description Name that its certificate has to be for; without it, the host of baseUrl.
                 */
                server_name?: string;
            };
            /**
             * Http2
             * @description Offers HTTP/2 to it. What does not take it is spoken to by HTTP/1.1.
             */
            http2?: boolean;
            /**
             * Proxy URL
             * @description Forward proxy by which this provider is reached, in place of that of the gateways’ environment. Only for providers of the platform.
             */
            proxy_url?: string;
            /**
             * Proxy secret in a Kubernetes Secret
             * @description Where the `name:password` stands that the proxy asks for.
             */
            proxy_secret_ref?: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /**
             * Proxy secret
             * @description The secret itself, instead of proxy_secret_ref: kept in a Secret, and never answered.
             */
            proxy_secret?: string;
            /**
             * Active
             * @description Off takes every model of this provider out of service.
             * @default true
             */
            is_active: boolean;
            /**
             * Simulation
             * @description How a simulated provider behaves. Only with type simulated.
             */
            simulation?: {
                /**
                 * Latency
                 * Format: int64
                 * @description Milliseconds before a JSON answer.
                 * @default 0
                 */
                latency_ms: number;
                /**
                 * Time to the first token
                 * Format: int64
                 * @description Milliseconds before the first chunk of a stream.
                 * @default 0
                 */
                first_token_ms: number;
                /**
                 * Tokens per second
                 * Format: int64
                 * @description Pace of a stream; 0 sends all chunks at once.
                 * @default 0
                 */
                tokens_per_second: number;
                /**
                 * Output tokens
                 * Format: int64
                 * @description Length of an answer in tokens, unless the request asks for fewer.
                 * @default 16
                 */
                output_tokens: number;
                /**
                 * Error rate
                 * @description Share of requests answered with `errorStatus`, 0 to 1.
                 * @default 0
                 */
                error_rate: number;
                /**
                 * Error status
                 * Format: int64
                 * @description HTTP status of a failing request.
                 * @default 500
                 */
                error_status: number;
                /**
                 * Abort rate
                 * @description Share of requests whose connection breaks half-way, 0 to 1.
                 * @default 0
                 */
                abort_rate: number;
                /**
                 * Seed
                 * Format: int64
                 * @description Makes the failures repeatable.
                 * @default 0
                 */
                seed: number;
            };
        };
        /** @description A model that clients may ask for: its id and aliases, the provider behind it, its prices and its fallbacks. */
        Model: {
            /**
             * ID
             * @description What clients send as `model`. Unique on the platform or within its organization, aliases included.
             */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Display name
             * @description Name for people.
             */
            display_name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Provider
             * @description Name of the Provider that serves it.
             */
            provider?: string;
            /**
             * Name at the provider
             * @description What the provider calls it; without it, `modelId`. At a provider of the platform, an organization’s model names the platform’s model here.
             */
            upstream_model?: string;
            /**
             * Aliases
             * @description Other ids that clients may send for it.
             */
            aliases?: string[];
            /**
             * Mode
             * @description What the model is for. A request of another kind is refused, and says where to send it; as a member of a group or as a fallback, the model is passed over. One with `embedding` can also tell the answer cache how alike questions are.
             * @default chat
             * @enum {string}
             */
            mode: "chat" | "completion" | "embedding" | "moderation" | "rerank" | "image" | "audio" | "speech" | "transcription" | "realtime";
            /**
             * Lossy
             * @description What becomes of a request of which its provider cannot be told all, since it speaks another API: what is left out is named in a header of the answer, or the request is refused.
             * @default drop
             * @enum {string}
             */
            lossy: "drop" | "reject";
            /**
             * Context window
             * Format: int64
             * @description Tokens that fit into one request and its answer. A provider’s count beyond is not believed: an estimate is recorded.
             */
            context_window?: number;
            /**
             * Output tokens at most
             * Format: int64
             * @description Tokens of the longest answer. A count that no 128 of them explain is not believed.
             */
            max_output_tokens?: number;
            /**
             * Capabilities
             * @description What it can do (`tools`, `vision`, `json`, …), for people and searches.
             */
            capabilities?: string[];
            /**
             * Input price per million tokens
             * @description USD per million input tokens.
             */
            input_price_per_million?: number;
            /**
             * Output price per million tokens
             * @description USD per million output tokens.
             */
            output_price_per_million?: number;
            /**
             * Cached input price per million tokens
             * @description USD per million cached input tokens.
             */
            cached_input_price_per_million?: number;
            /**
             * Cache write price per million tokens
             * @description USD per million cache write tokens.
             */
            cache_write_price_per_million?: number;
            /**
             * Reasoning price per million tokens
             * @description USD per million reasoning tokens.
             */
            reasoning_price_per_million?: number;
            /**
             * Audio input price per million tokens
             * @description USD per million audio input tokens.
             */
            audio_input_price_per_million?: number;
            /**
             * Audio output price per million tokens
             * @description USD per million audio output tokens.
             */
            audio_output_price_per_million?: number;
            /**
             * Price per request
             * @description USD for each request that is answered, beside its tokens.
             */
            per_request_price?: number;
            /**
             * Price per image
             * @description USD for each image that is made, beside its tokens.
             */
            per_image_price?: number;
            /**
             * Price per minute of sound
             * @description USD for each minute of sound that is written down, by the second and less, beside its tokens.
             */
            per_minute_price?: number;
            /**
             * Price per million characters that are spoken
             * @description USD per million characters that are spoken, beside its tokens.
             */
            character_price_per_million?: number;
            /**
             * Discount for batches
             * @description What the vendor takes off all these prices for requests of batches. Absent: what comes with the release (50 for the models of OpenAI and Azure OpenAI that it knows), else nothing.
             */
            batch_discount_percent?: number;
            /**
             * Tier
             * @description A label for policies and access tiers: free, budget, standard, premium, experimental, self_hosted, or your own.
             */
            tier?: string;
            /**
             * Promised latency
             * Format: int64
             * @description Milliseconds that 95 of 100 answers are expected within, over an hour, where no SLADefinition of the same owner is about it.
             */
            default_latency_sla_ms?: number;
            /**
             * Weight
             * Format: int64
             * @description Share of traffic within a model group. 0: asked there when the others have failed.
             * @default 1
             */
            weight: number;
            /**
             * Fallbacks
             * @description Model ids or aliases tried in order when this one cannot answer.
             */
            fallbacks?: string[];
            /**
             * Fallbacks for long input
             * @description The same, when its provider refuses a request that is longer than the model takes.
             */
            context_window_fallbacks?: string[];
            /**
             * Fallbacks for refused content
             * @description The same, when its provider refuses a request for what it says.
             */
            content_policy_fallbacks?: string[];
            /**
             * Connect timeout
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, as its provider says.
             */
            connect_timeout_ms?: number;
            /**
             * Time to the first byte at most
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, as its provider says.
             */
            first_byte_timeout_ms?: number;
            /**
             * Idle timeout
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, as its provider says.
             */
            idle_timeout_ms?: number;
            /**
             * Total timeout
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, as its provider says.
             */
            total_timeout_ms?: number;
            /**
             * Tags
             * @description Words to find it by.
             */
            tags?: string[];
            /**
             * Active
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description A model that clients may ask for: its id and aliases, the provider behind it, its prices and its fallbacks. */
        ModelWrite: {
            /**
             * Display name
             * @description Name for people.
             */
            display_name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * ID
             * @description What clients send as `model`. Unique on the platform or within its organization, aliases included.
             */
            id: string;
            /**
             * Provider
             * @description Name of the Provider that serves it.
             */
            provider: string;
            /**
             * Name at the provider
             * @description What the provider calls it; without it, `modelId`. At a provider of the platform, an organization’s model names the platform’s model here.
             */
            upstream_model?: string;
            /**
             * Aliases
             * @description Other ids that clients may send for it.
             */
            aliases?: string[];
            /**
             * Mode
             * @description What the model is for. A request of another kind is refused, and says where to send it; as a member of a group or as a fallback, the model is passed over. One with `embedding` can also tell the answer cache how alike questions are.
             * @default chat
             * @enum {string}
             */
            mode: "chat" | "completion" | "embedding" | "moderation" | "rerank" | "image" | "audio" | "speech" | "transcription" | "realtime";
            /**
             * Lossy
             * @description What becomes of a request of which its provider cannot be told all, since it speaks another API: what is left out is named in a header of the answer, or the request is refused.
             * @default drop
             * @enum {string}
             */
            lossy: "drop" | "reject";
            /**
             * Context window
             * Format: int64
             * @description Tokens that fit into one request and its answer. A provider’s count beyond is not believed: an estimate is recorded.
             */
            context_window?: number;
            /**
             * Output tokens at most
             * Format: int64
             * @description Tokens of the longest answer. A count that no 128 of them explain is not believed.
             */
            max_output_tokens?: number;
            /**
             * Capabilities
             * @description What it can do (`tools`, `vision`, `json`, …), for people and searches.
             */
            capabilities?: string[];
            /**
             * Input price per million tokens
             * @description USD per million input tokens.
             */
            input_price_per_million?: number;
            /**
             * Output price per million tokens
             * @description USD per million output tokens.
             */
            output_price_per_million?: number;
            /**
             * Cached input price per million tokens
             * @description USD per million cached input tokens.
             */
            cached_input_price_per_million?: number;
            /**
             * Cache write price per million tokens
             * @description USD per million cache write tokens.
             */
            cache_write_price_per_million?: number;
            /**
             * Reasoning price per million tokens
             * @description USD per million reasoning tokens.
             */
            reasoning_price_per_million?: number;
            /**
             * Audio input price per million tokens
             * @description USD per million audio input tokens.
             */
            audio_input_price_per_million?: number;
            /**
             * Audio output price per million tokens
             * @description USD per million audio output tokens.
             */
            audio_output_price_per_million?: number;
            /**
             * Price per request
             * @description USD for each request that is answered, beside its tokens.
             */
            per_request_price?: number;
            /**
             * Price per image
             * @description USD for each image that is made, beside its tokens.
             */
            per_image_price?: number;
            /**
             * Price per minute of sound
             * @description USD for each minute of sound that is written down, by the second and less, beside its tokens.
             */
            per_minute_price?: number;
            /**
             * Price per million characters that are spoken
             * @description USD per million characters that are spoken, beside its tokens.
             */
            character_price_per_million?: number;
            /**
             * Discount for batches
             * @description What the vendor takes off all these prices for requests of batches. Absent: what comes with the release (50 for the models of OpenAI and Azure OpenAI that it knows), else nothing.
             */
            batch_discount_percent?: number;
            /**
             * Tier
             * @description A label for policies and access tiers: free, budget, standard, premium, experimental, self_hosted, or your own.
             */
            tier?: string;
            /**
             * Promised latency
             * Format: int64
             * @description Milliseconds that 95 of 100 answers are expected within, over an hour, where no SLADefinition of the same owner is about it.
             */
            default_latency_sla_ms?: number;
            /**
             * Weight
             * Format: int64
             * @description Share of traffic within a model group. 0: asked there when the others have failed.
             * @default 1
             */
            weight: number;
            /**
             * Fallbacks
             * @description Model ids or aliases tried in order when this one cannot answer.
             */
            fallbacks?: string[];
            /**
             * Fallbacks for long input
             * @description The same, when its provider refuses a request that is longer than the model takes.
             */
            context_window_fallbacks?: string[];
            /**
             * Fallbacks for refused content
             * @description The same, when its provider refuses a request for what it says.
             */
            content_policy_fallbacks?: string[];
            /**
             * Connect timeout
             * Format: int64
             * @description Milliseconds in which a new connection has to be there, TLS included. Without it, as its provider says.
             */
            connect_timeout_ms?: number;
            /**
             * Time to the first byte at most
             * Format: int64
             * @description Milliseconds until the first content of a stream, or the head of any other answer. Without it, as its provider says.
             */
            first_byte_timeout_ms?: number;
            /**
             * Idle timeout
             * Format: int64
             * @description Milliseconds from one content of a stream, or one piece of any other answer, to the next. Without it, as its provider says.
             */
            idle_timeout_ms?: number;
            /**
             * Total timeout
             * Format: int64
             * @description Milliseconds for all of an answer. Without it, as its provider says.
             */
            total_timeout_ms?: number;
            /**
             * Tags
             * @description Words to find it by.
             */
            tags?: string[];
            /**
             * Active
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Model name
             * @description Model id or alias that goes.
             */
            model_name?: string;
            /**
             * Replacement model
             * @description Model to use instead.
             */
            replacement_model?: string;
            /**
             * Deprecation date
             * @description From when its use is discouraged.
             */
            deprecation_date?: string;
            /**
             * Sunset date
             * @description From when it is not served any more.
             */
            sunset_date?: string;
            /**
             * Message
             * @description What users of it should know.
             */
            message?: string;
            /**
             * Send requests to the replacement
             * @description On: after the sunset its requests go to the replacement.
             * @default false
             */
            auto_reroute: boolean;
        };
        /** @description The announced end of a model: from when it is discouraged, from when it is gone, and what to use instead. */
        ModelDeprecationWrite: {
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Model name
             * @description Model id or alias that goes.
             */
            model_name: string;
            /**
             * Replacement model
             * @description Model to use instead.
             */
            replacement_model?: string;
            /**
             * Deprecation date
             * @description From when its use is discouraged.
             */
            deprecation_date?: string;
            /**
             * Sunset date
             * @description From when it is not served any more.
             */
            sunset_date?: string;
            /**
             * Message
             * @description What users of it should know.
             */
            message?: string;
            /**
             * Send requests to the replacement
             * @description On: after the sunset its requests go to the replacement.
             * @default false
             */
            auto_reroute: boolean;
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to: it prices the models on that organization’s own Providers. Without it, it prices all models.
             */
            organization_id?: string;
            /**
             * Priority
             * Format: int64
             * @description Of several catalogs, the one with the highest number counts; of equals, the first by name.
             * @default 0
             */
            priority: number;
            /**
             * Discounts
             * @description What is taken off. Of several that match, the one that says most exactly what it is for; a model that has an entry in `prices` gets that, and no discount of the same catalog.
             */
            discounts?: {
                /**
                 * Model
                 * @description What the provider calls the model; `*` stands for any text. Without it, all.
                 */
                model?: string;
                /**
                 * Provider
                 * @description Name of a Provider, a type of providers, or a vendor as the bundled prices call it (`openai`, `google`, `groq`): of that one are the Providers whose `baseUrl` is its address. Without it, all.
                 */
                provider?: string;
                /**
                 * Effective from
                 * @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever.
                 */
                effective_from?: string;
                /**
                 * Effective until
                 * @description Day (UTC) or moment before which it holds. Without it, for good.
                 */
                effective_until?: string;
                /**
                 * Discount
                 * @description What is taken off the prices that hold without this catalog, in percent.
                 */
                discount_percent: number;
                /**
                 * Source
                 * @description Where that is known from: an address, a contract.
                 */
                source?: string;
            }[];
            /**
             * Prices
             * @description Prices. Of several that match, the one that says most exactly what it is for, then the one that began last.
             */
            prices?: {
                /**
                 * Model
                 * @description What the provider calls the model; `*` stands for any text.
                 */
                model: string;
                /**
                 * Provider
                 * @description Name of a Provider, a type of providers, or a vendor as the bundled prices call it (`openai`, `google`, `groq`): of that one are the Providers whose `baseUrl` is its address. Without it, all.
                 */
                provider?: string;
                /**
                 * Effective from
                 * @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever.
                 */
                effective_from?: string;
                /**
                 * Effective until
                 * @description Day (UTC) or moment before which it holds. Without it, for good.
                 */
                effective_until?: string;
                /**
                 * Input price per million tokens
                 * @description USD per million input tokens.
                 */
                input_price_per_million?: number;
                /**
                 * Output price per million tokens
                 * @description USD per million output tokens.
                 */
                output_price_per_million?: number;
                /**
                 * Cached input price per million tokens
                 * @description USD per million cached input tokens.
                 */
                cached_input_price_per_million?: number;
                /**
                 * Cache write price per million tokens
                 * @description USD per million cache write tokens.
                 */
                cache_write_price_per_million?: number;
                /**
                 * Reasoning price per million tokens
                 * @description USD per million reasoning tokens.
                 */
                reasoning_price_per_million?: number;
                /**
                 * Audio input price per million tokens
                 * @description USD per million audio input tokens.
                 */
                audio_input_price_per_million?: number;
                /**
                 * Audio output price per million tokens
                 * @description USD per million audio output tokens.
                 */
                audio_output_price_per_million?: number;
                /**
                 * Price per request
                 * @description USD for each request that is answered, beside its tokens.
                 */
                per_request_price?: number;
                /**
                 * Price per image
                 * @description USD for each image that is made, beside its tokens.
                 */
                per_image_price?: number;
                /**
                 * Price per minute of sound
                 * @description USD for each minute of sound that is written down, by the second and less, beside its tokens.
                 */
                per_minute_price?: number;
                /**
                 * Price per million characters that are spoken
                 * @description USD per million characters that are spoken, beside its tokens.
                 */
                character_price_per_million?: number;
                /**
                 * Discount for batches
                 * @description What the vendor takes off all these prices for requests of batches. Absent: what comes with the release (50 for the models of OpenAI and Azure OpenAI that it knows), else nothing.
                 */
                batch_discount_percent?: number;
                /**
                 * Tiers
                 * @description Other prices for long prompts.
                 */
                tiers?: {
                    /**
                     * Above so many input tokens
                     * Format: int64
                     * @description It holds for all tokens of requests whose prompt has more tokens than this, what was cached included.
                     */
                    above_input_tokens: number;
                    /**
                     * Input price per million tokens
                     * @description USD per million input tokens.
                     */
                    input_price_per_million?: number;
                    /**
                     * Output price per million tokens
                     * @description USD per million output tokens.
                     */
                    output_price_per_million?: number;
                    /**
                     * Cached input price per million tokens
                     * @description USD per million cached input tokens.
                     */
                    cached_input_price_per_million?: number;
                    /**
                     * Cache write price per million tokens
                     * @description USD per million cache write tokens.
                     */
                    cache_write_price_per_million?: number;
                    /**
                     * Reasoning price per million tokens
                     * @description USD per million reasoning tokens.
                     */
                    reasoning_price_per_million?: number;
                    /**
                     * Audio input price per million tokens
                     * @description USD per million audio input tokens.
                     */
                    audio_input_price_per_million?: number;
                    /**
                     * Audio output price per million tokens
                     * @description USD per million audio output tokens.
                     */
                    audio_output_price_per_million?: number;
                }[];
                /**
                 * Source
                 * @description Where that is known from: an address, a contract.
                 */
                source?: string;
            }[];
        };
        /** @description What models cost, over the prices that come with the release and under those of the Models themselves. Prices and discounts may begin and end at a date. */
        PriceCatalogWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to: it prices the models on that organization’s own Providers. Without it, it prices all models.
             */
            organization_id?: string;
            /**
             * Priority
             * Format: int64
             * @description Of several catalogs, the one with the highest number counts; of equals, the first by name.
             * @default 0
             */
            priority: number;
            /**
             * Discounts
             * @description What is taken off. Of several that match, the one that says most exactly what it is for; a model that has an entry in `prices` gets that, and no discount of the same catalog.
             */
            discounts?: {
                /**
                 * Model
                 * @description What the provider calls the model; `*` stands for any text. Without it, all.
                 */
                model?: string;
                /**
                 * Provider
                 * @description Name of a Provider, a type of providers, or a vendor as the bundled prices call it (`openai`, `google`, `groq`): of that one are the Providers whose `baseUrl` is its address. Without it, all.
                 */
                provider?: string;
                /**
                 * Effective from
                 * @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever.
                 */
                effective_from?: string;
                /**
                 * Effective until
                 * @description Day (UTC) or moment before which it holds. Without it, for good.
                 */
                effective_until?: string;
                /**
                 * Discount
                 * @description What is taken off the prices that hold without this catalog, in percent.
                 */
                discount_percent: number;
                /**
                 * Source
                 * @description Where that is known from: an address, a contract.
                 */
                source?: string;
            }[];
            /**
             * Prices
             * @description Prices. Of several that match, the one that says most exactly what it is for, then the one that began last.
             */
            prices?: {
                /**
                 * Model
                 * @description What the provider calls the model; `*` stands for any text.
                 */
                model: string;
                /**
                 * Provider
                 * @description Name of a Provider, a type of providers, or a vendor as the bundled prices call it (`openai`, `google`, `groq`): of that one are the Providers whose `baseUrl` is its address. Without it, all.
                 */
                provider?: string;
                /**
                 * Effective from
                 * @description Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever.
                 */
                effective_from?: string;
                /**
                 * Effective until
                 * @description Day (UTC) or moment before which it holds. Without it, for good.
                 */
                effective_until?: string;
                /**
                 * Input price per million tokens
                 * @description USD per million input tokens.
                 */
                input_price_per_million?: number;
                /**
                 * Output price per million tokens
                 * @description USD per million output tokens.
                 */
                output_price_per_million?: number;
                /**
                 * Cached input price per million tokens
                 * @description USD per million cached input tokens.
                 */
                cached_input_price_per_million?: number;
                /**
                 * Cache write price per million tokens
                 * @description USD per million cache write tokens.
                 */
                cache_write_price_per_million?: number;
                /**
                 * Reasoning price per million tokens
                 * @description USD per million reasoning tokens.
                 */
                reasoning_price_per_million?: number;
                /**
                 * Audio input price per million tokens
                 * @description USD per million audio input tokens.
                 */
                audio_input_price_per_million?: number;
                /**
                 * Audio output price per million tokens
                 * @description USD per million audio output tokens.
                 */
                audio_output_price_per_million?: number;
                /**
                 * Price per request
                 * @description USD for each request that is answered, beside its tokens.
                 */
                per_request_price?: number;
                /**
                 * Price per image
                 * @description USD for each image that is made, beside its tokens.
                 */
                per_image_price?: number;
                /**
                 * Price per minute of sound
                 * @description USD for each minute of sound that is written down, by the second and less, beside its tokens.
                 */
                per_minute_price?: number;
                /**
                 * Price per million characters that are spoken
                 * @description USD per million characters that are spoken, beside its tokens.
                 */
                character_price_per_million?: number;
                /**
                 * Discount for batches
                 * @description What the vendor takes off all these prices for requests of batches. Absent: what comes with the release (50 for the models of OpenAI and Azure OpenAI that it knows), else nothing.
                 */
                batch_discount_percent?: number;
                /**
                 * Tiers
                 * @description Other prices for long prompts.
                 */
                tiers?: {
                    /**
                     * Above so many input tokens
                     * Format: int64
                     * @description It holds for all tokens of requests whose prompt has more tokens than this, what was cached included.
                     */
                    above_input_tokens: number;
                    /**
                     * Input price per million tokens
                     * @description USD per million input tokens.
                     */
                    input_price_per_million?: number;
                    /**
                     * Output price per million tokens
                     * @description USD per million output tokens.
                     */
                    output_price_per_million?: number;
                    /**
                     * Cached input price per million tokens
                     * @description USD per million cached input tokens.
                     */
                    cached_input_price_per_million?: number;
                    /**
                     * Cache write price per million tokens
                     * @description USD per million cache write tokens.
                     */
                    cache_write_price_per_million?: number;
                    /**
                     * Reasoning price per million tokens
                     * @description USD per million reasoning tokens.
                     */
                    reasoning_price_per_million?: number;
                    /**
                     * Audio input price per million tokens
                     * @description USD per million audio input tokens.
                     */
                    audio_input_price_per_million?: number;
                    /**
                     * Audio output price per million tokens
                     * @description USD per million audio output tokens.
                     */
                    audio_output_price_per_million?: number;
                }[];
                /**
                 * Source
                 * @description Where that is known from: an address, a contract.
                 */
                source?: string;
            }[];
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it is for.
             */
            description?: string;
            /**
             * Priority
             * Format: int64
             * @description Higher is read first; of equal ones the older object, then the name.
             * @default 0
             */
            priority: number;
            /**
             * Active
             * @description Off suspends the policy.
             * @default true
             */
            is_active: boolean;
            /**
             * Condition
             * @description Which requests it acts on (`team == research && stream == true`). Without it, all.
             */
            condition?: string;
            /**
             * Action
             * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
             * @enum {string}
             */
            action?: "permit" | "deny" | "prefer";
            /**
             * Target models
             * @description Model ids or aliases.
             */
            target_models?: string[];
            /**
             * Policy type
             * @description The other form: what `config` holds. Not together with `action`.
             * @enum {string}
             */
            policy_type?: "fallback" | "model_group" | "routing_strategy" | "conditional";
            /**
             * Settings
             * @description Settings of the policyType.
             */
            config?: {
                /**
                 * Model
                 * @description fallback: the model that may fail.
                 */
                model?: string;
                /**
                 * Fallbacks
                 * @description fallback: models tried in order instead.
                 */
                fallbacks?: string[];
                /**
                 * Alias
                 * @description model_group: the id that clients send. routing_strategy: the group that it orders; without it, every group.
                 */
                alias?: string;
                /**
                 * Models
                 * @description model_group: its members.
                 */
                models?: string[];
                /**
                 * Weights
                 * @description model_group: a share for each of `models`; without them, the models’ own weights. 0: asked when the others have failed.
                 */
                weights?: number[];
                /**
                 * Strategy
                 * @description routing_strategy: how the members of a group are ordered.
                 * @enum {string}
                 */
                strategy?: "simple-shuffle" | "least-busy" | "latency-based-routing" | "cost-based-routing" | "usage-based-routing";
                /**
                 * Condition
                 * @description Which requests it acts on (`team == research && stream == true`). Without it, all.
                 */
                condition?: string;
                /**
                 * Action
                 * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
                 * @enum {string}
                 */
                action?: "permit" | "deny" | "prefer";
                /**
                 * Target models
                 * @description Model ids or aliases.
                 */
                target_models?: string[];
            };
        };
        /** @description A rule about which models serve which requests. Active policies are read from the highest priority down: the first permit or prefer that matches decides, and every deny that matches takes its models away. A policy narrows and orders what keys and teams allow; it never widens it. */
        RoutingPolicyWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it is for.
             */
            description?: string;
            /**
             * Priority
             * Format: int64
             * @description Higher is read first; of equal ones the older object, then the name.
             * @default 0
             */
            priority: number;
            /**
             * Active
             * @description Off suspends the policy.
             * @default true
             */
            is_active: boolean;
            /**
             * Condition
             * @description Which requests it acts on (`team == research && stream == true`). Without it, all.
             */
            condition?: string;
            /**
             * Action
             * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
             * @enum {string}
             */
            action?: "permit" | "deny" | "prefer";
            /**
             * Target models
             * @description Model ids or aliases.
             */
            target_models?: string[];
            /**
             * Policy type
             * @description The other form: what `config` holds. Not together with `action`.
             * @enum {string}
             */
            policy_type?: "fallback" | "model_group" | "routing_strategy" | "conditional";
            /**
             * Settings
             * @description Settings of the policyType.
             */
            config?: {
                /**
                 * Model
                 * @description fallback: the model that may fail.
                 */
                model?: string;
                /**
                 * Fallbacks
                 * @description fallback: models tried in order instead.
                 */
                fallbacks?: string[];
                /**
                 * Alias
                 * @description model_group: the id that clients send. routing_strategy: the group that it orders; without it, every group.
                 */
                alias?: string;
                /**
                 * Models
                 * @description model_group: its members.
                 */
                models?: string[];
                /**
                 * Weights
                 * @description model_group: a share for each of `models`; without them, the models’ own weights. 0: asked when the others have failed.
                 */
                weights?: number[];
                /**
                 * Strategy
                 * @description routing_strategy: how the members of a group are ordered.
                 * @enum {string}
                 */
                strategy?: "simple-shuffle" | "least-busy" | "latency-based-routing" | "cost-based-routing" | "usage-based-routing";
                /**
                 * Condition
                 * @description Which requests it acts on (`team == research && stream == true`). Without it, all.
                 */
                condition?: string;
                /**
                 * Action
                 * @description permit: matching requests are served by targetModels only. prefer: targetModels are tried first. deny: targetModels may not be used, any model where the list is empty. Where the condition reads candidate.*, it acts on the models that match.
                 * @enum {string}
                 */
                action?: "permit" | "deny" | "prefer";
                /**
                 * Target models
                 * @description Model ids or aliases.
                 */
                target_models?: string[];
            };
        };
        /** @description A trial of one model against another on a share of live traffic. */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it is to find out.
             */
            description?: string;
            /**
             * Base model
             * @description Model that is asked for now.
             */
            base_model?: string;
            /**
             * Variant model
             * @description Model that is tried.
             */
            variant_model?: string;
            /**
             * Share of the traffic
             * @description Percent of the base model’s traffic that the variant gets.
             */
            traffic_split_percent?: number;
            /**
             * Success metric
             * @description What decides.
             * @default latency
             * @enum {string}
             */
            success_metric: "cost_efficiency" | "latency" | "error_rate" | "feedback";
            /**
             * Promotion threshold
             * @description Improvement that promotes the variant; 0.1 is 10 %. Or, by measure, an object.
             */
            promotion_threshold?: number | {
                /**
                 * Cost efficiency
                 * @description Share of the cost; 0.1 is 10 %.
                 */
                cost_efficiency?: number;
                /**
                 * Latency
                 * @description Share of the latency; 0.1 is 10 %.
                 */
                latency?: number;
                /**
                 * Error rate
                 * @description Share of failed requests.
                 */
                error_rate?: number;
                /**
                 * Feedback
                 * @description Share of the feedback; 0.1 is 10 %.
                 */
                feedback?: number;
                /**
                 * Latency increase
                 * @description Percent that the latency rises by.
                 */
                latency_increase_pct?: number;
                /**
                 * Cost increase
                 * @description Percent that the cost rises by.
                 */
                cost_increase_pct?: number;
                /**
                 * Requests at least
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            };
            /**
             * Rollback threshold
             * @description Worsening that takes it back; 0.1 is 10 %. Or, by measure, an object.
             */
            rollback_threshold?: number | {
                /**
                 * Cost efficiency
                 * @description Share of the cost; 0.1 is 10 %.
                 */
                cost_efficiency?: number;
                /**
                 * Latency
                 * @description Share of the latency; 0.1 is 10 %.
                 */
                latency?: number;
                /**
                 * Error rate
                 * @description Share of failed requests.
                 */
                error_rate?: number;
                /**
                 * Feedback
                 * @description Share of the feedback; 0.1 is 10 %.
                 */
                feedback?: number;
                /**
                 * Latency increase
                 * @description Percent that the latency rises by.
                 */
                latency_increase_pct?: number;
                /**
                 * Cost increase
                 * @description Percent that the cost rises by.
                 */
                cost_increase_pct?: number;
                /**
                 * Requests at least
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            };
            /**
             * Requests at least
             * Format: int64
             * @description Requests of each arm before anything is decided.
             * @default 100
             */
            min_requests: number;
            /**
             * Stay with a model by
             * @description Who keeps seeing the same model.
             * @default user
             * @enum {string}
             */
            sticky_by: "user" | "key" | "request";
            /**
             * Promote by itself
             * @description On: promotes by itself.
             * @default false
             */
            auto_promote: boolean;
            /**
             * Roll back by itself
             * @description On: takes the variant back by itself.
             * @default false
             */
            auto_rollback: boolean;
            /**
             * Status
             * @description draft → running ⇄ paused → stopped, promoted or rolled_back. Changed by the verbs of the API.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "running" | "paused" | "stopped" | "promoted" | "rolled_back";
            /**
             * Started at
             * @description When it was first started.
             */
            started_at?: string;
        };
        /** @description A trial of one model against another on a share of live traffic. */
        ABTestWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it is to find out.
             */
            description?: string;
            /**
             * Base model
             * @description Model that is asked for now.
             */
            base_model: string;
            /**
             * Variant model
             * @description Model that is tried.
             */
            variant_model: string;
            /**
             * Share of the traffic
             * @description Percent of the base model’s traffic that the variant gets.
             */
            traffic_split_percent: number;
            /**
             * Success metric
             * @description What decides.
             * @default latency
             * @enum {string}
             */
            success_metric: "cost_efficiency" | "latency" | "error_rate" | "feedback";
            /**
             * Promotion threshold
             * @description Improvement that promotes the variant; 0.1 is 10 %. Or, by measure, an object.
             */
            promotion_threshold?: number | {
                /**
                 * Cost efficiency
                 * @description Share of the cost; 0.1 is 10 %.
                 */
                cost_efficiency?: number;
                /**
                 * Latency
                 * @description Share of the latency; 0.1 is 10 %.
                 */
                latency?: number;
                /**
                 * Error rate
                 * @description Share of failed requests.
                 */
                error_rate?: number;
                /**
                 * Feedback
                 * @description Share of the feedback; 0.1 is 10 %.
                 */
                feedback?: number;
                /**
                 * Latency increase
                 * @description Percent that the latency rises by.
                 */
                latency_increase_pct?: number;
                /**
                 * Cost increase
                 * @description Percent that the cost rises by.
                 */
                cost_increase_pct?: number;
                /**
                 * Requests at least
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            };
            /**
             * Rollback threshold
             * @description Worsening that takes it back; 0.1 is 10 %. Or, by measure, an object.
             */
            rollback_threshold?: number | {
                /**
                 * Cost efficiency
                 * @description Share of the cost; 0.1 is 10 %.
                 */
                cost_efficiency?: number;
                /**
                 * Latency
                 * @description Share of the latency; 0.1 is 10 %.
                 */
                latency?: number;
                /**
                 * Error rate
                 * @description Share of failed requests.
                 */
                error_rate?: number;
                /**
                 * Feedback
                 * @description Share of the feedback; 0.1 is 10 %.
                 */
                feedback?: number;
                /**
                 * Latency increase
                 * @description Percent that the latency rises by.
                 */
                latency_increase_pct?: number;
                /**
                 * Cost increase
                 * @description Percent that the cost rises by.
                 */
                cost_increase_pct?: number;
                /**
                 * Requests at least
                 * Format: int64
                 * @description Requests of each arm before these are looked at.
                 */
                min_requests?: number;
            };
            /**
             * Requests at least
             * Format: int64
             * @description Requests of each arm before anything is decided.
             * @default 100
             */
            min_requests: number;
            /**
             * Stay with a model by
             * @description Who keeps seeing the same model.
             * @default user
             * @enum {string}
             */
            sticky_by: "user" | "key" | "request";
            /**
             * Promote by itself
             * @description On: promotes by itself.
             * @default false
             */
            auto_promote: boolean;
            /**
             * Roll back by itself
             * @description On: takes the variant back by itself.
             * @default false
             */
            auto_rollback: boolean;
            /**
             * Status
             * @description draft → running ⇄ paused → stopped, promoted or rolled_back. Changed by the verbs of the API.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "running" | "paused" | "stopped" | "promoted" | "rolled_back";
            /**
             * Started at
             * @description When it was first started.
             */
            started_at?: string;
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Short name
             * @description Short name in paths; `metadata.name` where none is set.
             */
            slug?: string;
            /**
             * Description
             * @description What it is.
             */
            description?: string;
            /**
             * Maximum budget
             * @description USD a month.
             */
            max_budget?: number;
            /**
             * Allowed models
             * @description Model ids, aliases or groups, or a prefix ending in `*`, that its requests may use. Empty allows all.
             */
            allowed_models?: string[];
            /**
             * Members
             * @description Who belongs to it, and with which role. `admin` is another word for org_admin.
             */
            members?: {
                /**
                 * User
                 * @description Who.
                 */
                user_id: string;
                /**
                 * Role
                 * @description What the member may do there.
                 * @default member
                 * @enum {string}
                 */
                role: "org_admin" | "admin" | "team_admin" | "member" | "finance" | "viewer";
            }[];
            /**
             * Single sign-on
             * @description Signing in by OpenID Connect.
             */
            sso?: {
                /**
                 * Enabled
                 * @description Off refuses this way of signing in.
                 * @default true
                 */
                enabled: boolean;
                /**
                 * Issuer address
                 * @description Address of the OpenID provider; its discovery document stands below it.
                 */
                issuer: string;
                /**
                 * Client ID
                 * @description Who we are to the provider.
                 */
                client_id: string;
                /**
                 * Client secret in a Kubernetes Secret
                 * @description Where the client secret stands; without one, PKCE alone protects the exchange.
                 */
                client_secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /** @description Whether a secret is set. */
                readonly secret_set?: boolean;
                /**
                 * Scopes
                 * @description Scopes to ask for; openid, email and profile where none are set.
                 */
                scopes?: string[];
                /**
                 * Roles by claims
                 * @description Which claims give which role. The strongest that matches counts; without a match, none.
                 */
                role_mapping?: {
                    /**
                     * Claim
                     * @description Name of a claim of the identity token (`groups`).
                     */
                    claim: string;
                    /**
                     * Value
                     * @description Value that the claim must have, or contain.
                     */
                    value: string;
                    /**
                     * Role
                     * @description Role that it gives, in this organization alone.
                     * @enum {string}
                     */
                    role: "org_admin" | "team_admin" | "member" | "finance" | "viewer";
                    /**
                     * Team
                     * @description Team of this organization that it gives membership of.
                     */
                    team_id?: string;
                }[];
            };
            /**
             * Metadata
             * @description Pairs of your own, for cost tags. Not acted on by this version.
             */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A customer, company or division: the widest scope below the platform. Holds business units, teams, members, and how they sign in. */
        OrganizationWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Short name
             * @description Short name in paths; `metadata.name` where none is set.
             */
            slug?: string;
            /**
             * Description
             * @description What it is.
             */
            description?: string;
            /**
             * Maximum budget
             * @description USD a month.
             */
            max_budget?: number;
            /**
             * Allowed models
             * @description Model ids, aliases or groups, or a prefix ending in `*`, that its requests may use. Empty allows all.
             */
            allowed_models?: string[];
            /**
             * Members
             * @description Who belongs to it, and with which role. `admin` is another word for org_admin.
             */
            members?: {
                /**
                 * User
                 * @description Who.
                 */
                user_id: string;
                /**
                 * Role
                 * @description What the member may do there.
                 * @default member
                 * @enum {string}
                 */
                role: "org_admin" | "admin" | "team_admin" | "member" | "finance" | "viewer";
            }[];
            /**
             * Single sign-on
             * @description Signing in by OpenID Connect.
             */
            sso?: {
                /**
                 * Enabled
                 * @description Off refuses this way of signing in.
                 * @default true
                 */
                enabled: boolean;
                /**
                 * Issuer address
                 * @description Address of the OpenID provider; its discovery document stands below it.
                 */
                issuer: string;
                /**
                 * Client ID
                 * @description Who we are to the provider.
                 */
                client_id: string;
                /**
                 * Client secret in a Kubernetes Secret
                 * @description Where the client secret stands; without one, PKCE alone protects the exchange.
                 */
                client_secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /**
                 * Client secret
                 * @description The secret itself, instead of client_secret_ref: kept in a Secret, and never answered.
                 */
                client_secret?: string;
                /**
                 * Scopes
                 * @description Scopes to ask for; openid, email and profile where none are set.
                 */
                scopes?: string[];
                /**
                 * Roles by claims
                 * @description Which claims give which role. The strongest that matches counts; without a match, none.
                 */
                role_mapping?: {
                    /**
                     * Claim
                     * @description Name of a claim of the identity token (`groups`).
                     */
                    claim: string;
                    /**
                     * Value
                     * @description Value that the claim must have, or contain.
                     */
                    value: string;
                    /**
                     * Role
                     * @description Role that it gives, in this organization alone.
                     * @enum {string}
                     */
                    role: "org_admin" | "team_admin" | "member" | "finance" | "viewer";
                    /**
                     * Team
                     * @description Team of this organization that it gives membership of.
                     */
                    team_id?: string;
                }[];
            };
            /**
             * Metadata
             * @description Pairs of your own, for cost tags. Not acted on by this version.
             */
            metadata?: {
                [key: string]: string;
            };
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Organization
             * @description Organization that it is a part of.
             */
            organization_id?: string;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Short name
             * @description Short name in paths.
             */
            slug?: string;
            /**
             * Description
             * @description What it is.
             */
            description?: string;
            /**
             * Maximum budget
             * @description USD a month.
             */
            max_budget?: number;
            /**
             * Cost center
             * @description Where its cost is booked. Not acted on by this version.
             */
            cost_center?: string;
        };
        /** @description A part of an organization that teams belong to and cost is booked on. Its `metadata.name` is `<organization>-<slug>`. */
        BusinessUnitWrite: {
            /**
             * Organization
             * @description Organization that it is a part of.
             */
            organization_id: string;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Short name
             * @description Short name in paths.
             */
            slug?: string;
            /**
             * Description
             * @description What it is.
             */
            description?: string;
            /**
             * Maximum budget
             * @description USD a month.
             */
            max_budget?: number;
            /**
             * Cost center
             * @description Where its cost is booked. Not acted on by this version.
             */
            cost_center?: string;
        };
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Short name
             * @description Short name in paths.
             */
            slug?: string;
            /**
             * Description
             * @description What it does.
             */
            description?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Business unit
             * @description Business unit that it belongs to.
             */
            business_unit_id?: string;
            /**
             * Maximum budget
             * @description USD per `budgetDuration`.
             */
            max_budget?: number;
            /**
             * Budget period
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * Allowed models
             * @description Model ids, aliases or groups, or a prefix ending in `*`, that its keys may use. Empty allows all.
             */
            allowed_models?: string[];
            /**
             * Requests per minute
             * Format: int64
             * @description Requests a minute of all its keys.
             */
            rpm_limit?: number;
            /**
             * Tokens per minute
             * Format: int64
             * @description Tokens a minute of all its keys.
             */
            tpm_limit?: number;
            /**
             * Members
             * @description Who belongs to it, and with which role.
             */
            members?: {
                /**
                 * User
                 * @description Who.
                 */
                user_id: string;
                /**
                 * Role
                 * @description What the member may do there.
                 * @default member
                 * @enum {string}
                 */
                role: "team_admin" | "member" | "viewer";
            }[];
            /**
             * Metadata
             * @description Pairs of your own, for cost tags. Not acted on by this version.
             */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description People and keys that share models, limits and cost. */
        TeamWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Short name
             * @description Short name in paths.
             */
            slug?: string;
            /**
             * Description
             * @description What it does.
             */
            description?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Business unit
             * @description Business unit that it belongs to.
             */
            business_unit_id?: string;
            /**
             * Maximum budget
             * @description USD per `budgetDuration`.
             */
            max_budget?: number;
            /**
             * Budget period
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * Allowed models
             * @description Model ids, aliases or groups, or a prefix ending in `*`, that its keys may use. Empty allows all.
             */
            allowed_models?: string[];
            /**
             * Requests per minute
             * Format: int64
             * @description Requests a minute of all its keys.
             */
            rpm_limit?: number;
            /**
             * Tokens per minute
             * Format: int64
             * @description Tokens a minute of all its keys.
             */
            tpm_limit?: number;
            /**
             * Members
             * @description Who belongs to it, and with which role.
             */
            members?: {
                /**
                 * User
                 * @description Who.
                 */
                user_id: string;
                /**
                 * Role
                 * @description What the member may do there.
                 * @default member
                 * @enum {string}
                 */
                role: "team_admin" | "member" | "viewer";
            }[];
            /**
             * Metadata
             * @description Pairs of your own, for cost tags. Not acted on by this version.
             */
            metadata?: {
                [key: string]: string;
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Hash of the key
             * @description SHA-256 of the key, in lower-case hex. The key itself is stored nowhere.
             */
            key_hash?: string;
            /**
             * Beginning of the key
             * @description The first 12 characters of a key in our own format, to recognise it by.
             */
            key_prefix?: string;
            /**
             * Role
             * @description What the key may do at the admin API. `admin` is another word for org_admin.
             * @default member
             * @enum {string}
             */
            role: "platform_admin" | "org_admin" | "admin" | "team_admin" | "member" | "finance" | "viewer";
            /**
             * Team
             * @description Team that its use counts for.
             */
            team_id?: string;
            /**
             * Business unit
             * @description Business unit, where it is not the team’s.
             */
            business_unit_id?: string;
            /**
             * User
             * @description Person or system that uses it.
             */
            user_id?: string;
            /**
             * Allowed models
             * @description Model ids, aliases or groups, or a prefix ending in `*`. Empty allows all.
             */
            allowed_models?: string[];
            /**
             * Maximum budget
             * @description USD per `budgetDuration`.
             */
            max_budget?: number;
            /**
             * Budget period
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * Requests per minute
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number;
            /**
             * Tokens per minute
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number;
            /**
             * Expires at
             * @description When it stops working.
             */
            expires_at?: string;
            /**
             * Blocked
             * @description On: the key is refused.
             * @default false
             */
            blocked: boolean;
            /**
             * Token generation
             * Format: int64
             * @description Access tokens and sessions of another generation have ended. The admin API raises it with every block and unblock; whoever blocks by kubectl raises it by hand.
             */
            token_generation?: number;
            /**
             * Previous key hash
             * @description The key before a rotation, good until `previousKeyExpiresAt`.
             */
            previous_key_hash?: string;
            /**
             * Previous key ends at
             * @description End of the grace period of a rotation.
             */
            previous_key_expires_at?: string;
            /**
             * Created by
             * @description The key that made this one through the API, which alone writes it. Where that key is blocked, deleted or expired, this one is refused too.
             */
            created_by?: {
                /**
                 * Key
                 * @description Name of that APIKey.
                 */
                key: string;
                /**
                 * Uid
                 * @description Its uid when it made this one. What counts is the key that `status.createdBy` binds this one to.
                 */
                uid?: string;
            };
            /**
             * Given to
             * @description Who was told the key when it was last rotated, or when a person made it, through the API, which alone writes it. Where nobody decides for what they started, they count as its holder.
             */
            given_to?: {
                /**
                 * Key
                 * @description Name of the APIKey that asked.
                 */
                key?: string;
                /**
                 * Uid
                 * @description Uid of that APIKey.
                 */
                uid?: string;
                /**
                 * Person
                 * @description The person who asked, signed in otherwise than by a key.
                 */
                person?: string;
                /**
                 * Role
                 * @description The role of who asked.
                 * @enum {string}
                 */
                role?: "platform_admin" | "org_admin" | "admin" | "team_admin" | "member" | "finance" | "viewer";
            };
            /**
             * Metadata
             * @description Attributes for policies (`metadata.department`) and cost tags.
             */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description A bearer key for the gateway and the admin API, by its SHA-256 alone: who it belongs to, which models it may use, and until when. */
        APIKeyWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Hash of the key
             * @description SHA-256 of the key, in lower-case hex. The key itself is stored nowhere.
             */
            key_hash: string;
            /**
             * Beginning of the key
             * @description The first 12 characters of a key in our own format, to recognise it by.
             */
            key_prefix?: string;
            /**
             * Role
             * @description What the key may do at the admin API. `admin` is another word for org_admin.
             * @default member
             * @enum {string}
             */
            role: "platform_admin" | "org_admin" | "admin" | "team_admin" | "member" | "finance" | "viewer";
            /**
             * Team
             * @description Team that its use counts for.
             */
            team_id?: string;
            /**
             * Business unit
             * @description Business unit, where it is not the team’s.
             */
            business_unit_id?: string;
            /**
             * User
             * @description Person or system that uses it.
             */
            user_id?: string;
            /**
             * Allowed models
             * @description Model ids, aliases or groups, or a prefix ending in `*`. Empty allows all.
             */
            allowed_models?: string[];
            /**
             * Maximum budget
             * @description USD per `budgetDuration`.
             */
            max_budget?: number;
            /**
             * Budget period
             * @description Window of `maxBudget`; a month where none is set.
             * @enum {string}
             */
            budget_duration?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * Requests per minute
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number;
            /**
             * Tokens per minute
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number;
            /**
             * Expires at
             * @description When it stops working.
             */
            expires_at?: string;
            /**
             * Blocked
             * @description On: the key is refused.
             * @default false
             */
            blocked: boolean;
            /**
             * Token generation
             * Format: int64
             * @description Access tokens and sessions of another generation have ended. The admin API raises it with every block and unblock; whoever blocks by kubectl raises it by hand.
             */
            token_generation?: number;
            /**
             * Previous key hash
             * @description The key before a rotation, good until `previousKeyExpiresAt`.
             */
            previous_key_hash?: string;
            /**
             * Previous key ends at
             * @description End of the grace period of a rotation.
             */
            previous_key_expires_at?: string;
            /**
             * Created by
             * @description The key that made this one through the API, which alone writes it. Where that key is blocked, deleted or expired, this one is refused too.
             */
            created_by?: {
                /**
                 * Key
                 * @description Name of that APIKey.
                 */
                key: string;
                /**
                 * Uid
                 * @description Its uid when it made this one. What counts is the key that `status.createdBy` binds this one to.
                 */
                uid?: string;
            };
            /**
             * Given to
             * @description Who was told the key when it was last rotated, or when a person made it, through the API, which alone writes it. Where nobody decides for what they started, they count as its holder.
             */
            given_to?: {
                /**
                 * Key
                 * @description Name of the APIKey that asked.
                 */
                key?: string;
                /**
                 * Uid
                 * @description Uid of that APIKey.
                 */
                uid?: string;
                /**
                 * Person
                 * @description The person who asked, signed in otherwise than by a key.
                 */
                person?: string;
                /**
                 * Role
                 * @description The role of who asked.
                 * @enum {string}
                 */
                role?: "platform_admin" | "org_admin" | "admin" | "team_admin" | "member" | "finance" | "viewer";
            };
            /**
             * Metadata
             * @description Attributes for policies (`metadata.department`) and cost tags.
             */
            metadata?: {
                [key: string]: string;
            };
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description Who it is for.
             */
            description?: string;
            /**
             * Models
             * @description Models in it: ids, aliases, groups with all their members, or a prefix ending in `*`.
             */
            models?: string[];
            /**
             * Model tiers
             * @description Tier labels whose models are in it.
             */
            model_tiers?: string[];
            /**
             * Requires approval
             * @description On: only who was granted access may use its models.
             * @default false
             */
            requires_approval: boolean;
            /**
             * Requests need a reason
             * @description On: a request for access has to say why.
             * @default false
             */
            requires_justification: boolean;
            /**
             * Longest grant
             * Format: int64
             * @description Days after which a grant ends at the latest.
             */
            max_grant_duration_days?: number;
        };
        /** @description Models that are given out together, freely or on approval. `standard`, `premium` and `experimental` exist from the start. */
        AccessTierWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description Who it is for.
             */
            description?: string;
            /**
             * Models
             * @description Models in it: ids, aliases, groups with all their members, or a prefix ending in `*`.
             */
            models?: string[];
            /**
             * Model tiers
             * @description Tier labels whose models are in it.
             */
            model_tiers?: string[];
            /**
             * Requires approval
             * @description On: only who was granted access may use its models.
             * @default false
             */
            requires_approval: boolean;
            /**
             * Requests need a reason
             * @description On: a request for access has to say why.
             * @default false
             */
            requires_justification: boolean;
            /**
             * Longest grant
             * Format: int64
             * @description Days after which a grant ends at the latest.
             */
            max_grant_duration_days?: number;
        };
        /** @description The leave of a team, a person, a key or a whole organization to use the models of an AccessTier. The approval of a request makes one. */
        AccessGrant: {
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Access tier
             * @description AccessTier that may be used.
             */
            tier_id?: string;
            /**
             * Team
             * @description Team that may use it.
             */
            team_id?: string;
            /**
             * User
             * @description Person that may use it, by keys of its own in the same organization.
             */
            user_id?: string;
            /**
             * Key
             * @description Key that may use it.
             */
            key_id?: string;
            /**
             * Expires at
             * @description The first moment at which it is over.
             */
            expires_at?: string;
            /**
             * Request
             * @description Request that it was granted on.
             */
            request_id?: string;
            /**
             * Approved by
             * @description Who granted it.
             */
            approved_by?: string;
        };
        /** @description The leave of a team, a person, a key or a whole organization to use the models of an AccessTier. The approval of a request makes one. */
        AccessGrantWrite: {
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Access tier
             * @description AccessTier that may be used.
             */
            tier_id: string;
            /**
             * Team
             * @description Team that may use it.
             */
            team_id?: string;
            /**
             * User
             * @description Person that may use it, by keys of its own in the same organization.
             */
            user_id?: string;
            /**
             * Key
             * @description Key that may use it.
             */
            key_id?: string;
            /**
             * Expires at
             * @description The first moment at which it is over.
             */
            expires_at?: string;
            /**
             * Request
             * @description Request that it was granted on.
             */
            request_id?: string;
            /**
             * Approved by
             * @description Who granted it.
             */
            approved_by?: string;
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it is for.
             */
            description?: string;
            /**
             * Scope
             * @description Whose requests are counted together.
             * @enum {string}
             */
            scope?: "global" | "organization" | "team" | "user" | "key" | "model";
            /**
             * Which one
             * @description Which one; without it, each one of the scope has a count of its own, unless another policy names it. Not for global.
             */
            scope_value?: string;
            /**
             * Requests per minute
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number;
            /**
             * Tokens per minute
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number;
            /**
             * Requests per day
             * Format: int64
             * @description Requests a day.
             */
            rpd_limit?: number;
            /**
             * Tokens per day
             * Format: int64
             * @description Tokens a day.
             */
            tpd_limit?: number;
            /**
             * Requests at the same time
             * Format: int64
             * @description Requests at the same time.
             */
            concurrent_limit?: number;
            /**
             * Burst, times the limit
             * @description How many times as many requests as the minute’s share of the window may come in it. 1 without a window limits no burst.
             * @default 1
             */
            burst_multiplier: number;
            /**
             * Burst window
             * Format: int64
             * @description Seconds of that window; 10 where only a multiplier is set.
             */
            burst_window_seconds?: number;
            /**
             * Priority
             * Format: int64
             * @description Of two policies with the same scope and value, the higher counts.
             * @default 0
             */
            priority: number;
        };
        /** @description A limit on requests or tokens a minute or a day, or on requests at the same time. */
        RateLimitPolicyWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it is for.
             */
            description?: string;
            /**
             * Scope
             * @description Whose requests are counted together.
             * @enum {string}
             */
            scope: "global" | "organization" | "team" | "user" | "key" | "model";
            /**
             * Which one
             * @description Which one; without it, each one of the scope has a count of its own, unless another policy names it. Not for global.
             */
            scope_value?: string;
            /**
             * Requests per minute
             * Format: int64
             * @description Requests a minute.
             */
            rpm_limit?: number;
            /**
             * Tokens per minute
             * Format: int64
             * @description Tokens a minute.
             */
            tpm_limit?: number;
            /**
             * Requests per day
             * Format: int64
             * @description Requests a day.
             */
            rpd_limit?: number;
            /**
             * Tokens per day
             * Format: int64
             * @description Tokens a day.
             */
            tpd_limit?: number;
            /**
             * Requests at the same time
             * Format: int64
             * @description Requests at the same time.
             */
            concurrent_limit?: number;
            /**
             * Burst, times the limit
             * @description How many times as many requests as the minute’s share of the window may come in it. 1 without a window limits no burst.
             * @default 1
             */
            burst_multiplier: number;
            /**
             * Burst window
             * Format: int64
             * @description Seconds of that window; 10 where only a multiplier is set.
             */
            burst_window_seconds?: number;
            /**
             * Priority
             * Format: int64
             * @description Of two policies with the same scope and value, the higher counts.
             * @default 0
             */
            priority: number;
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * What it limits
             * @description Whose spend it limits.
             * @enum {string}
             */
            entity_type?: "global" | "organization" | "business_unit" | "team" | "user" | "key" | "model" | "tag";
            /**
             * Which one
             * @description Which one; `name=value` for a tag. Without it, each one of the type has the limit by itself, unless another Budget of the same owner and window names it. Not for global.
             */
            entity_id?: string;
            /**
             * Monthly limit
             * @description USD a calendar month.
             */
            monthly_limit?: number;
            /**
             * Limit
             * @description USD per `window`.
             */
            limit_usd?: number;
            /**
             * Period
             * @description Window of `limitUsd`.
             * @enum {string}
             */
            window?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * Soft limit
             * @description Share of the limit at which it warns; 0.8 is 80 %.
             * @default 0.8
             */
            soft_limit_percent: number;
            /**
             * Hard limit
             * @description Share of the limit at which `action` is taken; 1 is 100 %.
             * @default 1
             */
            hard_limit_percent: number;
            /**
             * Action
             * @description What happens at the hard limit.
             * @default block
             * @enum {string}
             */
            action: "block" | "warn" | "downgrade";
            /**
             * Downgrade to
             * @description Model that serves instead, for action downgrade.
             */
            downgrade_to?: string;
            /**
             * Temporary increase
             * @description More for a while; the limit itself stays as it is.
             */
            temporary_increase?: {
                /**
                 * Amount
                 * @description USD beyond the limit.
                 */
                amount_usd: number;
                /**
                 * Expires at
                 * @description When it ends.
                 */
                expires_at: string;
            };
            /**
             * Email for alerts
             * @description Who is told by e-mail when it warns, is exceeded and begins anew.
             */
            alert_email?: string;
        };
        /** @description A limit on what an organization, team, key, model or tag may spend in a window, and what happens at it. */
        BudgetWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * What it limits
             * @description Whose spend it limits.
             * @enum {string}
             */
            entity_type: "global" | "organization" | "business_unit" | "team" | "user" | "key" | "model" | "tag";
            /**
             * Which one
             * @description Which one; `name=value` for a tag. Without it, each one of the type has the limit by itself, unless another Budget of the same owner and window names it. Not for global.
             */
            entity_id?: string;
            /**
             * Monthly limit
             * @description USD a calendar month.
             */
            monthly_limit?: number;
            /**
             * Limit
             * @description USD per `window`.
             */
            limit_usd?: number;
            /**
             * Period
             * @description Window of `limitUsd`.
             * @enum {string}
             */
            window?: "1h" | "1d" | "7d" | "30d" | "month";
            /**
             * Soft limit
             * @description Share of the limit at which it warns; 0.8 is 80 %.
             * @default 0.8
             */
            soft_limit_percent: number;
            /**
             * Hard limit
             * @description Share of the limit at which `action` is taken; 1 is 100 %.
             * @default 1
             */
            hard_limit_percent: number;
            /**
             * Action
             * @description What happens at the hard limit.
             * @default block
             * @enum {string}
             */
            action: "block" | "warn" | "downgrade";
            /**
             * Downgrade to
             * @description Model that serves instead, for action downgrade.
             */
            downgrade_to?: string;
            /**
             * Temporary increase
             * @description More for a while; the limit itself stays as it is.
             */
            temporary_increase?: {
                /**
                 * Amount
                 * @description USD beyond the limit.
                 */
                amount_usd: number;
                /**
                 * Expires at
                 * @description When it ends.
                 */
                expires_at: string;
            };
            /**
             * Email for alerts
             * @description Who is told by e-mail when it warns, is exceeded and begins anew.
             */
            alert_email?: string;
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Team
             * @description Team whose cost it allocates; all where none is set.
             */
            team_id?: string;
            /**
             * Allocation type
             * @description What the target is.
             * @enum {string}
             */
            allocation_type?: "cost_center" | "project" | "department";
            /**
             * Allocation target
             * @description Where the cost goes: a cost-centre code, a project, a department.
             */
            allocation_target?: string;
            /**
             * Share
             * @description Share of the cost, in percent.
             * @default 100
             */
            allocation_percent: number;
            /**
             * Metadata
             * @description Pairs of your own, copied to the report.
             */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description Where the cost of a team, or of everybody, is booked. */
        CostAllocationRuleWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Team
             * @description Team whose cost it allocates; all where none is set.
             */
            team_id?: string;
            /**
             * Allocation type
             * @description What the target is.
             * @enum {string}
             */
            allocation_type: "cost_center" | "project" | "department";
            /**
             * Allocation target
             * @description Where the cost goes: a cost-centre code, a project, a department.
             */
            allocation_target: string;
            /**
             * Share
             * @description Share of the cost, in percent.
             * @default 100
             */
            allocation_percent: number;
            /**
             * Metadata
             * @description Pairs of your own, copied to the report.
             */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description What a provider promises for some models: latency, errors, availability, over a window. */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Provider
             * @description Provider that it is about.
             */
            provider?: string;
            /**
             * Models
             * @description Model id, or a prefix ending in `*`.
             */
            model_pattern?: string;
            /**
             * Latency, median
             * Format: int64
             * @description Half of the answers within, milliseconds.
             */
            target_p50_ms?: number;
            /**
             * Latency, 95th percentile
             * Format: int64
             * @description 95 of 100 answers within, milliseconds.
             */
            target_p95_ms?: number;
            /**
             * Latency, 99th percentile
             * Format: int64
             * @description 99 of 100 answers within, milliseconds.
             */
            target_p99_ms?: number;
            /**
             * Target error rate
             * @description Share of requests that may fail; 0.01 is 1 %.
             */
            target_error_rate?: number;
            /**
             * Target availability
             * @description Share of time that it answers; 0.999 is 99.9 %.
             */
            target_availability?: number;
            /**
             * Time to the first token
             * Format: int64
             * @description First token of a stream within, milliseconds.
             */
            target_ttft_ms?: number;
            /**
             * Looked at over
             * Format: int64
             * @description Minutes that are looked at together.
             * @default 60
             */
            evaluation_window_minutes: number;
            /**
             * Alert channels
             * @description EventSubscriptions that are told of a violation.
             */
            alert_channels?: string[];
        };
        /** @description What a provider promises for some models: latency, errors, availability, over a window. */
        SLADefinitionWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Provider
             * @description Provider that it is about.
             */
            provider: string;
            /**
             * Models
             * @description Model id, or a prefix ending in `*`.
             */
            model_pattern: string;
            /**
             * Latency, median
             * Format: int64
             * @description Half of the answers within, milliseconds.
             */
            target_p50_ms?: number;
            /**
             * Latency, 95th percentile
             * Format: int64
             * @description 95 of 100 answers within, milliseconds.
             */
            target_p95_ms?: number;
            /**
             * Latency, 99th percentile
             * Format: int64
             * @description 99 of 100 answers within, milliseconds.
             */
            target_p99_ms?: number;
            /**
             * Target error rate
             * @description Share of requests that may fail; 0.01 is 1 %.
             */
            target_error_rate?: number;
            /**
             * Target availability
             * @description Share of time that it answers; 0.999 is 99.9 %.
             */
            target_availability?: number;
            /**
             * Time to the first token
             * Format: int64
             * @description First token of a stream within, milliseconds.
             */
            target_ttft_ms?: number;
            /**
             * Looked at over
             * Format: int64
             * @description Minutes that are looked at together.
             * @default 60
             */
            evaluation_window_minutes: number;
            /**
             * Alert channels
             * @description EventSubscriptions that are told of a violation.
             */
            alert_channels?: string[];
        };
        /** @description When one model takes over from another, by measured errors or latency. */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Source model
             * @description Model that may fail.
             */
            source_model?: string;
            /**
             * Target model
             * @description Model that serves instead.
             */
            target_model?: string;
            /**
             * Trigger condition
             * @description When: `error_rate > 0.05 OR p95_ms > 5000`.
             */
            trigger_condition?: string;
            /**
             * Cooldown
             * Format: int64
             * @description Minutes before it goes back, step by step.
             * @default 5
             */
            cooldown_minutes: number;
        };
        /** @description When one model takes over from another, by measured errors or latency. */
        FailoverRuleWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Source model
             * @description Model that may fail.
             */
            source_model: string;
            /**
             * Target model
             * @description Model that serves instead.
             */
            target_model: string;
            /**
             * Trigger condition
             * @description When: `error_rate > 0.05 OR p95_ms > 5000`.
             */
            trigger_condition: string;
            /**
             * Cooldown
             * Format: int64
             * @description Minutes before it goes back, step by step.
             * @default 5
             */
            cooldown_minutes: number;
        };
        /** @description What requests and answers may hold, and what happens to what they may not. */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it is for.
             */
            description?: string;
            /**
             * Find personal data
             * @description On: looks for personal data.
             * @default false
             */
            enable_pii_detection: boolean;
            /**
             * What to do with personal data
             * @description What happens to personal data. `anonymize` puts a placeholder in its place; `flag` only records it.
             * @default anonymize
             * @enum {string}
             */
            pii_action: "anonymize" | "block" | "flag";
            /**
             * Kinds of personal data
             * @description Kinds of personal data (`CREDIT_CARD`) that are looked for; all where none are set.
             */
            pii_entities?: string[];
            /**
             * Find toxic language
             * @description On: has toxic language looked for, by the judge that `external` names (`openai_moderation` or `http`).
             * @default false
             */
            enable_toxicity: boolean;
            /**
             * Toxicity threshold
             * @description Score from which it counts.
             * @default 0.8
             */
            toxicity_threshold: number;
            /**
             * Find secrets
             * @description On: looks for keys and passwords.
             * @default false
             */
            enable_secrets_detection: boolean;
            /**
             * Secrets action
             * @description What happens to keys and passwords.
             * @default anonymize
             * @enum {string}
             */
            secrets_action: "anonymize" | "block" | "flag";
            /**
             * Find prompt injection
             * @description On: blocks requests with attempts to override instructions.
             * @default false
             */
            enable_prompt_injection: boolean;
            /**
             * Words that are refused
             * @description Words that block.
             */
            blocked_keywords?: string[];
            /**
             * Detectors
             * @description Detectors of yours to run.
             */
            detectors?: string[];
            /**
             * External
             * @description A judge elsewhere.
             */
            external?: {
                /**
                 * Type
                 * @description What it speaks.
                 * @enum {string}
                 */
                type: "http" | "openai_moderation" | "presidio";
                /**
                 * URL
                 * @description Where it is asked.
                 */
                url: string;
                /**
                 * Kubernetes Secret
                 * @description Where its key stands.
                 */
                secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /** @description Whether a secret is set. */
                readonly secret_set?: boolean;
                /**
                 * Timeout
                 * Format: int64
                 * @description Milliseconds to wait for it.
                 * @default 2000
                 */
                timeout_ms: number;
            };
            /**
             * Restore
             * @description On: what placeholders stood for in the request is put back into its answer. Off: the answer keeps them.
             * @default false
             */
            restore: boolean;
            /**
             * Unscannable
             * @description What happens to a request with content that cannot be looked at, such as an image.
             * @default allow
             * @enum {string}
             */
            unscannable: "allow" | "block";
            /**
             * Mode
             * @description `monitor` records what it would have done, and does nothing.
             * @default block
             * @enum {string}
             */
            mode: "block" | "monitor";
            /**
             * When it cannot judge
             * @description What happens when it cannot judge, such as when its judge does not answer.
             * @default block
             * @enum {string}
             */
            on_fail: "block" | "allow";
            /**
             * Stages
             * @description What it looks at: requests, their answers, or both.
             * @default [
             *       "input",
             *       "output"
             *     ]
             */
            stages: ("input" | "output")[];
            /**
             * Applies to
             * @description Which requests; all where nothing is set. Of each list that is there, one item has to match.
             */
            applies_to?: {
                /**
                 * Models
                 * @description Model ids, or a prefix ending in `*`.
                 */
                models?: string[];
                /**
                 * Teams
                 * @description Teams.
                 */
                teams?: string[];
                /**
                 * Keys
                 * @description Keys.
                 */
                keys?: string[];
            };
            /**
             * Active
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean;
        };
        /** @description What requests and answers may hold, and what happens to what they may not. */
        GuardrailWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it is for.
             */
            description?: string;
            /**
             * Find personal data
             * @description On: looks for personal data.
             * @default false
             */
            enable_pii_detection: boolean;
            /**
             * What to do with personal data
             * @description What happens to personal data. `anonymize` puts a placeholder in its place; `flag` only records it.
             * @default anonymize
             * @enum {string}
             */
            pii_action: "anonymize" | "block" | "flag";
            /**
             * Kinds of personal data
             * @description Kinds of personal data (`CREDIT_CARD`) that are looked for; all where none are set.
             */
            pii_entities?: string[];
            /**
             * Find toxic language
             * @description On: has toxic language looked for, by the judge that `external` names (`openai_moderation` or `http`).
             * @default false
             */
            enable_toxicity: boolean;
            /**
             * Toxicity threshold
             * @description Score from which it counts.
             * @default 0.8
             */
            toxicity_threshold: number;
            /**
             * Find secrets
             * @description On: looks for keys and passwords.
             * @default false
             */
            enable_secrets_detection: boolean;
            /**
             * Secrets action
             * @description What happens to keys and passwords.
             * @default anonymize
             * @enum {string}
             */
            secrets_action: "anonymize" | "block" | "flag";
            /**
             * Find prompt injection
             * @description On: blocks requests with attempts to override instructions.
             * @default false
             */
            enable_prompt_injection: boolean;
            /**
             * Words that are refused
             * @description Words that block.
             */
            blocked_keywords?: string[];
            /**
             * Detectors
             * @description Detectors of yours to run.
             */
            detectors?: string[];
            /**
             * External
             * @description A judge elsewhere.
             */
            external?: {
                /**
                 * Type
                 * @description What it speaks.
                 * @enum {string}
                 */
                type: "http" | "openai_moderation" | "presidio";
                /**
                 * URL
                 * @description Where it is asked.
                 */
                url: string;
                /**
                 * Kubernetes Secret
                 * @description Where its key stands.
                 */
                secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /**
                 * Secret
                 * @description The secret itself, instead of secret_ref: kept in a Secret, and never answered.
                 */
                secret?: string;
                /**
                 * Timeout
                 * Format: int64
                 * @description Milliseconds to wait for it.
                 * @default 2000
                 */
                timeout_ms: number;
            };
            /**
             * Restore
             * @description On: what placeholders stood for in the request is put back into its answer. Off: the answer keeps them.
             * @default false
             */
            restore: boolean;
            /**
             * Unscannable
             * @description What happens to a request with content that cannot be looked at, such as an image.
             * @default allow
             * @enum {string}
             */
            unscannable: "allow" | "block";
            /**
             * Mode
             * @description `monitor` records what it would have done, and does nothing.
             * @default block
             * @enum {string}
             */
            mode: "block" | "monitor";
            /**
             * When it cannot judge
             * @description What happens when it cannot judge, such as when its judge does not answer.
             * @default block
             * @enum {string}
             */
            on_fail: "block" | "allow";
            /**
             * Stages
             * @description What it looks at: requests, their answers, or both.
             * @default [
             *       "input",
             *       "output"
             *     ]
             */
            stages: ("input" | "output")[];
            /**
             * Applies to
             * @description Which requests; all where nothing is set. Of each list that is there, one item has to match.
             */
            applies_to?: {
                /**
                 * Models
                 * @description Model ids, or a prefix ending in `*`.
                 */
                models?: string[];
                /**
                 * Teams
                 * @description Teams.
                 */
                teams?: string[];
                /**
                 * Keys
                 * @description Keys.
                 */
                keys?: string[];
            };
            /**
             * Active
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean;
        };
        /** @description Finds personal data, secrets, words or patterns in text, for guardrails to act on. */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it finds.
             */
            description?: string;
            /**
             * Detector type
             * @description How it looks.
             * @enum {string}
             */
            detector_type?: "regex" | "keyword" | "pii" | "secrets";
            /**
             * Settings
             * @description Its settings.
             * @default {}
             */
            config: {
                /**
                 * Patterns
                 * @description What it looks for.
                 */
                patterns?: {
                    /**
                     * Pattern
                     * @description A regular expression (RE2), a keyword, or the name of an entity.
                     */
                    pattern: string;
                    /**
                     * Label
                     * @description What a finding is called.
                     */
                    label?: string;
                    /**
                     * Action
                     * @description What happens at a finding.
                     * @default flag
                     * @enum {string}
                     */
                    action: "block" | "redact" | "flag";
                }[];
            };
        };
        /** @description Finds personal data, secrets, words or patterns in text, for guardrails to act on. */
        DetectorWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it finds.
             */
            description?: string;
            /**
             * Detector type
             * @description How it looks.
             * @enum {string}
             */
            detector_type: "regex" | "keyword" | "pii" | "secrets";
            /**
             * Settings
             * @description Its settings.
             * @default {}
             */
            config: {
                /**
                 * Patterns
                 * @description What it looks for.
                 */
                patterns?: {
                    /**
                     * Pattern
                     * @description A regular expression (RE2), a keyword, or the name of an entity.
                     */
                    pattern: string;
                    /**
                     * Label
                     * @description What a finding is called.
                     */
                    label?: string;
                    /**
                     * Action
                     * @description What happens at a finding.
                     * @default flag
                     * @enum {string}
                     */
                    action: "block" | "redact" | "flag";
                }[];
            };
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Short name
             * @description Short name in paths.
             */
            slug?: string;
            /**
             * Description
             * @description What it is for.
             */
            description?: string;
            /**
             * Category
             * @description Where people look for it.
             */
            category?: string;
            /**
             * Template text
             * @description The text, with `{{variable}}` where a value goes.
             */
            template_text?: string;
            /**
             * Variables
             * @description The variables of the text.
             */
            variables?: {
                /**
                 * Name
                 * @description What stands between the braces.
                 */
                name: string;
                /**
                 * Type
                 * @description What a value must be.
                 * @default string
                 * @enum {string}
                 */
                type: "string" | "number" | "boolean";
                /**
                 * Required
                 * @description Whether rendering without it is an error.
                 * @default true
                 */
                required: boolean;
                /**
                 * Default
                 * @description Value where none is given.
                 */
                default?: string;
            }[];
            /**
             * Suggested model
             * @description Model that it was written for.
             */
            model_hint?: string;
            /**
             * Tags
             * @description Words to find it by.
             */
            tags?: string[];
            /**
             * Status
             * @description Where it is in its life: draft → in_review → approved → archived. Changed by the verbs of the API.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "in_review" | "approved" | "archived";
            /**
             * Version
             * Format: int64
             * @description Number of the text above; approved texts are kept as PromptVersion objects.
             * @default 1
             */
            version: number;
            /**
             * Submitted by
             * @description Who handed the text in for review last. Written by the API.
             */
            submitted_by?: string;
            /**
             * Submitted with
             * @description The API key that the text was handed in with. Written by the API.
             */
            submitted_with?: string;
            /**
             * Written by
             * @description Who wrote the text above by the API, the last one last: they do not approve it. Written by the API.
             */
            written_by?: {
                /**
                 * User
                 * @description The person, else the key.
                 */
                user_id: string;
                /**
                 * Key
                 * @description The API key that it was done with.
                 */
                key?: string;
            }[];
            /**
             * Served version
             * Format: int64
             * @description Approved version that is rendered; absent before the first approval.
             */
            served_version?: number;
            /**
             * Environments
             * @description Approved versions that are served in place of that one, by the `environment` of the ControlPlane.
             */
            environments?: {
                [key: string]: number;
            };
        };
        /** @description A prompt that people share, review and approve. Its approved texts are immutable PromptVersion objects; an edit makes a draft beside them. */
        PromptTemplateWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Short name
             * @description Short name in paths.
             */
            slug?: string;
            /**
             * Description
             * @description What it is for.
             */
            description?: string;
            /**
             * Category
             * @description Where people look for it.
             */
            category?: string;
            /**
             * Template text
             * @description The text, with `{{variable}}` where a value goes.
             */
            template_text: string;
            /**
             * Variables
             * @description The variables of the text.
             */
            variables?: {
                /**
                 * Name
                 * @description What stands between the braces.
                 */
                name: string;
                /**
                 * Type
                 * @description What a value must be.
                 * @default string
                 * @enum {string}
                 */
                type: "string" | "number" | "boolean";
                /**
                 * Required
                 * @description Whether rendering without it is an error.
                 * @default true
                 */
                required: boolean;
                /**
                 * Default
                 * @description Value where none is given.
                 */
                default?: string;
            }[];
            /**
             * Suggested model
             * @description Model that it was written for.
             */
            model_hint?: string;
            /**
             * Tags
             * @description Words to find it by.
             */
            tags?: string[];
            /**
             * Status
             * @description Where it is in its life: draft → in_review → approved → archived. Changed by the verbs of the API.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "in_review" | "approved" | "archived";
            /**
             * Version
             * Format: int64
             * @description Number of the text above; approved texts are kept as PromptVersion objects.
             * @default 1
             */
            version: number;
            /**
             * Submitted by
             * @description Who handed the text in for review last. Written by the API.
             */
            submitted_by?: string;
            /**
             * Submitted with
             * @description The API key that the text was handed in with. Written by the API.
             */
            submitted_with?: string;
            /**
             * Written by
             * @description Who wrote the text above by the API, the last one last: they do not approve it. Written by the API.
             */
            written_by?: {
                /**
                 * User
                 * @description The person, else the key.
                 */
                user_id: string;
                /**
                 * Key
                 * @description The API key that it was done with.
                 */
                key?: string;
            }[];
            /**
             * Served version
             * Format: int64
             * @description Approved version that is rendered; absent before the first approval.
             */
            served_version?: number;
            /**
             * Environments
             * @description Approved versions that are served in place of that one, by the `environment` of the ControlPlane.
             */
            environments?: {
                [key: string]: number;
            };
        };
        /** @description A text of a PromptTemplate that was approved, as it was approved. Never changes. */
        PromptVersion: {
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Prompt
             * @description PromptTemplate that it is a version of.
             */
            prompt?: string;
            /**
             * Version
             * Format: int64
             * @description Its number; one more than the one before.
             */
            version?: number;
            /**
             * Template text
             * @description The text, with `{{variable}}` where a value goes.
             */
            template_text?: string;
            /**
             * Variables
             * @description The variables of the text.
             */
            variables?: {
                /**
                 * Name
                 * @description What stands between the braces.
                 */
                name: string;
                /**
                 * Type
                 * @description What a value must be.
                 * @default string
                 * @enum {string}
                 */
                type: "string" | "number" | "boolean";
                /**
                 * Required
                 * @description Whether rendering without it is an error.
                 * @default true
                 */
                required: boolean;
                /**
                 * Default
                 * @description Value where none is given.
                 */
                default?: string;
            }[];
            /**
             * Suggested model
             * @description Model that it was written for.
             */
            model_hint?: string;
            /**
             * Approved by
             * @description Who approved it.
             */
            approved_by?: string;
            /**
             * Approved at
             * @description When.
             */
            approved_at?: string;
        };
        /** @description A text of a PromptTemplate that was approved, as it was approved. Never changes. */
        PromptVersionWrite: {
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Prompt
             * @description PromptTemplate that it is a version of.
             */
            prompt: string;
            /**
             * Version
             * Format: int64
             * @description Its number; one more than the one before.
             */
            version: number;
            /**
             * Template text
             * @description The text, with `{{variable}}` where a value goes.
             */
            template_text: string;
            /**
             * Variables
             * @description The variables of the text.
             */
            variables?: {
                /**
                 * Name
                 * @description What stands between the braces.
                 */
                name: string;
                /**
                 * Type
                 * @description What a value must be.
                 * @default string
                 * @enum {string}
                 */
                type: "string" | "number" | "boolean";
                /**
                 * Required
                 * @description Whether rendering without it is an error.
                 * @default true
                 */
                required: boolean;
                /**
                 * Default
                 * @description Value where none is given.
                 */
                default?: string;
            }[];
            /**
             * Suggested model
             * @description Model that it was written for.
             */
            model_hint?: string;
            /**
             * Approved by
             * @description Who approved it.
             */
            approved_by: string;
            /**
             * Approved at
             * @description When.
             */
            approved_at: string;
        };
        /** @description A Model Context Protocol server whose tools agents may use through the gateway. */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What its tools do.
             */
            description?: string;
            /**
             * Server type
             * @description How it is spoken to.
             * @enum {string}
             */
            server_type?: "stdio" | "sse" | "streamable_http";
            /**
             * Command
             * @description stdio: the program, which the MCP host runs.
             */
            command?: string;
            /**
             * Arguments
             * @description stdio: its arguments.
             */
            args?: string[];
            /**
             * Environment variables
             * @description stdio: its environment. Not for secrets.
             */
            env?: {
                [key: string]: string;
            };
            /**
             * URL
             * @description sse, streamable_http: its address.
             */
            url?: string;
            /**
             * Headers
             * @description Headers added to every request. Not for secrets.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Kubernetes Secret
             * @description Where its bearer token stands.
             */
            secret_ref?: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /** @description Whether a secret is set. */
            readonly secret_set?: boolean;
            /**
             * Allowed tools
             * @description Tools that may be used; all where none are set.
             */
            allowed_tools?: string[];
            /**
             * Allowed teams
             * @description Teams that may use it; all where none are set.
             */
            allowed_teams?: string[];
            /**
             * Allowed keys
             * @description Keys that may use it; all where none are set. Where teams are set too, both must hold.
             */
            allowed_keys?: string[];
            /**
             * Tools
             * @description Terms of single tools: the approved definition, a limit, a price.
             */
            tools?: {
                /**
                 * Name
                 * @description What the server calls it. Unique in the list.
                 */
                name: string;
                /**
                 * Digest
                 * @description SHA-256 (hex) of the definition that was approved. While the server’s differs, the tool is neither listed nor callable. Without it, any definition is taken.
                 */
                digest?: string;
                /**
                 * Requests per minute
                 * Format: int64
                 * @description Calls of it a minute, of all callers together.
                 */
                rpm_limit?: number;
                /**
                 * Price
                 * @description What one call of it costs, in USD.
                 */
                price_usd?: number;
            }[];
            /**
             * Active
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description A Model Context Protocol server whose tools agents may use through the gateway. */
        MCPServerWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What its tools do.
             */
            description?: string;
            /**
             * Server type
             * @description How it is spoken to.
             * @enum {string}
             */
            server_type: "stdio" | "sse" | "streamable_http";
            /**
             * Command
             * @description stdio: the program, which the MCP host runs.
             */
            command?: string;
            /**
             * Arguments
             * @description stdio: its arguments.
             */
            args?: string[];
            /**
             * Environment variables
             * @description stdio: its environment. Not for secrets.
             */
            env?: {
                [key: string]: string;
            };
            /**
             * URL
             * @description sse, streamable_http: its address.
             */
            url?: string;
            /**
             * Headers
             * @description Headers added to every request. Not for secrets.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Kubernetes Secret
             * @description Where its bearer token stands.
             */
            secret_ref?: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /**
             * Secret
             * @description The secret itself, instead of secret_ref: kept in a Secret, and never answered.
             */
            secret?: string;
            /**
             * Allowed tools
             * @description Tools that may be used; all where none are set.
             */
            allowed_tools?: string[];
            /**
             * Allowed teams
             * @description Teams that may use it; all where none are set.
             */
            allowed_teams?: string[];
            /**
             * Allowed keys
             * @description Keys that may use it; all where none are set. Where teams are set too, both must hold.
             */
            allowed_keys?: string[];
            /**
             * Tools
             * @description Terms of single tools: the approved definition, a limit, a price.
             */
            tools?: {
                /**
                 * Name
                 * @description What the server calls it. Unique in the list.
                 */
                name: string;
                /**
                 * Digest
                 * @description SHA-256 (hex) of the definition that was approved. While the server’s differs, the tool is neither listed nor callable. Without it, any definition is taken.
                 */
                digest?: string;
                /**
                 * Requests per minute
                 * Format: int64
                 * @description Calls of it a minute, of all callers together.
                 */
                rpm_limit?: number;
                /**
                 * Price
                 * @description What one call of it costs, in USD.
                 */
                price_usd?: number;
            }[];
            /**
             * Active
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description An Agent2Agent (A2A) agent that others may call through the gateway. */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it does.
             */
            description?: string;
            /**
             * URL
             * @description Where it is: `/.well-known/agent-card.json` is added for its agent card, unless the address ends in `.json` and is that of the card.
             */
            url?: string;
            /**
             * Skills
             * @description What it is good at, for lists. Its card says it to those who call it.
             */
            skills?: string[];
            /**
             * Kubernetes Secret
             * @description Where its bearer token stands.
             */
            secret_ref?: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /** @description Whether a secret is set. */
            readonly secret_set?: boolean;
            /**
             * Allowed teams
             * @description Teams that may use it; where neither teams nor keys are set, all may.
             */
            allowed_teams?: string[];
            /**
             * Allowed keys
             * @description API keys that may use it, beside the teams of `allowedTeams`; where neither is set, all may.
             */
            allowed_keys?: string[];
            /**
             * Requests per minute
             * Format: int64
             * @description Calls of it a minute, whoever makes them. Without it: no limit of its own.
             */
            rpm_limit?: number;
            /**
             * Price
             * @description What a message to it costs. Budgets count it, and reports tell it.
             */
            price_usd?: number;
            /**
             * Timeout
             * Format: int64
             * @description How long it may take to answer, and within a stream from one piece of it to the next.
             * @default 120
             */
            timeout_seconds: number;
            /**
             * Active
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description An Agent2Agent (A2A) agent that others may call through the gateway. */
        AgentWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Description
             * @description What it does.
             */
            description?: string;
            /**
             * URL
             * @description Where it is: `/.well-known/agent-card.json` is added for its agent card, unless the address ends in `.json` and is that of the card.
             */
            url: string;
            /**
             * Skills
             * @description What it is good at, for lists. Its card says it to those who call it.
             */
            skills?: string[];
            /**
             * Kubernetes Secret
             * @description Where its bearer token stands.
             */
            secret_ref?: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /**
             * Secret
             * @description The secret itself, instead of secret_ref: kept in a Secret, and never answered.
             */
            secret?: string;
            /**
             * Allowed teams
             * @description Teams that may use it; where neither teams nor keys are set, all may.
             */
            allowed_teams?: string[];
            /**
             * Allowed keys
             * @description API keys that may use it, beside the teams of `allowedTeams`; where neither is set, all may.
             */
            allowed_keys?: string[];
            /**
             * Requests per minute
             * Format: int64
             * @description Calls of it a minute, whoever makes them. Without it: no limit of its own.
             */
            rpm_limit?: number;
            /**
             * Price
             * @description What a message to it costs. Budgets count it, and reports tell it.
             */
            price_usd?: number;
            /**
             * Timeout
             * Format: int64
             * @description How long it may take to answer, and within a stream from one piece of it to the next.
             * @default 120
             */
            timeout_seconds: number;
            /**
             * Active
             * @description Off takes it out of service.
             * @default true
             */
            is_active: boolean;
        };
        /** @description A recipe of steps (model calls, tools, approvals, …) that can be executed with an input. */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Type
             * @description What callers name it by; `metadata.name` where none is set.
             */
            type?: string;
            /**
             * Description
             * @description What it does.
             */
            description?: string;
            /**
             * Input schema
             * @description JSON Schema of its input.
             */
            input_schema?: Record<string, never>;
            /**
             * Steps
             * @description What it does, step by step.
             */
            steps?: {
                /**
                 * ID
                 * @description What other steps call it.
                 */
                id: string;
                /**
                 * Name
                 * @description Name for people.
                 */
                name?: string;
                /**
                 * Type
                 * @description What it does.
                 * @enum {string}
                 */
                type: "llm" | "http" | "tool" | "agent" | "workflow" | "transform" | "approval" | "wait" | "parallel" | "foreach" | "switch";
                /**
                 * Input
                 * @description Its settings, by its type.
                 */
                with?: Record<string, never>;
                /**
                 * Only if
                 * @description Condition in CEL. Where it does not hold, the step is skipped.
                 */
                if?: string;
                /**
                 * Runs after
                 * @description Steps that have to end before it starts. Without it: the step before it; an empty list: none.
                 */
                needs?: string[];
                /**
                 * Timeout
                 * Format: int64
                 * @description Seconds after which it has failed.
                 */
                timeout_seconds?: number;
                /**
                 * Retry
                 * @description How it is tried again. Without it: not at all.
                 */
                retry?: {
                    /**
                     * Attempts at most
                     * Format: int64
                     * @description How often it is tried, the first time included.
                     * @default 3
                     */
                    max_attempts: number;
                    /**
                     * Initial interval
                     * Format: int64
                     * @description Seconds before the second try.
                     * @default 1
                     */
                    initial_interval_seconds: number;
                    /**
                     * Backoff
                     * @description How many times longer each wait is than the one before it.
                     * @default 2
                     */
                    backoff: number;
                    /**
                     * Maximum interval
                     * Format: int64
                     * @description Seconds that no wait is longer than.
                     * @default 60
                     */
                    max_interval_seconds: number;
                };
                /**
                 * On error
                 * @description What follows when it has failed: `fail` ends the execution, `continue` goes on without its output, the id of a step runs that in its place.
                 * @default fail
                 */
                on_error: string;
            }[];
            /**
             * Output
             * @description What it answers, from the steps’ outputs.
             */
            output?: Record<string, never>;
            /**
             * Timeout
             * Format: int64
             * @description Seconds after which it has failed.
             * @default 3600
             */
            timeout_seconds: number;
            /**
             * Maximum cost
             * @description USD that an execution may cost. Where it is reached, no further step starts, and the execution has failed.
             */
            max_cost_usd?: number;
            /**
             * Active
             * @description Off refuses new executions.
             * @default true
             */
            is_active: boolean;
            /**
             * Publish
             * @description On: gateways offer it as an agent, over A2A, to whoever may run it; its name there is its type.
             * @default false
             */
            publish: boolean;
        };
        /** @description A recipe of steps (model calls, tools, approvals, …) that can be executed with an input. */
        WorkflowTemplateWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Type
             * @description What callers name it by; `metadata.name` where none is set.
             */
            type?: string;
            /**
             * Description
             * @description What it does.
             */
            description?: string;
            /**
             * Input schema
             * @description JSON Schema of its input.
             */
            input_schema?: Record<string, never>;
            /**
             * Steps
             * @description What it does, step by step.
             */
            steps: {
                /**
                 * ID
                 * @description What other steps call it.
                 */
                id: string;
                /**
                 * Name
                 * @description Name for people.
                 */
                name?: string;
                /**
                 * Type
                 * @description What it does.
                 * @enum {string}
                 */
                type: "llm" | "http" | "tool" | "agent" | "workflow" | "transform" | "approval" | "wait" | "parallel" | "foreach" | "switch";
                /**
                 * Input
                 * @description Its settings, by its type.
                 */
                with?: Record<string, never>;
                /**
                 * Only if
                 * @description Condition in CEL. Where it does not hold, the step is skipped.
                 */
                if?: string;
                /**
                 * Runs after
                 * @description Steps that have to end before it starts. Without it: the step before it; an empty list: none.
                 */
                needs?: string[];
                /**
                 * Timeout
                 * Format: int64
                 * @description Seconds after which it has failed.
                 */
                timeout_seconds?: number;
                /**
                 * Retry
                 * @description How it is tried again. Without it: not at all.
                 */
                retry?: {
                    /**
                     * Attempts at most
                     * Format: int64
                     * @description How often it is tried, the first time included.
                     * @default 3
                     */
                    max_attempts: number;
                    /**
                     * Initial interval
                     * Format: int64
                     * @description Seconds before the second try.
                     * @default 1
                     */
                    initial_interval_seconds: number;
                    /**
                     * Backoff
                     * @description How many times longer each wait is than the one before it.
                     * @default 2
                     */
                    backoff: number;
                    /**
                     * Maximum interval
                     * Format: int64
                     * @description Seconds that no wait is longer than.
                     * @default 60
                     */
                    max_interval_seconds: number;
                };
                /**
                 * On error
                 * @description What follows when it has failed: `fail` ends the execution, `continue` goes on without its output, the id of a step runs that in its place.
                 * @default fail
                 */
                on_error: string;
            }[];
            /**
             * Output
             * @description What it answers, from the steps’ outputs.
             */
            output?: Record<string, never>;
            /**
             * Timeout
             * Format: int64
             * @description Seconds after which it has failed.
             * @default 3600
             */
            timeout_seconds: number;
            /**
             * Maximum cost
             * @description USD that an execution may cost. Where it is reached, no further step starts, and the execution has failed.
             */
            max_cost_usd?: number;
            /**
             * Active
             * @description Off refuses new executions.
             * @default true
             */
            is_active: boolean;
            /**
             * Publish
             * @description On: gateways offer it as an agent, over A2A, to whoever may run it; its name there is its type.
             * @default false
             */
            publish: boolean;
        };
        /** @description Who is told of which events: a webhook, Slack, PagerDuty or e-mail. */
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Event types
             * @description Types of events, or a prefix ending in `*` (`budget.*`), or `*` for all.
             */
            event_types?: string[];
            /**
             * Channel
             * @description How they are sent.
             * @enum {string}
             */
            channel?: "webhook" | "slack" | "pagerduty" | "email";
            /**
             * Settings
             * @description Settings of the channel.
             * @default {}
             */
            config: {
                /**
                 * URL
                 * @description webhook: where events are sent.
                 */
                url?: string;
                /**
                 * Kubernetes Secret
                 * @description webhook: where the secret stands that deliveries are signed with: `whsec_` and base64, or any text. Without one, the admin service makes one.
                 */
                secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /** @description Whether a secret is set. */
                readonly secret_set?: boolean;
                /**
                 * Webhook address in a Kubernetes Secret
                 * @description slack: where the address of the incoming webhook stands; it is a secret.
                 */
                webhook_url_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /**
                 * Routing key in a Kubernetes Secret
                 * @description pagerduty: where the routing key stands.
                 */
                routing_key_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /**
                 * Recipients
                 * @description email: who is written to.
                 */
                to?: string[];
            };
            /**
             * Active
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean;
        };
        /** @description Who is told of which events: a webhook, Slack, PagerDuty or e-mail. */
        EventSubscriptionWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Organization
             * @description Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.
             */
            organization_id?: string;
            /**
             * Event types
             * @description Types of events, or a prefix ending in `*` (`budget.*`), or `*` for all.
             */
            event_types: string[];
            /**
             * Channel
             * @description How they are sent.
             * @enum {string}
             */
            channel: "webhook" | "slack" | "pagerduty" | "email";
            /**
             * Settings
             * @description Settings of the channel.
             * @default {}
             */
            config: {
                /**
                 * URL
                 * @description webhook: where events are sent.
                 */
                url?: string;
                /**
                 * Kubernetes Secret
                 * @description webhook: where the secret stands that deliveries are signed with: `whsec_` and base64, or any text. Without one, the admin service makes one.
                 */
                secret_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /**
                 * Secret
                 * @description The secret itself, instead of secret_ref: kept in a Secret, and never answered.
                 */
                secret?: string;
                /**
                 * Webhook address in a Kubernetes Secret
                 * @description slack: where the address of the incoming webhook stands; it is a secret.
                 */
                webhook_url_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /**
                 * Webhook address
                 * @description The secret itself, instead of webhook_url_ref: kept in a Secret, and never answered.
                 */
                webhook_url?: string;
                /**
                 * Routing key in a Kubernetes Secret
                 * @description pagerduty: where the routing key stands.
                 */
                routing_key_ref?: {
                    /**
                     * Name
                     * @description Name of the Secret, in the same namespace.
                     */
                    name: string;
                    /**
                     * Key
                     * @description Key within the Secret.
                     */
                    key: string;
                };
                /**
                 * Routing key
                 * @description The secret itself, instead of routing_key_ref: kept in a Secret, and never answered.
                 */
                routing_key?: string;
                /**
                 * Recipients
                 * @description email: who is written to.
                 */
                to?: string[];
            };
            /**
             * Active
             * @description Off suspends it.
             * @default true
             */
            is_active: boolean;
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Features
             * @description Switches of the platform.
             * @default {}
             */
            features: {
                /**
                 * Routing policies
                 * @description Off: routing policies are not applied.
                 * @default true
                 */
                routing_policies: boolean;
                /**
                 * Cost tracking
                 * @description Off: usage is recorded without its cost.
                 * @default true
                 */
                cost_tracking: boolean;
                /**
                 * Budget enforcement
                 * @description Off: budgets are reported and block nothing.
                 * @default true
                 */
                budget_enforcement: boolean;
                /**
                 * Guardrails
                 * @description Off: guardrails are not applied.
                 * @default true
                 */
                guardrails: boolean;
                /**
                 * Semantic cache
                 * @description On: answers may come from the cache, as `spec.cache` says.
                 * @default false
                 */
                semantic_cache: boolean;
                /**
                 * Changes need a second person
                 * @description Off: whoever submits a prompt, asks for access or starts a workflow may also approve it. On: only the sole administrator may.
                 * @default true
                 */
                four_eyes: boolean;
                /**
                 * Maintenance mode
                 * @description On: the gateway answers 503 to every model request.
                 * @default false
                 */
                maintenance_mode: boolean;
            };
            /**
             * Default model
             * @description Model id or alias that serves a request which names none.
             */
            default_model?: string;
            /**
             * Requests per minute, all together
             * Format: int64
             * @description Requests a minute of the whole platform.
             */
            global_rpm_limit?: number;
            /**
             * Environment
             * @description Where this installation stands (`production`), for the policy attribute `environment`.
             */
            environment?: string;
            /**
             * Time zone
             * @description IANA time zone of `hour` and `weekday` in policies, and of calendar windows.
             * @default UTC
             */
            time_zone: string;
            /**
             * Retention
             * @description How long facts are kept.
             * @default {}
             */
            retention: {
                /**
                 * Audit log is kept for
                 * Format: int64
                 * @description Days that audit entries are kept.
                 * @default 365
                 */
                audit_days: number;
                /**
                 * Usage is kept for
                 * Format: int64
                 * @description Days that usage records are kept.
                 * @default 400
                 */
                usage_days: number;
                /**
                 * Decisions are kept for
                 * Format: int64
                 * @description Days that decision records are kept.
                 * @default 7
                 */
                decision_days: number;
            };
            /**
             * Cache
             * @description How answers are kept and given again, where `features.semanticCache` is on.
             * @default {}
             */
            cache: {
                /**
                 * Scope
                 * @description Within whom an answer is given again. A key without an organization, a team or a user of its own shares with nobody.
                 * @default team
                 * @enum {string}
                 */
                scope: "organization" | "team" | "key" | "user";
                /**
                 * Ttl
                 * Format: int64
                 * @description Seconds that an answer is kept.
                 * @default 3600
                 */
                ttl_seconds: number;
                /**
                 * Maximum bytes
                 * Format: int64
                 * @description Bytes of memory that answers take in each gateway, at most.
                 * @default 67108864
                 */
                max_bytes: number;
                /**
                 * Maximum answer bytes
                 * Format: int64
                 * @description Bytes of the largest answer that is kept.
                 * @default 65536
                 */
                max_answer_bytes: number;
                /**
                 * Maximum temperature
                 * @description Requests with a higher `temperature` are not answered from the cache. One that names none has 1.
                 * @default 1
                 */
                max_temperature: number;
                /**
                 * Epoch
                 * Format: int64
                 * @description Another number forgets every answer that was kept before.
                 * @default 0
                 */
                epoch: number;
                /**
                 * Organization epochs
                 * @description The same for the answers of single organizations, by their names.
                 */
                organization_epochs?: {
                    [key: string]: number;
                };
                /**
                 * Semantic
                 * @description Absent: equal requests alone are answered from the cache. Present: also those whose last message means the same.
                 */
                semantic?: {
                    /**
                     * Model
                     * @description Model of the platform with `mode: embedding` that tells how alike texts are. What it is asked is counted to whoever asks.
                     */
                    model: string;
                    /**
                     * Threshold
                     * @description How alike the last messages of two requests have to be: the least cosine of their vectors.
                     * @default 0.95
                     */
                    threshold: number;
                    /**
                     * Maximum bytes
                     * Format: int64
                     * @description Bytes of memory that vectors take in each gateway, at most, beside `maxBytes`.
                     * @default 67108864
                     */
                    max_bytes: number;
                };
            };
            /**
             * Models without a price
             * @description Requests for models without a price. `block`: they are refused; `warn`: they are served and counted as unpriced, and refused where a limit on money applies; `zero`: they cost nothing.
             * @default warn
             * @enum {string}
             */
            unpriced_model_policy: "block" | "warn" | "zero";
            /**
             * Requests need a key
             * @description On: the cost and budget services ask whoever reads for a key.
             * @default false
             */
            require_auth: boolean;
        };
        /** @description The settings of the installation. There is one, named `default`; the operator creates it where it is absent. */
        ControlPlaneWrite: {
            /**
             * Name
             * @description Name for people.
             */
            name?: string;
            /**
             * Features
             * @description Switches of the platform.
             * @default {}
             */
            features: {
                /**
                 * Routing policies
                 * @description Off: routing policies are not applied.
                 * @default true
                 */
                routing_policies: boolean;
                /**
                 * Cost tracking
                 * @description Off: usage is recorded without its cost.
                 * @default true
                 */
                cost_tracking: boolean;
                /**
                 * Budget enforcement
                 * @description Off: budgets are reported and block nothing.
                 * @default true
                 */
                budget_enforcement: boolean;
                /**
                 * Guardrails
                 * @description Off: guardrails are not applied.
                 * @default true
                 */
                guardrails: boolean;
                /**
                 * Semantic cache
                 * @description On: answers may come from the cache, as `spec.cache` says.
                 * @default false
                 */
                semantic_cache: boolean;
                /**
                 * Changes need a second person
                 * @description Off: whoever submits a prompt, asks for access or starts a workflow may also approve it. On: only the sole administrator may.
                 * @default true
                 */
                four_eyes: boolean;
                /**
                 * Maintenance mode
                 * @description On: the gateway answers 503 to every model request.
                 * @default false
                 */
                maintenance_mode: boolean;
            };
            /**
             * Default model
             * @description Model id or alias that serves a request which names none.
             */
            default_model?: string;
            /**
             * Requests per minute, all together
             * Format: int64
             * @description Requests a minute of the whole platform.
             */
            global_rpm_limit?: number;
            /**
             * Environment
             * @description Where this installation stands (`production`), for the policy attribute `environment`.
             */
            environment?: string;
            /**
             * Time zone
             * @description IANA time zone of `hour` and `weekday` in policies, and of calendar windows.
             * @default UTC
             */
            time_zone: string;
            /**
             * Retention
             * @description How long facts are kept.
             * @default {}
             */
            retention: {
                /**
                 * Audit log is kept for
                 * Format: int64
                 * @description Days that audit entries are kept.
                 * @default 365
                 */
                audit_days: number;
                /**
                 * Usage is kept for
                 * Format: int64
                 * @description Days that usage records are kept.
                 * @default 400
                 */
                usage_days: number;
                /**
                 * Decisions are kept for
                 * Format: int64
                 * @description Days that decision records are kept.
                 * @default 7
                 */
                decision_days: number;
            };
            /**
             * Cache
             * @description How answers are kept and given again, where `features.semanticCache` is on.
             * @default {}
             */
            cache: {
                /**
                 * Scope
                 * @description Within whom an answer is given again. A key without an organization, a team or a user of its own shares with nobody.
                 * @default team
                 * @enum {string}
                 */
                scope: "organization" | "team" | "key" | "user";
                /**
                 * Ttl
                 * Format: int64
                 * @description Seconds that an answer is kept.
                 * @default 3600
                 */
                ttl_seconds: number;
                /**
                 * Maximum bytes
                 * Format: int64
                 * @description Bytes of memory that answers take in each gateway, at most.
                 * @default 67108864
                 */
                max_bytes: number;
                /**
                 * Maximum answer bytes
                 * Format: int64
                 * @description Bytes of the largest answer that is kept.
                 * @default 65536
                 */
                max_answer_bytes: number;
                /**
                 * Maximum temperature
                 * @description Requests with a higher `temperature` are not answered from the cache. One that names none has 1.
                 * @default 1
                 */
                max_temperature: number;
                /**
                 * Epoch
                 * Format: int64
                 * @description Another number forgets every answer that was kept before.
                 * @default 0
                 */
                epoch: number;
                /**
                 * Organization epochs
                 * @description The same for the answers of single organizations, by their names.
                 */
                organization_epochs?: {
                    [key: string]: number;
                };
                /**
                 * Semantic
                 * @description Absent: equal requests alone are answered from the cache. Present: also those whose last message means the same.
                 */
                semantic?: {
                    /**
                     * Model
                     * @description Model of the platform with `mode: embedding` that tells how alike texts are. What it is asked is counted to whoever asks.
                     */
                    model: string;
                    /**
                     * Threshold
                     * @description How alike the last messages of two requests have to be: the least cosine of their vectors.
                     * @default 0.95
                     */
                    threshold: number;
                    /**
                     * Maximum bytes
                     * Format: int64
                     * @description Bytes of memory that vectors take in each gateway, at most, beside `maxBytes`.
                     * @default 67108864
                     */
                    max_bytes: number;
                };
            };
            /**
             * Models without a price
             * @description Requests for models without a price. `block`: they are refused; `warn`: they are served and counted as unpriced, and refused where a limit on money applies; `zero`: they cost nothing.
             * @default warn
             * @enum {string}
             */
            unpriced_model_policy: "block" | "warn" | "zero";
            /**
             * Requests need a key
             * @description On: the cost and budget services ask whoever reads for a key.
             * @default false
             */
            require_auth: boolean;
        };
        /** @description The license of the installation. There is one, named `default`. Nothing is blocked or changed by its state. */
        License: {
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
                /** @description What the reason means, and what to do about it, in plain words. */
                help?: string;
            }[];
            /**
             * @description Who owns it.
             * @enum {string}
             */
            managed_by: "api" | "kubectl" | "helm" | "argocd" | "flux";
            /** @description True where Argo CD, Flux or Helm owns it: change it in Git. */
            read_only: boolean;
            /**
             * Token secret in a Kubernetes Secret
             * @description Where the license token stands.
             */
            token_secret_ref?: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /** @description Whether a secret is set. */
            readonly secret_set?: boolean;
        };
        /** @description The license of the installation. There is one, named `default`. Nothing is blocked or changed by its state. */
        LicenseWrite: {
            /**
             * Token secret in a Kubernetes Secret
             * @description Where the license token stands.
             */
            token_secret_ref: {
                /**
                 * Name
                 * @description Name of the Secret, in the same namespace.
                 */
                name: string;
                /**
                 * Key
                 * @description Key within the Secret.
                 */
                key: string;
            };
            /**
             * Token secret
             * @description The secret itself, instead of token_secret_ref: kept in a Secret, and never answered.
             */
            token_secret?: string;
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
