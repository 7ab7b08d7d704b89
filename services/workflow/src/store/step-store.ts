import type { Database } from '@aicp/common/database/open-database';
import type { Clock } from '@aicp/common/time/clock';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import { hasEnded } from '@aicp/contracts/workflows/execution-status';
import { sql } from 'kysely';
import type { StepStatus, WorkflowTables } from '../database/tables.ts';
import { Turns } from './turns.ts';
import { waitingEvent } from './execution-event.ts';
import { ClaimLost } from './claim.ts';
import { OPEN_LIST } from './open-list.ts';
import { json, type Execution, type Held, type Step, type Tx } from './rows.ts';
import { storableText } from './storable.ts';

/** A step that begins. */
export interface BeginningStep {
  readonly execution: Held;
  readonly path: string;
  readonly stepId: string;
  readonly type: string;
}

/** What became of a step's beginning. */
export type Begun =
  /** It runs, or it has ended before: whoever asks goes by its status. */
  | { readonly kind: 'step'; readonly step: Step }
  /** The execution has ended: nothing begins. */
  | { readonly kind: 'ended' }
  /** What the execution may cost is spent, in nano-USD. */
  | { readonly kind: 'too_expensive'; readonly spent: bigint; readonly most: bigint }
  /** It has begun as many steps as an execution may. */
  | { readonly kind: 'too_many'; readonly most: number };

/** How a step ended. */
export interface StepEnd {
  readonly status: 'completed' | 'failed' | 'skipped';
  readonly output?: unknown;
  readonly error?: string;
}

/** What one attempt used. */
export interface Used {
  readonly tokens: number;
  readonly costNano: bigint;
}

/** How a step waits. */
export interface Waiting {
  /** When that is over by itself; undefined: never. */
  readonly wakeAt: Date | undefined;
  /** Where a person decides. */
  readonly approvers?: readonly string[] | null;
  /** What that person is asked; it stands where the step's output will. */
  readonly asks?: { readonly title?: string | undefined; readonly message?: string | undefined };
  readonly isForPerson: boolean;
}

/** What waits is decided also while another replica takes it up. */
const AGAIN = sql<StepStatus>`case when step.status = 'waiting' then 'waiting' else 'running' end`;

const ENDED = ['completed', 'failed', 'skipped'];

/**
 * The steps of executions, as the run writes them that has the execution. Each change counts up the version of its execution. Every method rejects with DatabaseUnavailable, and with ClaimLost where
 * another run has the execution meanwhile: the row of the execution is locked and its claim compared before anything is written.
 */
export class StepStore {
  private readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
  private readonly mostSteps: number;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly turns = new Turns(1);

  constructor(options: {
    readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
    /** So many an execution begins, each round of a foreach counted. */
    readonly mostSteps: number;
    readonly clock: Pick<Clock, 'now'>;
  }) {
    this.database = options.database;
    this.mostSteps = options.mostSteps;
    this.clock = options.clock;
  }

