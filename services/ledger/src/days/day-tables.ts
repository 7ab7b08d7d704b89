import { sql, type Kysely, type Transaction } from 'kysely';
import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';

export const DAY_MS = 86_400_000;

/** What is kept for the same number of days, and the tables that have one table a day for it. */
export const DAY_TABLES = { usage: ['usage', 'attempt'], decision: ['decision'] } as const;
export type DayPart = keyof typeof DAY_TABLES;

/** When the day (UTC) of a moment begins. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** `usage_2026_11_23`. */
export const dayTable = (table: string, dayMs: number): string =>
  `${table}_${new Date(dayMs).toISOString().slice(0, 10).replaceAll('-', '_')}`;

/** Any number will do, as long as all replicas use the same: who makes or drops tables of days takes turns. */
const LOCK = 7_301_951;

/** Until the transaction ends, nobody else makes or drops tables of days. */
export async function lockDays(tx: Transaction<LedgerTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

/** From which day on rows are kept, of each part; 0 where nothing was ever dropped. */
export async function keptFrom(
  kysely: Kysely<LedgerTables>,
): Promise<Readonly<Record<DayPart, number>>> {
  const rows = await kysely.selectFrom('kept_from').selectAll().execute();
  const dayMs = (part: DayPart): number =>
    rows.find((row) => row.part === part)?.day.getTime() ?? 0;
  return { usage: dayMs('usage'), decision: dayMs('decision') };
}

/** The tables of days, as far as this process knows them. */
export class DayTables {
  private readonly database: LedgerDatabase;
  private readonly known = new Set<string>();
  private kept: Readonly<Record<DayPart, number>> | undefined;

  constructor(database: LedgerDatabase) {
    this.database = database;
  }

  /** Somebody else may have dropped some. */
  forget(): void {
    this.known.clear();
    this.kept = undefined;
  }

  /** Makes tables for days (by any moment of each) where they are absent, but for those that were dropped. Answers from which day on rows are kept. */
  async ensure(
    moments: Readonly<Record<DayPart, readonly number[]>>,
  ): Promise<Readonly<Record<DayPart, number>>> {
    this.kept ??= await keptFrom(this.database.kysely);
    const missing = this.missingOf(moments, this.kept);
    if (missing.length > 0) {
      this.kept = await this.make(missing);
      for (const { table, dayMs } of missing) this.known.add(dayTable(table, dayMs));
    }
    return this.kept;
  }

  private missingOf(
    moments: Readonly<Record<DayPart, readonly number[]>>,
    kept: Readonly<Record<DayPart, number>>,
  ): MissingDay[] {
    return (Object.keys(DAY_TABLES) as DayPart[]).flatMap((part) => {
      const days = [...new Set(moments[part].map(dayOf))].filter((dayMs) => dayMs >= kept[part]);
      return DAY_TABLES[part].flatMap((table) =>
        days
          .filter((dayMs) => !this.known.has(dayTable(table, dayMs)))
          .map((dayMs) => ({ part, table, dayMs })),
      );
    });
  }

  private async make(missing: readonly MissingDay[]): Promise<Readonly<Record<DayPart, number>>> {
    return await this.database.asOwner((owner) =>
      owner.transaction().execute(async (tx) => {
        await lockDays(tx);
        const kept = await keptFrom(tx);
        for (const { part, table, dayMs } of missing) {
          if (dayMs >= kept[part]) await makeDay(tx, table, dayMs);
        }
        return kept;
      }),
    );
  }
}

interface MissingDay {
  readonly part: DayPart;
  readonly table: string;
  readonly dayMs: number;
}

/** Attached rather than made as a part, so that nobody who reads or writes waits. */
async function makeDay(tx: Transaction<LedgerTables>, table: string, dayMs: number): Promise<void> {
  const name = dayTable(table, dayMs);
  const { rows } = await sql<{
    there: string | null;
  }>`select to_regclass(${`ledger.${name}`}) as there`.execute(tx);
  if (rows[0]?.there) return;
  const [from, to] = [dayMs, dayMs + DAY_MS].map((ms) => new Date(ms).toISOString());
  const whole = sql.id('ledger', table);
  const part = sql.id('ledger', name);
  await sql`create table ${part} (like ${whole} including all)`.execute(tx);
  await sql`alter table ${whole} attach partition ${part}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
}
