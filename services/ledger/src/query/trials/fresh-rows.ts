import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { LedgerTables } from '../../database/tables.ts';
import { isOfTrial } from './trial-rows.ts';
import type { LockedTrial } from './lock-trial.ts';

/** The next requests to add up: those that came after all others, up to a moment, and those of before that came in late. */
export interface Slice {
  readonly trial: LockedTrial;
  /** Milliseconds since 1970. */
  readonly uptoMs: number;
  /** So many noted requests are taken, or a few more; undefined: all. */
  readonly mostNoted: number | undefined;
  readonly isEmpty: boolean;
  /** Whether there may be more after these. */
  readonly isFull: boolean;
}

/** Notes of several requests, as a rule. */
const REQUESTS_PER_NOTE = 10;

/**
 * How far the next so many requests of a trial reach, or a few more, where several came in one millisecond. Where many are noted, notes alone are taken: a request that is still noted when later
 * ones are in the sums is taken for a late one.
 */
export async function nextSlice(
  tx: Transaction<LedgerTables>,
  trial: LockedTrial,
  size: number,
): Promise<Slice> {
  const { rows: notes } = await sql<{ requests: number; notes: number }>`
    select coalesce(sum(requests), 0)::integer as requests, count(*)::integer as notes
    from (${notesOf(trial, size)}) n`.execute(tx);
  const noted = notes[0] ?? { requests: 0, notes: 0 };
  if (noted.requests >= size || noted.notes >= mostNotes(size)) {
    return { trial, uptoMs: trial.uptoMs, mostNoted: size, isEmpty: false, isFull: true };
  }
  const { rows } = await sql<{ ahead: number; upto: Date | null }>`
    select count(*)::integer as ahead, max(a.at) as upto from (
      select r.at from ledger.usage r
      where r.ab_test = ${trial.query.test} and r.ab_test <> '' and r.at > ${timeOf(trial.uptoMs)}
      order by r.at limit ${size}
    ) a`.execute(tx);
  const { ahead = 0, upto = null } = rows[0] ?? {};
  return {
    trial,
    uptoMs: upto?.getTime() ?? trial.uptoMs,
    mostNoted: undefined,
    isEmpty: ahead === 0 && noted.notes === 0,
    isFull: ahead >= size,
  };
}

const mostNotes = (size: number): number => Math.ceil(size / REQUESTS_PER_NOTE);

/** The oldest notes, with how many requests they have and how many the ones before have. */
const notesOf = ({ query }: LockedTrial, size: number): RawBuilder<unknown> =>
  sql`select number, cardinality(ids) as requests,
      sum(cardinality(ids)) over (order by number) - cardinality(ids) as before
    from ledger.trial_fresh where ab_test = ${query.test} order by number limit ${mostNotes(size)}`;

/**
 * Common table expressions, of which `fresh` has the requests of a slice, with columns of usage. A request is noted in the transaction that writes its row. Notes are taken by the statement that reads rows,
 * thus as of one moment: what is noted by then, and came later than all that is in the sums, is found by its time, now or in a slice to come; what is noted after that is left for
 * another slice.
 */
export function freshRows({ trial, uptoMs, mostNoted }: Slice): RawBuilder<unknown> {
  const { query } = trial;
  const [from, upto] = [timeOf(trial.uptoMs), timeOf(uptoMs)];
  const columns = sql`r.at, r.variant, r.dimension, r.completion, r.status, r.attempts, r.cost_nano, r.latency_ms,
    r.input + r.cached_input + r.cache_write + r.audio_input as tokens_in,
    r.output + r.reasoning + r.audio_output as tokens_out`;
  const oldest =
    mostNoted === undefined
      ? sql``
      : sql`and number in (select number from (${notesOf(trial, mostNoted)}) n where before < ${mostNoted})`;
  return sql`taken as (
      delete from ledger.trial_fresh where ab_test = ${query.test} ${oldest} returning ats, ids
    ),
    late as (
      select n.at, n.id from taken cross join unnest(taken.ats, taken.ids) as n (at, id) where n.at <= ${from}
    ),
    fresh as (
      select ${columns} from ledger.usage r
      where ${isOfTrial(query)} and r.at > ${from} and r.at <= ${upto}
      union all
      select r.* from late l cross join lateral (
        -- One look-up each, however many rows the planner takes there to be.
        select ${columns} from ledger.usage r
        where r.at = l.at and r.id = l.id and ${isOfTrial(query)} offset 0
      ) r
    )`;
}

const timeOf = (ms: number): RawBuilder<Date> => sql`${new Date(ms).toISOString()}::timestamptz`;
