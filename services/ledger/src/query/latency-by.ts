import type { Kysely } from 'kysely';
import type { LedgerTables } from '../database/tables.ts';
import { TimeHistogram } from '../latency/time-histogram.ts';

export interface LatencyQuery {
  /** Milliseconds since 1970; a minute begins then. */
  readonly from: number;
  readonly to: number;
  /** Absent: of all. */
  readonly provider?: string;
  readonly model?: string;
}

/** How attempts at one model of one provider went. */
export interface Latency {
  readonly provider: string;
  readonly model: string;
  readonly requests: number;
  readonly failures: number;
  /** Of the attempts that were answered. */
  readonly latency: TimeHistogram;
  readonly firstToken: TimeHistogram;
}

/** Adds up minutes, by provider and model. */
export async function latencyBy(
  kysely: Kysely<LedgerTables>,
  { from, to, provider, model }: LatencyQuery,
): Promise<Latency[]> {
  let query = kysely
    .selectFrom('latency_minute')
    .selectAll()
    .where('minute', '>=', new Date(from))
    .where('minute', '<', new Date(to))
    .orderBy('provider')
    .orderBy('model');
  if (provider !== undefined) query = query.where('provider', '=', provider);
  if (model !== undefined) query = query.where('model', '=', model);
  const answers: Latency[] = [];
  for (const row of await query.execute()) {
    const before = answers.at(-1);
    const isSame = before?.provider === row.provider && before.model === row.model;
    const { latency, firstToken } = isSame ? before : nothing();
    latency.merge(TimeHistogram.from(row.histogram));
    firstToken.merge(TimeHistogram.from(row.first_token));
    if (isSame) answers.pop();
    answers.push({
      provider: row.provider,
      model: row.model,
      requests: Number(row.requests) + (isSame ? before.requests : 0),
      failures: Number(row.failures) + (isSame ? before.failures : 0),
      latency,
      firstToken,
    });
  }
  return answers;
}

const nothing = () => ({ latency: TimeHistogram.empty(), firstToken: TimeHistogram.empty() });
