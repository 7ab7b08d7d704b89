import type { Database } from '@aicp/common/database/open-database';
import type { ExpressionBuilder } from 'kysely';
import type { AlertTable, BudgetTables } from '../database/tables.ts';
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

/** Keeps alerts, each once, whichever replica finds it first. */
export class AlertStore {
  private readonly database: Database<BudgetTables>;

  constructor(database: Database<BudgetTables>) {
    this.database = database;
  }

  /** Keeps those that are new, and answers them. */
  async tell(alerts: readonly AlertTable[]): Promise<AlertTable[]> {
    if (alerts.length === 0) return [];
    return await this.database.kysely
      .insertInto('alert')
      .values([...alerts])
      .onConflict((conflict) => conflict.column('once').doNothing())
      .returningAll()
      .execute();
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
