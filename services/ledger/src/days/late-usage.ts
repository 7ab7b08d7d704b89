import { sql, type Transaction } from 'kysely';
import { rowsOf, type Column } from '../database/column-arrays.ts';
import type { LedgerTables } from '../database/tables.ts';
import { DAY_MS, dayOf } from './day-tables.ts';

/** How long ids are known after their rows were dropped, days: what comes later is refused, since it may have been counted. */
export const SEEN_DAYS = 366;

/** So many bytes of an id are kept: of a UUIDv7, 62 of these bits are random. */
const BYTES = 8;
const LOCK = 7_301_952;

interface Late {
  readonly id: string;
  readonly atMs: number;
}

interface Seen {
  readonly day: string;
  readonly bucket: number;
  /** In hexadecimal digits. */
  readonly ids: string;
}

const KEY: readonly Column<Seen>[] = [
  { name: 'day', type: 'timestamptz', of: ({ day }) => day },
  { name: 'bucket', type: 'smallint', of: ({ bucket }) => bucket },
];

/** Until the transaction ends, nobody else changes sums of days whose rows were dropped. */
export async function lockLate(tx: Transaction<LedgerTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

/** Of records whose day was dropped, those that are new; notes that they are known from now on. Needs `lockLate`. */
export async function noteLate<Record extends Late>(
  tx: Transaction<LedgerTables>,
  records: readonly Record[],
): Promise<Record[]> {
  if (records.length === 0) return [];
  const places = new Map(records.map((record) => [placeOf(record), seenOf(record, '')]));
  const { rows } = await sql<{
    day: Date;
    bucket: number;
    ids: Buffer;
  }>`select s.day, s.bucket, s.ids
    from ledger.usage_seen s join ${rowsOf(KEY, [...places.values()])}
      on sent.day = s.day and sent.bucket = s.bucket`.execute(tx);
  const known = new Map(rows.map((row) => [`${row.day.getTime()}/${row.bucket}`, row.ids]));
  const fresh = records.filter((record) => !holds(known.get(placeOf(record)), tailOf(record.id)));
  await write(tx, fresh);
  return fresh;
}

async function write(tx: Transaction<LedgerTables>, fresh: readonly Late[]): Promise<void> {
  const added = new Map<string, Seen>();
  for (const record of fresh) {
    const place = placeOf(record);
    const ids = (added.get(place)?.ids ?? '') + tailOf(record.id).toString('hex');
    added.set(place, seenOf(record, ids));
  }
  if (added.size === 0) return;
  const columns: Column<Seen>[] = [...KEY, { name: 'ids', type: 'text', of: ({ ids }) => ids }];
  await sql`insert into ledger.usage_seen (day, bucket, ids)
    select day, bucket, decode(ids, 'hex') from ${rowsOf(columns, [...added.values()])}
    on conflict (day, bucket) do update set ids = usage_seen.ids || excluded.ids`.execute(tx);
}

/** Notes the ids of a day before its rows go. Works as the owner. */
export async function noteDay(tx: Transaction<LedgerTables>, dayMs: number): Promise<void> {
  const [from, to] = [dayMs, dayMs + DAY_MS].map((ms) => new Date(ms).toISOString());
  await sql`insert into ledger.usage_seen (day, bucket, ids)
    select ${from}::timestamptz, get_byte(uuid_send(id), 15),
      string_agg(substring(uuid_send(id) from ${sql.lit(17 - BYTES)}), ''::bytea)
    from ledger.usage where at >= ${from}::timestamptz and at < ${to}::timestamptz group by 2
    on conflict (day, bucket) do update set ids = usage_seen.ids || excluded.ids`.execute(tx);
}

/** Whether what is known of a day goes back so far that a record of it can be told from those that were counted. */
export const isTellable = (atMs: number, keptFromMs: number): boolean =>
  dayOf(atMs) >= keptFromMs - SEEN_DAYS * DAY_MS;

const tailOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', '').slice(-2 * BYTES), 'hex');

const bucketOf = (id: string): number => Number.parseInt(id.slice(-2), 16);

const placeOf = ({ id, atMs }: Late): string => `${dayOf(atMs)}/${bucketOf(id)}`;

const seenOf = ({ id, atMs }: Late, ids: string): Seen => ({
  day: new Date(dayOf(atMs)).toISOString(),
  bucket: bucketOf(id),
  ids,
});

function holds(ids: Buffer | undefined, tail: Buffer): boolean {
  if (!ids) return false;
  for (let from = 0; ; from += 1) {
    from = ids.indexOf(tail, from);
    if (from === -1) return false;
    if (from % BYTES === 0) return true;
  }
}
