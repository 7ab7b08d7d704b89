import type { PageMark } from '@aicp/api-kit/route/page-mark';
import type { Database } from '@aicp/common/database/open-database';
import type { ExecutionStatus } from '@aicp/contracts/workflows/execution-status';
import { sql, type SelectQueryBuilder } from 'kysely';
import { reachOf, type Caller, type Owned } from '../access/caller.ts';
import type { WorkflowTables } from '../database/tables.ts';
import type { ExecutionOrder } from './execution-order.ts';
import type { Execution } from './rows.ts';

/** Which executions are wanted, of those that a caller sees. */
export interface ExecutionFilter {
  readonly status?: ExecutionStatus | undefined;
  readonly template?: string | undefined;
  /** Text that the template, the id, or the name of who started it holds, regardless of its case. */
  readonly q?: string | undefined;
}

/** A part of a list. */
export interface ExecutionPage {
  readonly order: ExecutionOrder;
  readonly limit: number;
  /** Behind which the part begins; undefined: at the beginning. */
  readonly after: PageMark | undefined;
}

/** An execution with its value in the order of the list. */
export type MarkedExecution = Execution & PageMark;

type Executions<O> = SelectQueryBuilder<WorkflowTables, 'execution', O>;

/** Lists of executions, as callers see them. Every method rejects with DatabaseUnavailable. */
export class ExecutionLists {
  private readonly database: Pick<Database<WorkflowTables>, 'kysely'>;

  constructor(database: Pick<Database<WorkflowTables>, 'kysely'>) {
    this.database = database;
  }

  async page(
    caller: Caller,
    filter: ExecutionFilter,
    { order, limit, after }: ExecutionPage,
  ): Promise<MarkedExecution[]> {
    const all = this.database.kysely.selectFrom('execution').selectAll();
    let query = narrowed(caller, filter, all).select(order.value.as('value'));
    if (after) query = query.where(order.behind(after));
    return await query.orderBy(order.by).limit(limit).execute();
  }

  /** How many there are. */
  async count(caller: Caller, filter: ExecutionFilter): Promise<number> {
    const all = this.database.kysely
      .selectFrom('execution')
      .select(({ fn }) => fn.countAll<string>().as('count'));
    const { count } = await narrowed(caller, filter, all).executeTakeFirstOrThrow();
    return Number(count);
  }
}

/** Those of a query that a caller sees and wants. */
function narrowed<O>(caller: Caller, filter: ExecutionFilter, all: Executions<O>): Executions<O> {
  const { status, template, q } = filter;
  let query = all;
  for (const [name, value] of Object.entries(reachOf(caller) ?? {})) {
    query = query.where(name as keyof Owned, '=', value);
  }
  if (status !== undefined) query = query.where('status', '=', status);
  if (template !== undefined) query = query.where('template', '=', template);
  if (q === undefined) return query;
  const text = q.toLowerCase();
  return query.where(
    sql<boolean>`(position(${text} in template) > 0 or position(${text} in id) > 0
      or position(${text} in lower(starter->>'name')) > 0)`,
  );
}