  /** Begins a step, or begins it again after a crash or a failure, unless it has ended. The execution is locked meanwhile: no step begins after a cancel was answered. */
  async begin(beginning: BeginningStep): Promise<Begun> {
    const { execution: held, path, stepId, type } = beginning;
    const { id: executionId } = held;
    const at = new Date(this.clock.now());
    return await this.inTurn(held, async (tx) => {
      const execution = await lockOpen(tx, held);
      if (!execution) return { kind: 'ended' };
      const before = await this.found(tx, executionId, path);
      if (before && ENDED.includes(before.status)) return { kind: 'step', step: before };
      const refusal =
        tooExpensive(execution) ?? (before === undefined ? this.tooMany(execution) : undefined);
      if (refusal) return refusal;
      const step = await tx
        .insertInto('step')
        .values({
          ...{ execution_id: executionId, path, step_id: stepId, type, status: 'running' },
          ...{ attempts: 1, failures: 0, output: null, error: null, cost_nano: '0', tokens: '0' },
          started_at: at,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['execution_id', 'path'])
            .doUpdateSet({ status: AGAIN, attempts: sql`step.attempts + 1` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      await tell(tx, executionId, at, before ? 0 : 1);
      return { kind: 'step', step };
    });
  }

  /** Ends a step that runs or waits; what it used counts in any case. */
  async end(held: Held, path: string, end: StepEnd): Promise<void> {
    const { id: executionId } = held;
    const at = new Date(this.clock.now());
    await this.inTurn(held, async (tx) => {
      await lock(tx, held);
      await tx
        .updateTable('step')
        .set({
          ...{ status: end.status, output: json(end.output), error: textOrNull(end.error) },
          ...{ ended_at: at, wake_at: null },
        })
        .where('execution_id', '=', executionId)
        .where('path', '=', path)
        .where('status', 'in', ['running', 'waiting'])
        .execute();
      await tell(tx, executionId, at);
    });
  }

  /** Counts what an attempt used, also of an execution that was cancelled meanwhile. */
  async count(held: Held, path: string, { tokens, costNano }: Used): Promise<void> {
    if (tokens === 0 && costNano === 0n) return;
    const { id: executionId } = held;
    await this.inTurn(held, async (tx) => {
      await lock(tx, held);
      const more = {
        tokens: sql<string>`tokens + ${tokens}`,
        cost_nano: sql<string>`cost_nano + ${costNano.toString()}::bigint`,
      };
      await tx
        .updateTable('execution')
        .set({ ...more, version: sql`version + 1` })
        .where('id', '=', executionId)
        .execute();
      await tx
        .updateTable('step')
        .set(more)
        .where('execution_id', '=', executionId)
        .where('path', '=', path)
        .execute();
    });
  }

  /** An attempt failed. How many have. */
  async fail(held: Held, path: string, error: string): Promise<number> {
    return await this.inTurn(held, async (tx) => {
      await lock(tx, held);
      const { failures } = await tx
        .updateTable('step')
        .set({ failures: sql`failures + 1`, error: storableText(error) })
        .where('execution_id', '=', held.id)
        .where('path', '=', path)
        .returning('failures')
        .executeTakeFirstOrThrow();
      return failures;
    });
  }

  /** Whether the execution has not ended. */
  async goesOn(held: Held): Promise<boolean> {
    const found = await this.database.kysely
      .selectFrom('execution')
      .select('status')
      .where('id', '=', held.id)
      .where('claim', 'is not distinct from', held.claim)
      .executeTakeFirst();
    if (!found) throw new ClaimLost(held.id);
    return !hasEnded(found.status);
  }

  /** A step waits, until the moment that was said first; whoever waits for a person is told of. Answers the step; undefined where the execution has ended. */
  async wait(held: Held, path: string, waiting: Waiting): Promise<Step | undefined> {
    const { id: executionId } = held;
    const at = new Date(this.clock.now());
    return await this.inTurn(held, async (tx) => {
      const execution = await lockOpen(tx, held);
      if (!execution) return undefined;
      const wakeAt = waiting.wakeAt ?? null;
      const step = await tx
        .updateTable('step')
        .set({
          status: 'waiting',
          wake_at: sql<Date | null>`coalesce(wake_at, ${wakeAt}::timestamptz)`,
          approvers: json(waiting.approvers ?? undefined),
          ...(waiting.asks ? { output: json(waiting.asks) } : {}),
        })
        .where('execution_id', '=', executionId)
        .where('path', '=', path)
        .returningAll()
        .executeTakeFirstOrThrow();
      await tell(tx, executionId, at);
      if (waiting.isForPerson) await emitEvents(tx, [waitingEvent(execution, at, path)]);
      return step;
    });
  }

  /** Each write locks the row of its execution: more than one at a time would hold connections that others wait for, and do nothing. */
  private async inTurn<T>({ id }: Held, work: (tx: Tx) => Promise<T>): Promise<T> {
    return await this.turns.take(
      id,
      async () => await this.database.kysely.transaction().execute(work),
    );
  }

  private tooMany({ begun_steps: begun }: Execution): Begun | undefined {
    const { mostSteps: most } = this;
    return begun >= most ? { kind: 'too_many', most } : undefined;
  }

  private async found(tx: Tx, executionId: string, path: string): Promise<Step | undefined> {
    return await tx
      .selectFrom('step')
      .selectAll()
      .where('execution_id', '=', executionId)
      .where('path', '=', path)
      .executeTakeFirst();
  }
}

const textOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : storableText(text);

function tooExpensive({ cost_nano, max_cost_nano }: Execution): Begun | undefined {
  if (max_cost_nano === null) return undefined;
  const spent = BigInt(cost_nano);
  const most = BigInt(max_cost_nano);
  return spent >= most ? { kind: 'too_expensive', spent, most } : undefined;
}

/** The execution, locked until the end of the transaction. Rejects with ClaimLost where another run has it. */
async function lock(tx: Tx, { id, claim }: Held): Promise<Execution> {
  const found = await tx
    .selectFrom('execution')
    .selectAll()
    .where('id', '=', id)
    .where('claim', 'is not distinct from', claim)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ClaimLost(id);
  return found;
}

/** The same; undefined where it has ended. */
async function lockOpen(tx: Tx, held: Held): Promise<Execution | undefined> {
  const found = await lock(tx, held);
  return hasEnded(found.status) ? undefined : found;
}

/** An execution waits where some step does and none runs. */
async function tell(tx: Tx, id: string, at: Date, begun = 0): Promise<void> {
  await sql`update workflow.execution set version = version + 1, started_at = coalesce(started_at, ${at}),
      begun_steps = begun_steps + ${begun},
      status = case
        when exists (select from workflow.step where execution_id = ${id} and status = 'waiting')
          and not exists (select from workflow.step where execution_id = ${id} and status = 'running'
            and type not in ('parallel', 'foreach', 'switch'))
        then 'waiting' else 'running' end
    where id = ${id} and status in (${OPEN_LIST})`.execute(tx);
}
