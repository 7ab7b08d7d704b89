import type { Database } from '@aicp/common/database/open-database';
import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { Generated } from 'kysely';
import type { GuardrailBlockTable, GuardrailSumTable } from './guardrail-tables.ts';

/** `bigint` and `numeric` arrive as text; a number may be sent. */
type Whole = string;
type Tokens = Record<keyof TokenBuckets, Whole>;

/** What spend is told apart by. '' stands for none. Rows stay for good. */
export interface DimensionTable {
  readonly id: Generated<number>;
  /** The first 128 bits of the SHA-256 of all columns below. */
  readonly hash: string;
  readonly organization: string;
  readonly business_unit: string;
  readonly team: string;
  readonly user: string;
  readonly key: string;
  readonly model_served: string;
  readonly provider: string;
  readonly price_version: string;
  readonly source: number;
  /** '' stands for the platform; of that, the hash knows nothing. */
  readonly payer: Generated<string>;
  /** Who says the user: '' stands for the key, 'request' for the request. Of '', the hash knows nothing. */
  readonly user_from: Generated<string>;
}

/** One request. */
export interface UsageTable extends Tokens {
  readonly at: Date;
  readonly id: string;
  readonly dimension: number;
  readonly request_id: string;
  readonly model_asked: string;
  readonly policy: string;
  readonly ab_test: string;
  readonly variant: string;
  readonly completion: number;
  readonly status: number | null;
  readonly latency_ms: number | null;
  readonly first_token_ms: number | null;
  readonly attempts: number;
  readonly cost_nano: Whole | null;
  readonly cache: number | null;
  /** What an answer of the cache saved; null where none did. */
  readonly saved_tokens: Whole | null;
  readonly saved_nano: Whole | null;
  readonly config_revision: string;
  /** Null where there are none. */
  readonly tags: Readonly<Record<string, string>> | null;
  /** What guardrails said; null where none did. */
  readonly guardrails: readonly GuardrailVerdict[] | null;
  /** The prompt that it named; '' where it named none. */
  readonly prompt: Generated<string>;
  /** Null where it named no prompt. */
  readonly prompt_version: number | null;
  /** Whether nobody had approved that version. */
  readonly prompt_draft: Generated<boolean>;
}

/** One attempt at a provider. */
export interface AttemptTable extends Tokens {
  readonly at: Date;
  readonly usage_id: string;
  readonly number: number;
  readonly target: number;
  readonly outcome: number;
  readonly reason: string;
  readonly latency_ms: number | null;
  readonly first_token_ms: number | null;
  readonly cost_nano: Whole | null;
}

/** Whom attempts go to. */
export interface TargetTable {
  readonly id: Generated<number>;
  readonly hash: string;
  readonly organization: string;
  readonly model: string;
  readonly provider: string;
  readonly credential: string;
}

/** Records that a gateway's disk had no room for. */
export interface UsageSumTable extends Tokens {
  readonly id: string;
  readonly hour: Date;
  readonly dimension: number;
  readonly requests: Whole;
  readonly cost_nano: Whole | null;
}

export interface DecisionTable {
  readonly at: Date;
  readonly id: string;
  readonly request_id: string;
  readonly organization: string;
  readonly key: string;
  readonly asked_model: string;
  readonly model: string;
  readonly provider: string;
  readonly policies: readonly string[];
  readonly result: number;
  readonly status: number;
  readonly record: unknown;
}

/** Sums of usage records: of the quarter-hour, hour or day (UTC) that begins at `starts`. */
export interface UsageRollUpTable extends Tokens {
  readonly starts: Date;
  readonly dimension: number;
  readonly requests: Whole;
  /** Of these, how many have no cost: they count as 0 in `cost_nano`. */
  readonly unpriced: Whole;
  readonly cost_nano: Whole;
}

export interface TagTable {
  readonly id: Generated<number>;
  readonly hash: string;
  readonly organization: string;
  readonly name: string;
  readonly value: string;
}

export interface TagQuarterTable {
  readonly starts: Date;
  readonly tag: number;
  readonly requests: Whole;
  readonly unpriced: Whole;
  readonly cost_nano: Whole;
  /** What of that organizations paid for their own Providers. */
  readonly own_cost_nano: Whole;
}

/** How attempts at a model of a provider went, with what they took: HdrHistograms of tenths of milliseconds. */
interface LatencyFigures {
  readonly provider: string;
  readonly model: string;
  /** All attempts. */
  readonly requests: Whole;
  /** Those that failed, or broke off, by whomever's fault. */
  readonly failures: Whole;
  /** Those that were answered, also with a refusal that is the client's fault. */
  readonly answered: Generated<Whole>;
  /** Those that failed by the provider's fault. */
  readonly provider_failures: Generated<Whole>;
  readonly histogram: Buffer;
  readonly first_token: Buffer;
}

