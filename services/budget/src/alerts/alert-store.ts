import type { Database } from '@aicp/common/database/open-database';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { ExpressionBuilder, Transaction } from 'kysely';
import type { AlertTable, BudgetTables, ToldTable } from '../database/tables.ts';
import type { Alert } from './alert-of.ts';
import type { SpendOwner } from '../access/reader.ts';

/** Which alerts are asked for. */
export interface AlertFilter {
  readonly team: string | undefined;
  readonly user: string | undefined;
  /** What the reader may see; undefined: all. */
  readonly seenBy: Sight | undefined;
}

/** Alerts of one organization: all, those of some teams, or those of one key and one person. */
export interface Sight {
  readonly organization: string;
  readonly teams?: readonly string[];
  readonly own?: Pick<SpendOwner, 'key' | 'user'>;
}

/** A limit whose period is over, and what is told of that; undefined: nothing. */
export interface Reset {
  readonly told: ToldTable;
  readonly event: EventDraft | undefined;
}

/** Keeps alerts, each once, whichever replica finds it first. */
export class AlertStore {
  private readonly database: Database<BudgetTables>;

  constructor(database: Database<BudgetTables>) {
    this.database = database;
  }

  /** Keeps those that are new, with the events that tell of them, and answers them. */
  async tell(alerts: readonly Alert[]): Promise<AlertTable[]> {
    if (alerts.length === 0) return [];
    return await this.database.kysely.transaction().execute(async (tx) => {
      const rows = await tx
        .insertInto('alert')
        .values(alerts.map(({ row }) => row))
        .onConflict((conflict) => conflict.column('once').doNothing())
        .returningAll()
        .execute();
      const ids = new Set(rows.map(({ id }) => id));
      const fresh = alerts.filter(({ row, event }) => ids.has(row.id) && event !== undefined);
      await note(
        tx,
        fresh.map(({ told }) => told),
      );
      await emitEvents(
        tx,
        fresh.flatMap(({ event }) => event ?? []),
      );
      return rows;
    });
  }

  /** Limits of which something was told in a period that has ended by then. */
  async over(ms: number): Promise<ToldTable[]> {
    return await this.database.kysely
      .selectFrom('told')
      .selectAll()
      .where('ends_at', '<=', new Date(ms))
      .execute();
  }

  /** Tells that periods have begun anew, each by whoever comes first; without an event, a limit is only forgotten. */
  async reset(resets: readonly Reset[]): Promise<void> {
    if (resets.length === 0) return;
    await this.database.kysely.transaction().execute(async (tx) => {
      for (const { told, event } of resets) {
        const gone = await tx
          .deleteFrom('told')
          .where('uid', '=', told.uid)
          .where('subject', '=', told.subject)
          .where('ends_at', '=', told.ends_at)
          .returning('uid')
          .executeTakeFirst();
        if (gone && event) await emitEvents(tx, [event]);
      }
    });
  }

  /** The newest first, from before `cursor` on. */
  async list(
    filter: AlertFilter,
    page: { readonly limit: number; readonly cursor: string | undefined },
  ): Promise<AlertTable[]> {
    const { limit, cursor } = page;
    let query = this.database.kysely
      .selectFrom('alert')
      .selectAll()
      .where((table) => matching(table, filter));
    if (cursor !== undefined) query = query.where('id', '<', cursor);
    return await query.orderBy('id', 'desc').limit(limit).execute();
  }

  async count(filter: AlertFilter): Promise<number> {
    const { total } = await this.database.kysely
      .selectFrom('alert')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where((table) => matching(table, filter))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  async forgetBefore(ms: number): Promise<void> {
    await this.database.kysely.deleteFrom('alert').where('at', '<', new Date(ms)).execute();
  }
}

/** The last thing that was told of a limit counts: its period ends last. */
async function note(tx: Transaction<BudgetTables>, all: readonly ToldTable[]): Promise<void> {
  const rows = [...new Map(all.map((row) => [`${row.uid} ${row.subject}`, row])).values()];
  if (rows.length === 0) return;
  await tx
    .insertInto('told')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['uid', 'subject']).doUpdateSet((row) => ({
        budget_id: row.ref('excluded.budget_id'),
        entity_id: row.ref('excluded.entity_id'),
        organization: row.ref('excluded.organization'),
        starts_at: row.ref('excluded.starts_at'),
        ends_at: row.ref('excluded.ends_at'),
      })),
    )
    .execute();
}

type Table = ExpressionBuilder<BudgetTables, 'alert'>;

const matching = (table: Table, { team, user, seenBy }: AlertFilter) =>
  table.and([
    ...(team === undefined ? [] : [table('team_id', '=', team)]),
    ...(user === undefined ? [] : [table('user_id', '=', user)]),
    ...(seenBy === undefined ? [] : [inSight(table, seenBy)]),
  ]);

/** '' is nobody's organization, team, key or person. */
const inSight = (table: Table, { organization, teams, own }: Sight) =>
  table.and([
    table('organization', '=', organization),
    table('organization', '!=', ''),
    ...(teams ? [table.or(teams.map((team) => table('team_id', '=', team)))] : []),
    ...(own ? [table.or([of(table, 'key_id', own.key), of(table, 'user_id', own.user)])] : []),
  ]);

const of = (table: Table, column: 'key_id' | 'user_id', name: string) =>
  table.and([table(column, '=', name), table(column, '!=', '')]);
