import type { Database } from '@aicp/common/database/open-database';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import type { Transaction } from 'kysely';
import type { EventSeenTable, EventSweepTables, EventWatchTable } from './event-sweep-tables.ts';

export type SeenRow = EventSeenTable;

/** What a turn of a watch writes. */
export interface Written {
  /** When the watch began, where this is its first turn. */
  readonly startedAt?: Date;
  readonly seen: readonly SeenRow[];
  readonly events: readonly EventDraft[];
}

/** So many rows are written by one statement. */
const AT_ONCE = 500;
/** How long it is known of an object that it was deleted: longer than anybody's cache is behind, ms. */
const GONE_KEPT_MS = 86_400_000;

/** Keeps what watches have seen. What is noted and what is told of it are written in one transaction, by one replica after the other. */
export class SeenStore {
  private readonly database: Pick<Database<EventSweepTables>, 'kysely'>;

  constructor(database: Pick<Database<EventSweepTables>, 'kysely'>) {
    this.database = database;
  }

  /** Undefined where the watch has never looked. */
  async stateOf(watch: string): Promise<EventWatchTable | undefined> {
    return await this.database.kysely
      .selectFrom('event_watch')
      .selectAll()
      .where('watch', '=', watch)
      .executeTakeFirst();
  }

  async rowsOf(watch: string): Promise<SeenRow[]> {
    return await this.database.kysely
      .selectFrom('event_seen')
      .selectAll()
      .where('watch', '=', watch)
      .execute();
  }

  /** Writes a turn, unless another one has been written since turn number `turn`; says whether it did. */
  async write(
    { watch, turn }: Pick<EventWatchTable, 'watch' | 'turn'>,
    { startedAt, seen, events }: Written,
  ): Promise<boolean> {
    return await this.database.kysely.transaction().execute(async (tx) => {
      const isNext = startedAt
        ? await begin(tx, { watch, started_at: startedAt, turn: turn + 1 })
        : await goOn(tx, { watch, turn });
      if (!isNext) return false;
      await note(tx, seen);
      await emitEvents(tx, events);
      return true;
    });
  }

  /** Forgets objects that were deleted long ago. */
  async forget(nowMs: number): Promise<void> {
    await this.database.kysely
      .deleteFrom('event_seen')
      .where('gone_at', '<', new Date(nowMs - GONE_KEPT_MS))
      .execute();
  }
}

async function begin(tx: Transaction<EventSweepTables>, row: EventWatchTable): Promise<boolean> {
  const begun = await tx
    .insertInto('event_watch')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('watch')
    .executeTakeFirst();
  return begun !== undefined;
}

/** The row is locked from here on, so that turns follow one another. */
async function goOn(
  tx: Transaction<EventSweepTables>,
  { watch, turn }: Pick<EventWatchTable, 'watch' | 'turn'>,
): Promise<boolean> {
  const next = await tx
    .updateTable('event_watch')
    .set({ turn: turn + 1 })
    .where('watch', '=', watch)
    .where('turn', '=', turn)
    .returning('watch')
    .executeTakeFirst();
  return next !== undefined;
}

async function note(tx: Transaction<EventSweepTables>, rows: readonly SeenRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await tx
      .insertInto('event_seen')
      .values(rows.slice(start, start + AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['watch', 'uid']).doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          resource_version: row.ref('excluded.resource_version'),
          marks: row.ref('excluded.marks'),
          gone_at: row.ref('excluded.gone_at'),
        })),
      )
      .execute();
  }
}
