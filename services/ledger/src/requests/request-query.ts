import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { GuardrailOutcome, GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import type { AttemptOutcome } from '@aicp/contracts/usage/attempt-record';
import type {
  Completion,
  PromptUsed,
  TokenBuckets,
  UsageRecord,
} from '@aicp/contracts/usage/usage-record';
import type { DecisionPlace, DecisionReach } from '../query/decisions.ts';

/** Which requests are listed. */
export interface RequestFilter {
  readonly reach: DecisionReach;
  /** Milliseconds since 1970; `to` is the first moment that is not asked for. */
  readonly from: number;
  readonly to: number;
  readonly key?: string | undefined;
  readonly team?: string | undefined;
  readonly user?: string | undefined;
  readonly organization?: string | undefined;
  /** Asked for, or served. */
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  /** From the first to the second, both of them included. */
  readonly status?: readonly [least: number, most: number] | undefined;
  readonly result?: DecisionRecord['result'] | undefined;
  /** One that decided the request, or that had a say where it was refused. */
  readonly policy?: string | undefined;
  readonly abTest?: string | undefined;
  readonly tag?: { readonly name: string; readonly value: string } | undefined;
  /** What a guardrail said of it, at any stage: by its name, its verdict, or both together. */
  readonly verdict?:
    | { readonly guardrail?: string | undefined; readonly verdict?: GuardrailOutcome | undefined }
    | undefined;
  /** One that it named, in any version or in that one. */
  readonly prompt?: { readonly id: string; readonly version?: number | undefined } | undefined;
  /** The id of a request, or its first eight characters or more. */
  readonly id?: string | undefined;
  /** Whether `id` is all of an id, and no beginning of one. */
  readonly isWholeId?: boolean;
}

export interface RequestPage {
  readonly limit: number;
  /** Only those behind this one, the newest being the first. */
  readonly before?: DecisionPlace | undefined;
}

/** A request: what was decided of it, joined with what it used. Undefined or '' is what is not known. */
export interface FoundRequest {
  readonly atMs: number;
  readonly id: string;
  readonly requestId: string;
  /** Absent where its gateway died with it, and of requests whose decisions are dropped before their usage. */
  readonly decision: DecisionRecord | undefined;
  /** Absent of a request that was refused before anything was asked. */
  readonly usage: RequestUsage | undefined;
}

/** What a usage record says of a request. */
export interface RequestUsage {
  readonly organization: string;
  readonly businessUnit: string;
  readonly team: string;
  readonly user: string;
  readonly key: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly modelAsked: string;
  readonly modelServed: string;
  readonly provider: string;
  readonly policy: string;
  readonly abTest: string;
  readonly variant: string;
  readonly completion: Completion;
  readonly status: number | undefined;
  readonly latencyMs: number | undefined;
  readonly firstTokenMs: number | undefined;
  readonly attempts: number;
  /** Undefined where the model has no price. */
  readonly costNano: bigint | undefined;
  readonly tokens: TokenBuckets;
  /** Who counted the tokens. */
  readonly source: UsageRecord['source'];
  /** What guardrails said of it. */
  readonly guardrails: readonly GuardrailVerdict[];
  /** The prompt that it named, and the version that was sent. */
  readonly prompt: PromptUsed | undefined;
  readonly configRevision: string;
}

/** One attempt of a request at a provider. */
export interface RequestAttempt {
  readonly number: number;
  readonly provider: string;
  readonly model: string;
  readonly outcome: AttemptOutcome;
  /** '' where nothing went wrong. */
  readonly reason: string;
  readonly latencyMs: number | undefined;
  readonly firstTokenMs: number | undefined;
}
