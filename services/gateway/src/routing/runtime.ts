import type { AgentBook } from '@aicp/contracts/agents/agent-book';
import type { PeopleBook } from '@aicp/contracts/people/people-book';
import type { Budgets } from '@aicp/contracts/budgets/budgets';
import type { RoutingProvider, RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { GuardrailBook } from '../guardrails/book/guardrail-book.ts';
import type { McpServers } from '../mcp/servers/mcp-servers.ts';
import type { ModelHealth } from '../health/model-health.ts';
import type { TargetHealth } from '../health/target-health.ts';
import type { ProviderClient } from '../providers/upstream/provider-client.ts';
import type { TokenLimits } from '../usage/token-limits.ts';
import type { KeyEntry } from '@aicp/contracts/routing/request/principal';
import type { PromptBook } from '@aicp/contracts/prompts/prompt-book';
import type { RateLimits } from '@aicp/contracts/limits/rate-limits';
import type { RoutingTables } from '@aicp/contracts/routing/tables';

/** A provider with one of its credentials, to which requests are sent. */
export interface RuntimeTarget {
  /** The credential's name. */
  readonly name: string;
  /** Its share of the requests, beside the other credentials'. */
  readonly weight: number;
  readonly client: ProviderClient;
  readonly health: TargetHealth;
}

/** How long an attempt may take, in milliseconds. */
export interface TimeLimits {
  /** For a new connection. */
  readonly connectMs: number;
  /** For the first content of a stream, or the head of a document; the connection's time counts. */
  readonly firstByteMs: number;
  /** From one content of a stream, or piece of a document, to the next. */
  readonly idleMs: number;
  /** For all of a stream, and of a document. */
  readonly streamMs: number;
  readonly documentMs: number;
}

/** A provider as requests use it. */
export interface RuntimeProvider extends RoutingProvider {
  readonly type: string;
  /** Text that changes with the provider's object and with its address. */
  readonly identity: string;
  /** Where it is reached; undefined where it is not reached over a network. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
  readonly timeLimits: TimeLimits;
  /** Attempts beyond the first. */
  readonly maxRetries: number;
  /** Attempts at a time; infinite where there is no limit. */
  readonly concurrentLimit: number;
  /** Milliseconds without a first byte after which another is asked as well; undefined: never. */
  readonly hedgeAfterMs: number | undefined;
  /** One for each credential that is there; one without a credential where none is. Never empty. */
  readonly targets: readonly RuntimeTarget[];
}

/** A model as requests use it: what routing reads of it, and what is needed to send a request there and to bill it. */
export interface RuntimeModel extends RoutingModel {
  readonly provider: RuntimeProvider;
  readonly upstreamModel: string;
  /** What becomes of a request of which its provider cannot be told all; undefined: what it cannot be told is left out. */
  readonly lossy: 'reject' | undefined;
  readonly weight: number;
  /** Unix seconds. */
  readonly created: number;
  /** Tokens that a request can have at most. */
  readonly limits: TokenLimits;
  readonly health: ModelHealth;
  readonly timeLimits: TimeLimits;
  /** Whether it gives its provider less time than the platform’s model does whose upstream it uses. */
  readonly isHastier: boolean;
}

/** One snapshot, indexed. A request keeps the one that it began with. */
export interface Runtime extends RoutingTables<RuntimeModel> {
  /** All that are there, also those of which no model is. */
  readonly providers: readonly RuntimeProvider[];
  /** By the SHA-256 (hex) of the secret. */
  readonly keys: ReadonlyMap<string, KeyEntry>;
  readonly rateLimits: RateLimits;
  readonly budgets: Budgets;
  /** The servers of tools that are in service. */
  readonly mcpServers: McpServers;
  /** Undefined: none is in service, or they are switched off. */
  readonly guardrails: GuardrailBook | undefined;
  readonly agents: AgentBook;
  /** Who is a member of which organization, and how its people sign in. */
  readonly people: PeopleBook;
  readonly prompts: PromptBook;
}