export interface LatencyMinuteTable extends LatencyFigures {
  readonly minute: Date;
}

/** Minutes of the hour or day (UTC) that begins at `starts`. */
export interface LatencySumTable extends LatencyFigures {
  readonly starts: Date;
  /** In how many of its minutes an attempt was answered, or failed by the provider's fault. */
  readonly minutes: number;
  /** In how many of these one was answered. */
  readonly minutes_up: number;
}

/** What a gateway said of itself last. */
export interface DeliveryTable {
  readonly replica: string;
  /** By our clock. */
  readonly last_contact: Date;
  /** By the gateway's clock. */
  readonly sent_at: Date;
  readonly in_flight: number;
  readonly oldest_left_at: Date | null;
}

/** From which day on the rows of a table are kept: what came before was dropped. */
export interface KeptFromTable {
  readonly part: 'usage' | 'decision';
  readonly day: Date;
}

/** Ids of usage records whose rows were dropped: the last eight bytes of each, one after the other. */
export interface UsageSeenTable {
  readonly day: Date;
  readonly bucket: number;
  readonly ids: Buffer;
}

/**
 * What a process of a gateway may spend of one subject in one period. It stands beside the facts because one transaction brings these in and lowers what is
 * outstanding.
 */
export interface LeaseTable {
  readonly replica: string;
  /** One process. */
  readonly session: string;
  /** As `subjectName` calls it. */
  readonly subject: string;
  readonly starts: Date;
  readonly ends: Date;
  readonly granted: Whole;
  /** What of its spend the ledger has. */
  readonly ingested: Whole;
  /** What its requests under way have reserved, as it said last. */
  readonly held: Whole;
  /** What it has spent and reserved, as it said last. */
  readonly in_use: Whole;
  /** Since when its requests wait for more than it was granted; null: none did when it spoke last. */
  readonly lacking_since: Date | null;
  /** Of its last call. */
  readonly number: Whole;
  /** Null where it never said anything. */
  readonly heard_at: Date | null;
  /** Requests that came before are not in what the session counts; null: all are. */
  readonly since: Date | null;
  /** The highest limit by which the session refused a request, as there was no room; null: it refused none. */
  readonly refused_at: Whole | null;
}

/** What the holder of a key thinks of an answer: the last that it said of each request. */
export interface FeedbackTable {
  readonly request_id: string;
  readonly organization: string;
  readonly key: string;
  readonly at: Date;
  /** From -1 to 1. */
  readonly score: number;
  /** Whether the key has sent such a request: only then it counts, and what follows is of that request. */
  readonly is_known: boolean;
  readonly usage_at: Date | null;
  readonly usage_id: string | null;
  readonly ab_test: string;
  readonly variant: string;
  /** Of that request too; null in rows of an earlier release. */
  readonly dimension: number | null;
}

/** An A/B test whose requests are added up, and how far. */
export interface TrialTable {
  readonly ab_test: string;
  readonly id: Generated<number>;
  /** What the sums answer: with another question they are begun anew. */
  readonly question: string;
  /** Requests up to this moment are in the sums, but for those that `trial_fresh` names. */
  readonly upto: Date;
  readonly looked_at: Date;
}

/** Requests of an A/B test that one batch brought in since its requests were added up last. */
export interface TrialFreshTable {
  readonly ab_test: string;
  readonly number: Generated<Whole>;
  /** When each came, and its id. */
  readonly ats: readonly Date[];
  readonly ids: readonly string[];
}

/** The tables of the ledger. Sums of trials by arm, unit and step are read and written by SQL alone. */
export interface LedgerTables {
  readonly dimension: DimensionTable;
  readonly usage: UsageTable;
  readonly target: TargetTable;
  readonly attempt: AttemptTable;
  readonly usage_sum: UsageSumTable;
  readonly decision: DecisionTable;
  readonly usage_quarter: UsageRollUpTable;
  readonly usage_hour: UsageRollUpTable;
  readonly usage_day: UsageRollUpTable;
  readonly tag: TagTable;
  readonly tag_quarter: TagQuarterTable;
  readonly latency_minute: LatencyMinuteTable;
  readonly latency_hour: LatencySumTable;
  readonly latency_day: LatencySumTable;
  readonly delivery: DeliveryTable;
  readonly kept_from: KeptFromTable;
  readonly usage_seen: UsageSeenTable;
  readonly lease: LeaseTable;
  readonly feedback: FeedbackTable;
  readonly trial: TrialTable;
  readonly trial_fresh: TrialFreshTable;
  readonly guardrail_hour: GuardrailSumTable;
  readonly guardrail_day: GuardrailSumTable;
  readonly guardrail_block: GuardrailBlockTable;
}

export type LedgerDatabase = Database<LedgerTables>;
