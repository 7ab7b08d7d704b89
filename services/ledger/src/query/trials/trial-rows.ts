import { sql, type RawBuilder } from 'kysely';
import { COMPLETION_CODES } from '../../database/codes.ts';
import type { TrialQuery } from './trial-query.ts';

const { complete, provider_failed, refused } = COMPLETION_CODES;

/** Of rows `r` of usage: a whole answer, and no refusal that is the caller's fault. */
export const ANSWERED = sql`(r.completion = ${sql.lit(complete)} and coalesce(r.status, 200) < 400)`;

/** What became of a request, by number. */
export const OUTCOMES = { answered: 0, failed: 1, neither: 2 } as const;

/**
 * The provider failed or would take no more requests. What the caller did wrong, or did not wait for, is no failure of a model; nor is what a gateway died of.
 */
const OUTCOME = sql`case when ${ANSWERED} then ${sql.lit(OUTCOMES.answered)}
  when r.completion in (${sql.lit(provider_failed)}, ${sql.lit(refused)}) then ${sql.lit(OUTCOMES.failed)}
  when r.completion = ${sql.lit(complete)} and r.status >= 500 then ${sql.lit(OUTCOMES.failed)}
  else ${sql.lit(OUTCOMES.neither)} end`;

const TOKENS_IN = sql`r.input + r.cached_input + r.cache_write + r.audio_input`;
const TOKENS_OUT = sql`r.output + r.reasoning + r.audio_output`;

/** Which rows of usage are of a trial's arms. What a gateway refused says nothing of a model, as nobody was asked. */
export const isOfTrial = ({ test, sinceMs }: TrialQuery): RawBuilder<unknown> =>
  sql`r.ab_test = ${test} and r.ab_test <> '' and r.at >= ${new Date(sinceMs).toISOString()}::timestamptz
    and r.variant in ('base', 'variant') and not (r.completion = ${sql.lit(refused)} and r.attempts = 0)`;

/** Whose dimensions `d` are asked for. */
export const isOwn = ({ organization }: TrialQuery): RawBuilder<unknown> =>
  organization === undefined ? sql`true` : sql`d.organization = ${organization}`;

/** What is wanted where each request is a unit: squares of what it has, and how many came since the split is what it is. */
const squaresOf = (splitSinceMs: number) => sql`,
  count(*) filter (where r.at >= ${new Date(splitSinceMs).toISOString()}::timestamptz)::float8 as of_split,
  coalesce(sum(r.cost_nano::float8 * r.cost_nano), 0) as cost_squares,
  coalesce(sum(ln(greatest(r.latency_ms, 1)::float8) ^ 2), 0) as latency_squares,
  sum((${TOKENS_IN} + ${TOKENS_OUT}) * (${TOKENS_IN} + ${TOKENS_OUT}))::float8 as token_squares`;

/**
 * The requests of a trial, added up by dimension and outcome: no more is done with each row than has to be, since there may be millions. `retried` ones were answered
 * by another attempt than the first.
 */
export const addedRows = (query: TrialQuery): RawBuilder<unknown> =>
  sql`select r.variant as arm, r.dimension, ${OUTCOME} as outcome, r.attempts > 1 as retried,
      count(*)::float8 as requests, max(r.at) as last_at,
      count(r.cost_nano)::float8 as priced, coalesce(sum(r.cost_nano), 0)::float8 as cost_nano,
      count(r.latency_ms)::float8 as timed, coalesce(sum(r.latency_ms::float8), 0) as latency_ms,
      coalesce(sum(ln(greatest(r.latency_ms, 1)::float8)), 0) as log_latency,
      sum(${TOKENS_IN})::float8 as tokens_in, sum(${TOKENS_OUT})::float8 as tokens_out
      ${query.unit === 'request' ? squaresOf(query.splitSinceMs) : sql``}
    from ledger.usage r where ${isOfTrial(query)}
    group by 1, 2, 3, 4`;
