import { sql, type RawBuilder } from 'kysely';
import { COMPLETION_CODES } from '../../database/codes.ts';
import type { TrialQuery, TrialUnit } from './trial-query.ts';

/** Of rows `r` of usage and `d` of their dimensions. A request that names nobody is of its key; one without a key is on its own. */
const UNITS: Readonly<Record<TrialUnit, RawBuilder<string>>> = {
  user: sql`coalesce(nullif(d."user", ''), nullif(d.key, ''), r.id::text)`,
  key: sql`coalesce(nullif(d.key, ''), r.id::text)`,
  request: sql`r.id::text`,
};

export const unitOf = (unit: TrialUnit): RawBuilder<string> => UNITS[unit];

const { complete, provider_failed, refused } = COMPLETION_CODES;

/** A whole answer, and no refusal that is the caller's fault. */
export const ANSWERED = sql`(r.completion = ${sql.lit(complete)} and coalesce(r.status, 200) < 400)`;

/**
 * Whether the arm's model failed the request: its provider failed or would take no more requests, or another model had to answer. What the caller did wrong, or did not
 * wait for, is no failure; nor is what a gateway died of.
 */
const failedOf = ({ models }: TrialQuery): RawBuilder<boolean> =>
  sql`(r.completion in (${sql.lit(provider_failed)}, ${sql.lit(refused)})
    or (r.completion = ${sql.lit(complete)} and r.status >= 500)
    or (r.attempts > 1 and d.model_served <> case r.variant
      when 'variant' then ${models.variant} else ${models.base} end))`;

/** Rows of the requests of a trial: `from` and `where`. What a gateway refused says nothing of a model, as nobody was asked. */
export function trialRows({ test, sinceMs, organization }: TrialQuery): RawBuilder<unknown> {
  const own = organization === undefined ? sql`` : sql`and d.organization = ${organization}`;
  return sql`from ledger.usage r join ledger.dimension d on d.id = r.dimension
    where r.ab_test = ${test} and r.ab_test <> '' and r.at >= ${new Date(sinceMs).toISOString()}::timestamptz
      and r.variant in ('base', 'variant')
      and not (r.completion = ${sql.lit(refused)} and r.attempts = 0) ${own}`;
}

/** What one row adds to the sums of its unit: how many values it has (x), and their sum (y). */
export function measuresOf(query: TrialQuery) {
  const failed = failedOf(query);
  return {
    cost: { x: sql`(${ANSWERED} and r.cost_nano is not null)`, y: sql`r.cost_nano` },
    latency: {
      x: sql`(${ANSWERED} and r.latency_ms is not null)`,
      y: sql`ln(greatest(r.latency_ms, 1))`,
    },
    errors: { x: sql`(${ANSWERED} or ${failed})`, y: sql`(${failed})::integer` },
    tokens: {
      x: ANSWERED,
      y: tokens([
        'input',
        'cached_input',
        'cache_write',
        'audio_input',
        'output',
        'reasoning',
        'audio_output',
      ]),
    },
  } as const;
}

const tokens = (buckets: readonly string[]) =>
  sql.join(
    buckets.map((name) => sql.ref(`r.${name}`)),
    sql` + `,
  );
