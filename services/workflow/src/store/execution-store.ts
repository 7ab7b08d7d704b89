import type { Database } from '@aicp/common/database/open-database';
import type { Clock } from '@aicp/common/time/clock';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import type { ChangeRecord } from '@aicp/contracts/workflows/decision-record';
import { hasEnded, OPEN_STATUSES } from '@aicp/contracts/workflows/execution-status';
import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';
import { sql, type Insertable } from 'kysely';
import type { ExecutionTable, WorkflowTables } from '../database/tables.ts';
import { noteDeed } from './decision-store.ts';
import { endedEvent } from './execution-event.ts';
import { OPEN_LIST } from './open-list.ts';
import { requireRoom, type OpenBounds } from './open-bounds.ts';
import { ClaimLost, type Claim } from './claim.ts';
import { json, type Execution, type Held, type Step, type Tx } from './rows.ts';
import { storableText } from './storable.ts';

/** An execution that is to be. */
export interface NewExecution {
  readonly id: string;
  readonly definition: WorkflowDefinition;
  readonly input: unknown;
  readonly owner: Pick<
    Execution,
    | 'organization'
    | 'organization_uid'
    | 'team'
    | 'team_uid'
    | 'starter'
    | 'starter_id'
    | 'is_anonymous'
  >;
  readonly parent?: Pick<Execution, 'id' | 'depth'> | undefined;
  /** Of A2A; absent: none. */
  readonly contextId?: string | undefined;
  /** nano-USD; undefined: no bound. */
  readonly maxCostNano: bigint | undefined;
  readonly idempotencyKey: string | undefined;
  /** SHA-256 of what is asked for. */
  readonly asked: string;
  /** What the audit log is to have of it; absent: a step starts it, or nobody who could be named. */
  readonly deed?: ChangeRecord | undefined;
}

/** Executions as callers make, read and change them. Every method rejects with DatabaseUnavailable. */
export class ExecutionStore {
  private readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
  private readonly bounds: OpenBounds;
  private readonly clock: Pick<Clock, 'now'>;

  constructor(options: {
    readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
    readonly bounds: OpenBounds;
    readonly clock: Pick<Clock, 'now'>;
  }) {
    this.database = options.database;
    this.bounds = options.bounds;
    this.clock = options.clock;
  }

  /**
   * Writes a new one down; answers the one that is there already under the same id, or the same starter's idempotency key. Rejects with TooManyOpen where its organization has as many as it may have.
   */
  async create(wanted: NewExecution): Promise<Execution> {
    const { owner, parent } = wanted;
    return await this.database.kysely.transaction().execute(async (tx) => {
      const before = await sameAs(tx, wanted);
      if (before) return before;
      await requireRoom(tx, { ...owner, isNested: parent !== undefined }, this.bounds);
      const made = await tx
        .insertInto('execution')
        .values(rowOf(wanted, this.clock.now()))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (made) await noteDeed(tx, wanted.deed);
      return made ?? (await sameAs(tx, wanted)) ?? absentAfterConflict(wanted);
    });
  }

  async find(id: string): Promise<Execution | undefined> {
    const query = this.database.kysely.selectFrom('execution').selectAll();
    return await query.where('id', '=', id).executeTakeFirst();
  }

  /**
   * Takes an execution for a run: from then on, no other one that has it records anything. Undefined where it has ended. Rejects with ClaimLost where the runtime has given the run to another replica
   * meanwhile.
   */
  async claim(id: string, { workflowId, token }: Claim): Promise<Execution | undefined> {
    const { kysely } = this.database;
    const taken = await kysely
      .updateTable('execution')
      .set({ claim: token })
      .where('id', '=', id)
      .where('status', 'in', OPEN_STATUSES)
      .where(
        sql<boolean>`exists (select from dbos.workflow_status where workflow_uuid = ${workflowId} and owner_xid = ${token})`,
      )
      .returningAll()
      .executeTakeFirst();
    if (taken) return taken;
    const found = await this.find(id);
    if (found && !hasEnded(found.status)) throw new ClaimLost(id);
    return undefined;
  }

  /** In the order in which they began. */
  async steps(id: string): Promise<Step[]> {
    return await this.database.kysely
      .selectFrom('step')
      .selectAll()
      .where('execution_id', '=', id)
      .orderBy('started_at')
      .orderBy('path')
      .execute();
  }

  /** Ends an execution, and those that its steps started: none of their steps starts from then on. Answers the ids of those that were open. */
  async cancel(id: string, deed?: ChangeRecord): Promise<string[]> {
    const at = new Date(this.clock.now());
    return await this.database.kysely.transaction().execute(async (tx) => {
      const ids = await openFamily(tx, id);
      if (ids.length === 0) return [];
      await tx
        .updateTable('execution')
        .set({ status: 'cancelled', ended_at: at, version: sql`version + 1` })
        .where('id', 'in', ids)
        .execute();
      await tx
        .updateTable('step')
        .set({ status: 'cancelled', ended_at: at, wake_at: null })
        .where('execution_id', 'in', ids)
        .where('status', 'in', ['running', 'waiting'])
        .execute();
      await noteDeed(tx, deed);
      return ids;
    });
  }

