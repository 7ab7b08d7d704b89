import type { Database } from '@aicp/common/database/open-database';
import { sql } from 'kysely';
import type { WorkflowTables } from '../database/tables.ts';
import { OPEN_LIST } from './open-list.ts';

type Tables = Pick<Database<WorkflowTables>, 'kysely'>;

/** So many steps go at once, with the executions that they belong to; one execution at least. */
const STEPS_AT_ONCE = 5_000;
/** Of so many executions, those that ended first. */
const AT_ONCE = 200;

/** An execution whose time is over, and how often it was run. */
export interface Expired {
  readonly id: string;
  readonly run: number;
}

/** The next executions that ended before a moment. One that a step started stays until the execution of that step has ended, which may ask for it. */
export async function expiredExecutions(
  { kysely }: Tables,
  endedBefore: Date,
): Promise<readonly Expired[]> {
  const { rows } = await sql<Expired>`select id, run from (
      select ended.id, ended.run, ended.ended_at, row_number() over following as place,
        sum(ended.begun_steps) over following as steps
      from (
        select id, run, ended_at, begun_steps from workflow.execution one
        where ended_at < ${endedBefore} and not exists (
          select from workflow.execution parent
          where parent.id = one.parent_id and parent.status in (${OPEN_LIST}))
        order by ended_at limit ${AT_ONCE}
      ) ended
      window following as (order by ended.ended_at, ended.id)
    ) counted
    where place = 1 or steps <= ${STEPS_AT_ONCE} order by ended_at`.execute(kysely);
  return rows;
}

/** Deletes executions with their steps, those left out that were taken up again meanwhile. How many went. */
export async function deleteExecutions(
  { kysely }: Tables,
  { ids, endedBefore }: { readonly ids: readonly string[]; readonly endedBefore: Date },
): Promise<number> {
  const { numDeletedRows } = await kysely
    .deleteFrom('execution')
    .where('id', 'in', ids)
    .where('ended_at', '<', endedBefore)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
