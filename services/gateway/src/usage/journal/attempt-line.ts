import { ATTEMPT_OUTCOMES, type AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import { NO_TOKENS, type Completion, type UsageRecord } from '@aicp/contracts/usage/usage-record';
import { z } from 'zod';

/** The name of a provider's credential where it has but one. */
export const ONLY_CREDENTIAL = 'default';
/** Why nobody knows what became of an attempt. */
export const GATEWAY_DIED = 'unknown';

/** One attempt at a provider, in the outcome of its request. What is usual is left out. */
export const attemptLine = z.object({
  /** What became of it, where it was not answered. */
  e: z.enum(ATTEMPT_OUTCOMES).optional(),
  /** Why it failed. */
  why: z.string().optional(),
  /** Absent where nobody knows. */
  ms: z.number().optional(),
  first: z.number().optional(),
  /** The credential. */
  by: z.string().optional(),
  /** Where they are not those that served. */
  model: z.string().optional(),
  via: z.string().optional(),
  /** On the one whose answer is the request's, where that is not the last. */
  served: z.literal(1).optional(),
});
export type AttemptLine = z.output<typeof attemptLine>;

/** What becomes of the only attempt of a request that ends so, if the line does not say it. */
export const usualOutcome = (completion: Completion): AttemptRecord['outcome'] => {
  if (completion === 'complete') return 'answered';
  return completion === 'provider_failed' ? 'failed' : 'dropped';
};

/** The attempts of a request, from its record and what its outcome says of them. Of several, a line of an earlier version tells only the last. */
export function attemptsOf(
  record: UsageRecord,
  att: readonly AttemptLine[] | undefined,
): AttemptRecord[] {
  const { model_served: model, provider, attempts } = record;
  if (attempts === 0 || model === null || provider === null) return [];
  const served = { model, provider };
  if (!att) return [{ ...usual(record), ...served, number: attempts }];
  const marked = att.findIndex((line) => line.served === 1);
  const serving = marked === -1 ? att.length - 1 : marked;
  return att.map((line, index) => ({
    ...toAttempt(record, line),
    ...(index === serving ? used(record) : {}),
    model: line.model ?? model,
    provider: line.via ?? provider,
    number: index + 1,
  }));
}

type Made = Omit<AttemptRecord, 'model' | 'provider' | 'number'>;

/** The only attempt of a request took all of its time. */
function usual(record: UsageRecord): Made {
  const { completion, latency_ms, first_token_ms } = record;
  const outcome = usualOutcome(completion);
  const reason = completion === 'unknown' ? GATEWAY_DIED : null;
  const times = { latency_ms, first_token_ms };
  return {
    ...about(record),
    outcome,
    reason,
    ...times,
    ...used(record),
    credential: ONLY_CREDENTIAL,
  };
}

function toAttempt(record: UsageRecord, line: AttemptLine): Made {
  return {
    ...about(record),
    credential: line.by ?? ONLY_CREDENTIAL,
    outcome: line.e ?? 'answered',
    reason: line.why ?? null,
    latency_ms: line.ms ?? null,
    first_token_ms: line.first ?? null,
    ...NO_TOKENS,
    cost_nano_usd: record.cost_nano_usd === null ? null : 0,
  };
}

const about = ({ id, at, organization }: UsageRecord) => ({ usage_id: id, at, organization });

/** What the whole request used. */
const used = (record: UsageRecord) => ({
  input: record.input,
  cached_input: record.cached_input,
  cache_write: record.cache_write,
  output: record.output,
  reasoning: record.reasoning,
  audio_input: record.audio_input,
  audio_output: record.audio_output,
  cost_nano_usd: record.cost_nano_usd,
});
