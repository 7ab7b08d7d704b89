import { sql } from 'kysely';
import { OPEN_LIST } from './open-list.ts';
import type { Execution, Tx } from './rows.ts';

/** How many executions may be open at the same time: that have begun and not ended. */
export interface OpenBounds {
  /** Of one organization, and of the platform. */
  readonly organization: number;
  /** Of all callers without credentials together. */
  readonly anonymous: number;
}

/** Those that steps start are bounded by so many times the bound of those that callers start: a step that waits for one of them would else wait for itself. */
const NESTED_TIMES = 10;

type Counted = Pick<Execution, 'organization' | 'organization_uid' | 'is_anonymous'> & {
  readonly isNested: boolean;
};

/** As many executions are open as may be. The message is a sentence. */
export class TooManyOpen extends Error {
  override readonly name = 'TooManyOpen';

  constructor({ organization, is_anonymous: isAnonymous }: Counted, most: number) {
    const [who, variable] = isAnonymous
      ? ['Callers without credentials have', 'AICP_WORKFLOW_MAX_OPEN_ANONYMOUS']
      : [
          organization === '' ? 'The platform has' : `The organization ${organization} has`,
          'AICP_WORKFLOW_MAX_OPEN',
        ];
    super(
      `${who} ${most} executions that have not ended, and may have no more at the same time: wait until some end, or cancel some. Who runs the workflow engine raises ${variable}.`,
    );
  }
}

/**
 * Waits for whoever else, on whichever replica, writes down an execution of the same organization, until the end of that transaction; rejects with TooManyOpen where there is no room for another one.
 */
export async function requireRoom(tx: Tx, counted: Counted, bounds: OpenBounds): Promise<void> {
  const { organization, organization_uid: uid, is_anonymous: isAnonymous, isNested } = counted;
  const bound = isAnonymous ? bounds.anonymous : bounds.organization;
  const most = isNested ? bound * NESTED_TIMES : bound;
  const whose = `workflow.open ${isAnonymous} ${organization} ${uid ?? ''}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${whose}, 0))`.execute(tx);
  const { rows } = await sql<{ open: string }>`select count(*) as open from workflow.execution
    where status in (${OPEN_LIST}) and organization = ${organization}
      and organization_uid is not distinct from ${uid}
      and is_anonymous = ${isAnonymous} and (${isNested} or parent_id is null)`.execute(tx);
  if (Number(rows[0]?.open ?? 0) >= most) throw new TooManyOpen(counted, most);
}
