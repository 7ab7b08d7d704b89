import type { Database } from '@aicp/common/database/open-database';
import { sql } from 'kysely';
import type { BudgetTables } from '../database/tables.ts';

const HOUR_MS = 3_600_000;

/** What has come since somebody asked last. */
export interface News {
  /** Facts of any time. */
  readonly isAny: boolean;
  /** Facts of before some moment. */
  readonly isLate: boolean;
}

/**
 * Says that facts have come, to this replica or to another one. A batch is noted after it is in the ledger and before its gateway is told so: one whose
 * replica died in between is sent again, and noted then.
 */
export class Arrivals {
  private readonly database: Database<BudgetTables>;
  private seen: ReadonlyMap<number, string> = new Map();
  /** Moments of which this replica itself took facts, since somebody asked: the oldest. */
  private ownOldestMs = Infinity;

  constructor(database: Database<BudgetTables>) {
    this.database = database;
  }

  /** Notes facts of these moments. */
  async note(moments: readonly number[]): Promise<void> {
    if (moments.length === 0) return;
    if (!this.isAlone) await this.tell(moments);
    this.ownOldestMs = moments.reduce((oldest, ms) => Math.min(oldest, ms), this.ownOldestMs);
  }

  /** Forgets hours that are long past; facts of them that come later are noted anew. */
  async forgetBefore(ms: number): Promise<void> {
    await this.database.kysely.deleteFrom('arrival').where('hour', '<', new Date(ms)).execute();
  }

  /** What has come since the last call; before the first one, nothing counts as new. `beforeMs`: what is late. */
  async news(beforeMs: number): Promise<News> {
    const oldestMs = this.ownOldestMs;
    this.ownOldestMs = Infinity;
    try {
      const hours = this.isAlone ? [] : await this.changedHours();
      const oldest = Math.min(oldestMs, ...hours);
      return { isAny: oldest < Infinity, isLate: oldest < beforeMs };
    } catch (error) {
      this.ownOldestMs = Math.min(this.ownOldestMs, oldestMs);
      throw error;
    }
  }

  /** PGlite is in this process, so that nobody else writes. */
  private get isAlone(): boolean {
    return this.database.engine === 'pglite';
  }

  private async tell(moments: readonly number[]): Promise<void> {
    // In one order, so that replicas never wait for one another in a circle.
    const hours = [...new Set(moments.map(hourOf))].sort((a, b) => a - b);
    await this.database.kysely
      .insertInto('arrival')
      .values(hours.map((ms) => ({ hour: new Date(ms), batches: '1' })))
      .onConflict((conflict) =>
        conflict.column('hour').doUpdateSet({ batches: sql`budget.arrival.batches + 1` }),
      )
      .execute();
  }

  private async changedHours(): Promise<number[]> {
    const rows = await this.database.kysely.selectFrom('arrival').selectAll().execute();
    const before = this.seen;
    this.seen = new Map(rows.map(({ hour, batches }) => [hour.getTime(), batches]));
    return [...this.seen].flatMap(([ms, batches]) => (before.get(ms) === batches ? [] : [ms]));
  }
}

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;