  /** Takes a failed execution up again, from the steps that did not complete on. Answers it as it is then; undefined where it has not failed. Rejects with TooManyOpen as `create` does. */
  async retry(id: string, deed?: ChangeRecord): Promise<Execution | undefined> {
    const now = this.clock.now();
    return await this.database.kysely.transaction().execute(async (tx) => {
      const found = await tx
        .selectFrom('execution')
        .selectAll()
        .where('id', '=', id)
        .where('status', '=', 'failed')
        .forUpdate()
        .executeTakeFirst();
      if (!found) return undefined;
      await requireRoom(tx, { ...found, isNested: found.parent_id !== null }, this.bounds);
      await tx
        .deleteFrom('step')
        .where('execution_id', '=', id)
        .where('status', 'not in', ['completed', 'skipped'])
        .execute();
      await noteDeed(tx, deed);
      return await tx
        .updateTable('execution')
        .set({
          ...{ status: 'pending', error: null, ended_at: null, output: null },
          ...{ run: sql`run + 1`, version: sql`version + 1` },
          begun_steps: sql`(select count(*) from workflow.step where execution_id = ${id})`,
          deadline_at: new Date(now + found.definition.timeout_seconds * 1000),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  /** Executions that are written down, and that nothing has begun to run for a while. */
  async forgotten(olderThanMs: number): Promise<Pick<Execution, 'id' | 'run'>[]> {
    return await this.database.kysely
      .selectFrom('execution')
      .select(['id', 'run'])
      .where('status', '=', 'pending')
      .where('created_at', '<', new Date(this.clock.now() - olderThanMs))
      .limit(500)
      .execute();
  }

  /** Ends an execution that goes on, and tells of it in the same transaction. Whether it went on, in the hands of whoever says so. */
  async end(
    { id, claim }: Held,
    how: {
      readonly status: 'completed' | 'failed';
      readonly output?: unknown;
      readonly error?: string;
      readonly step?: string | undefined;
    },
  ): Promise<boolean> {
    const at = new Date(this.clock.now());
    return await this.database.kysely.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable('execution')
        .set({
          ...{ status: how.status, output: json(how.output) },
          error: how.error === undefined ? null : storableText(how.error),
          ...{ ended_at: at, version: sql`version + 1` },
        })
        .where('id', '=', id)
        .where('claim', 'is not distinct from', claim)
        .where('status', 'in', OPEN_STATUSES)
        .returningAll()
        .executeTakeFirst();
      if (!ended) return false;
      await emitEvents(tx, [endedEvent(ended, at, how.step)]);
      return true;
    });
  }
}

/** The execution that is there under the same id, or the same starter's idempotency key. */
async function sameAs(
  tx: Tx,
  { id, idempotencyKey, owner }: NewExecution,
): Promise<Execution | undefined> {
  return await tx
    .selectFrom('execution')
    .selectAll()
    .where((eb) =>
      eb('id', '=', id).or(
        eb('starter_id', '=', owner.starter_id).and('idempotency_key', '=', idempotencyKey ?? ''),
      ),
    )
    .executeTakeFirst();
}

function absentAfterConflict({ id }: NewExecution): never {
  throw new Error(`execution ${id} is neither new nor there`);
}

/** An execution and those that its steps started, as far as they go on; locked, so that no step of theirs begins meanwhile. */
async function openFamily(tx: Tx, id: string): Promise<string[]> {
  const found = await sql<{ id: string }>`with recursive family as (
      select id from workflow.execution where id = ${id}
      union select child.id from workflow.execution child join family on child.parent_id = family.id
    )
    select execution.id from workflow.execution join family using (id)
    where execution.status in (${OPEN_LIST}) order by execution.id for update of execution`.execute(
    tx,
  );
  return found.rows.map((row) => row.id);
}

function rowOf(wanted: NewExecution, nowMs: number): Insertable<ExecutionTable> {
  const { id, definition, input, owner, parent, maxCostNano, idempotencyKey, asked } = wanted;
  return {
    ...{ id, asked, template: definition.type, definition: JSON.stringify(definition) },
    input: json(input),
    ...{ organization: owner.organization, organization_uid: owner.organization_uid },
    ...{ team: owner.team, team_uid: owner.team_uid },
    ...{ starter: JSON.stringify(owner.starter), starter_id: owner.starter_id },
    is_anonymous: owner.is_anonymous,
    parent_id: parent?.id ?? null,
    depth: (parent?.depth ?? 0) + 1,
    max_cost_nano: maxCostNano?.toString() ?? null,
    idempotency_key: idempotencyKey ?? null,
    context_id: wanted.contextId ?? null,
    status: 'pending',
    output: null,
    error: null,
    created_at: new Date(nowMs),
    deadline_at: new Date(nowMs + definition.timeout_seconds * 1000),
  };
}
