import { sql, type Kysely, type Transaction } from 'kysely';
import { insertOf, type Column } from '@aicp/ledger/database/column-arrays';
import type { LedgerTables } from '@aicp/ledger/database/tables';
import type { CountedSpend, SaidLease } from './spend-of-batch.ts';

type Tx = Transaction<LedgerTables>;

/** What processes of a replica lease. Each batch asks, and there may be one for each key and hour: those of periods that ended an hour ago and more are left out. */
export async function leasesOf(tx: Tx, replica: string): Promise<readonly SaidLease[]> {
  const rows = await tx
    .selectFrom('lease')
    .select(['session', 'subject', 'starts', 'ends', 'since'])
    .where('replica', '=', replica)
    .where('ends', '>', sql<Date>`now() - interval '1 hour'`)
    .execute();
  return rows.map(({ session, subject, starts, ends, since }) => ({
    session,
    subject,
    period: { startsMs: starts.getTime(), endsMs: ends.getTime() },
    sinceMs: since?.getTime(),
  }));
}

/** Processes of a replica before this one hold nothing any more. That they refused requests stays known. */
export async function endOlder(
  kysely: Kysely<LedgerTables>,
  { replica, session }: { readonly replica: string; readonly session: string },
): Promise<void> {
  await kysely
    .deleteFrom('lease')
    .where('replica', '=', replica)
    .where('session', '<>', session)
    .where('refused_at', 'is', null)
    .execute();
  await kysely
    .updateTable('lease')
    .set({ granted: '0', ingested: '0', held: '0', in_use: '0', heard_at: null })
    .where('replica', '=', replica)
    .where('session', '<>', session)
    .where('heard_at', 'is not', null)
    .execute();
}

const iso = (ms: number): string => new Date(ms).toISOString();

type SentRow = CountedSpend & { readonly replica: string; readonly session: string };

const ROW: readonly Column<SentRow>[] = [
  { name: 'subject', type: 'text', of: (row) => row.subject },
  { name: 'replica', type: 'text', of: (row) => row.replica },
  { name: 'session', type: 'text', of: (row) => row.session },
  { name: 'starts', type: 'timestamptz', of: ({ period }) => iso(period.startsMs) },
  { name: 'ends', type: 'timestamptz', of: ({ period }) => iso(period.endsMs) },
  { name: 'ingested', type: 'numeric', of: (row) => row.costNano },
];

/** Adds what is new in the ledger to what it has of a session: that much less is outstanding. One statement, for a batch is of hundreds of subjects. */
export async function noteIngested(
  tx: Tx,
  sender: { readonly replica: string; readonly session: string },
  spend: readonly CountedSpend[],
): Promise<void> {
  if (spend.length === 0) return;
  const { replica, session } = sender;
  const rows = spend.map((one) => ({ ...one, replica, session }));
  await sql`${insertOf('lease', ROW, rows)}
    on conflict (session, subject, starts, ends) do update
      set ingested = lease.ingested + excluded.ingested`.execute(tx);
}

/** The same of processes of a replica before the one that sends: of each subject that one of them which has the most outstanding. */
export async function noteOlderIngested(
  tx: Tx,
  { replica, session }: { readonly replica: string; readonly session: string },
  spend: readonly CountedSpend[],
): Promise<void> {
  for (const { subject, period, costNano } of spend) {
    await sql`update ledger.lease set ingested = ingested + ${String(costNano)}::numeric
      where (session, subject, starts, ends) in (
        select session, subject, starts, ends from ledger.lease
        where replica = ${replica} and session <> ${session} and subject = ${subject}
          and starts = ${iso(period.startsMs)} and ends = ${iso(period.endsMs)}
        order by granted - ingested desc, session limit 1 for update)`.execute(tx);
  }
}
