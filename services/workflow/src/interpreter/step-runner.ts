import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import type { Logger } from '@aicp/common/log/logger';
import { pause, type Clock } from '@aicp/common/time/clock';
import { handlerOf } from '@aicp/contracts/workflows/plan';
import { STEP_WITH } from '@aicp/contracts/workflows/steps/step-types';
import type { WorkflowStep } from '@aicp/contracts/workflows/workflow-definition';
import { never, type Persistence } from '../running/persistence.ts';
import type { WhyNoStep } from '../running/why-no-step.ts';
import { ClaimLost } from '../store/claim.ts';
import type { WorkflowMetrics } from '../metrics/workflow-metrics.ts';
import { Turns } from '../store/turns.ts';
import { Cancelled } from '../running/watch.ts';
import type { Execution, Step } from '../store/rows.ts';
import type { StepEnd, StepStore } from '../store/step-store.ts';
import {
  failed,
  StoppedShort,
  type ActionResult,
  type Actions,
  type NestedGroup,
} from './action.ts';
import type { Expressions } from './expressions.ts';
import { completed, endBefore, failedEnd, tooExpensive, tooMany } from './step-end.ts';
import type { GroupOutcome, StepOutcome } from './outcome.ts';
import { pauseBefore } from './retries.ts';
import { withSteps, type Variables } from './variables.ts';

export interface StepRunnerParts {
  readonly steps: Pick<StepStore, 'begin' | 'end' | 'count' | 'fail' | 'goesOn'>;
  readonly actions: Actions;
  readonly expressions: Expressions;
  readonly persistence: Pick<Persistence, 'persist' | 'stopped'>;
  readonly whyNot: WhyNoStep;
  readonly metrics: Pick<WorkflowMetrics, 'stepEnded'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A step where it stands in a run. */
export interface StepPlace {
  readonly execution: Execution;
  readonly step: WorkflowStep;
  readonly path: string;
  readonly variables: Variables;
  readonly signal: AbortSignal;
  /** Runs steps of the same template. */
  readonly runSteps: (group: NestedGroup) => Promise<GroupOutcome>;
}

/** What became of a step: how it ended, that the execution ended meanwhile, or that nothing may come after it. */
export type StepResult =
  | { readonly kind: 'ended'; readonly outcome: StepOutcome }
  | { readonly kind: 'fatal'; readonly error: string; readonly path: string }
  | { readonly kind: 'halted' };

/** The time of an execution is over. */
export class TimeIsOver extends Error {
  override readonly name = 'TimeIsOver';

  constructor({ definition: { timeout_seconds: seconds } }: Pick<Execution, 'definition'>) {
    super(`the execution did not end within ${seconds} s`);
  }
}

/** So many steps of one execution do something at a time, however deep a foreach stands in another. */
const MOST_AT_ONCE = 20;
/** Those that wait for other steps, for a moment or for a person: they take no place from who does something. */
const WAITS: ReadonlySet<string> = new Set([
  ...['parallel', 'foreach', 'switch', 'workflow', 'wait', 'approval'],
]);

/** Runs one step: begins it unless it has ended before, tries it as often as it may be tried, and writes down how it ended. */
export class StepRunner {
  private readonly parts: StepRunnerParts;
  private readonly places = new Turns(MOST_AT_ONCE);

  constructor(parts: StepRunnerParts) {
    this.parts = parts;
  }

  async run(place: StepPlace): Promise<StepResult> {
    const { steps, persistence, whyNot } = this.parts;
    const { execution, step, path } = place;
    const error = whyNot(execution.starter);
    if (error !== undefined) return { kind: 'fatal', path, error };
    const over = this.over(place);
    if (over) return over;
    const begun = await persistence.persist(() =>
      steps.begin({ execution, path, stepId: step.id, type: step.type }),
    );
    if (begun.kind === 'ended') return { kind: 'halted' };
    if (begun.kind === 'too_expensive') {
      return { kind: 'fatal', path, error: tooExpensive(begun.spent, begun.most) };
    }
    if (begun.kind === 'too_many') return { kind: 'fatal', path, error: tooMany(begun.most) };
    const end = endBefore(begun.step) ?? (await this.perform(place, begun.step));
    if (end === 'halted') return { kind: 'halted' };
    return await this.concluded(place, end);
  }

  /** Why nothing begins any more; undefined: it may. Timers are late where much is done: the clock counts as well. */
  private over(place: StepPlace): StepResult | undefined {
    const { execution, path, signal } = place;
    const { persistence, clock } = this.parts;
    if (persistence.stopped.aborted) return undefined;
    const isLate = clock.now() >= execution.deadline_at.getTime();
    if (!signal.aborted && !isLate) return undefined;
    const result = signal.aborted
      ? this.aborted(place, signal)
      : failed(new TimeIsOver(execution).message);
    return result.ok === false ? { kind: 'fatal', path, error: result.error } : { kind: 'halted' };
  }

  /** Everything from the condition to what is written down. */
  private async perform(place: StepPlace, row: Step): Promise<StepEnd | 'halted'> {
    const { persistence, metrics, clock } = this.parts;
    const { step } = place;
    const end = await this.endOf(place, row);
    if (persistence.stopped.aborted) return await never();
    if (end === 'halted') return 'halted';
    const written = await this.write(place, end);
    const seconds = (clock.now() - row.started_at.getTime()) / 1000;
    metrics.stepEnded(step.type, written.status, seconds);
    return written;
  }

  /** Writes down how a step ended. What the database does not take is a failure of the step, as any other is. */
  private async write({ execution, path }: StepPlace, end: StepEnd): Promise<StepEnd> {
    const { steps, persistence, log } = this.parts;
    try {
      await persistence.persist(() => steps.end(execution, path, end));
      return end;
    } catch (error) {
      if (error instanceof ClaimLost || end.status === 'failed') throw error;
      log.warn({ execution: execution.id, step: path, err: error }, 'step_not_written');
      const instead = failedEnd('what it puts out cannot be stored');
      await persistence.persist(() => steps.end(execution, path, instead));
      return instead;
    }
  }

  private async endOf(place: StepPlace, row: Step): Promise<StepEnd | 'halted'> {
    const { step, variables } = place;
    try {
      if (step.if !== undefined && !this.parts.expressions.holds(step.if, variables)) {
        return { status: 'skipped' };
      }
    } catch (error) {
      return failedEnd(`if: ${messageOf(error)}`);
    }
    const result = await this.tries(place, row);
    if (result.ok === 'halted') return 'halted';
    if (result.ok) return completed(result.output);
    return failedEnd(result.error);
  }

  /** One try after the other, until one succeeds, none may follow, or the time is over. */
  private async tries(place: StepPlace, begun: Step): Promise<ActionResult> {
    const { steps, persistence, clock } = this.parts;
    const { execution, path, step } = place;
    const deadline = deadlineOf(step, begun);
    let row = begun;
    using timer = timerUntil(deadline, clock, place.signal);
    for (;;) {
      const result = await this.attempt(place, row, { deadline, signal: timer.signal });
      const { tokens = 0, costNano = 0n } = result;
      await persistence.persist(() => steps.count(execution, path, { tokens, costNano }));
      if (result.ok !== false) return result;
      const failures = await persistence.persist(() => steps.fail(execution, path, result.error));
      if (!result.isRetryable || failures >= (step.retry?.max_attempts ?? 1)) return result;
      const obstacle = await this.paused(place, { failures, signal: timer.signal });
      if (obstacle) return obstacle;
      row = { ...row, failures };
    }
  }

  /** Waits before the next try. Why there is none; undefined: there may be. */
  private async paused(
    place: StepPlace,
    { failures, signal }: { readonly failures: number; readonly signal: AbortSignal },
  ): Promise<ActionResult | undefined> {
    const { steps, persistence, clock } = this.parts;
    const { execution, step } = place;
    if (!(await pause(clock, pauseBefore(step.retry, failures), signal))) {
      return this.aborted(place, signal);
    }
    // A cancel that another replica answered is not yet known here.
    const goesOn = await persistence.persist(() => steps.goesOn(execution));
    return goesOn ? undefined : { ok: 'halted' };
  }

  private async attempt(
    place: StepPlace,
    row: Step,
    { signal, deadline }: { signal: AbortSignal; deadline: Date | undefined },
  ): Promise<ActionResult> {
    const { expressions, actions, log } = this.parts;
    const { execution, step, path, variables, runSteps } = place;
    let given: unknown;
    try {
      given = readWith(step, expressions, variables);
    } catch (error) {
      return failed(messageOf(error));
    }
    try {
      const call = { execution, step, path, variables, row, signal, deadline, runSteps };
      const act = () => actions[step.type]({ ...call, with: given as never });
      const result = await (WAITS.has(step.type)
        ? act()
        : this.places.take(execution.id, act, signal));
      return result.ok === false && signal.aborted ? this.aborted(place, signal) : result;
    } catch (error) {
      if (signal.aborted) {
        const used = error instanceof StoppedShort ? error.used : {};
        return { ...this.aborted(place, signal), ...used };
      }
      if (error instanceof ClaimLost) throw error;
      log.info({ execution: execution.id, step: path, err: error }, 'step_failed');
      return failed(messageOf(error), true);
    }
  }

  /** What an abort means. Throws where the execution goes on elsewhere. */
  private aborted({ step }: StepPlace, signal: AbortSignal): ActionResult {
    const { reason } = signal as { reason: unknown };
    if (reason instanceof ClaimLost) throw reason;
    if (reason instanceof Cancelled || this.parts.persistence.stopped.aborted) {
      return { ok: 'halted' };
    }
    if (reason instanceof TimeIsOver) return failed(reason.message);
    const { timeout_seconds: seconds } = step;
    return failed(
      seconds === undefined
        ? 'the time of the step that runs it is over'
        : `it did not end within ${seconds} s`,
    );
  }

  /** A failure may be passed over, or another step run in place of the one that failed. */
  private async concluded(place: StepPlace, end: StepEnd): Promise<StepResult> {
    const { step, path } = place;
    const { status, output = null, error } = end;
    const outcome: StepOutcome = { id: step.id, path, status, output, error };
    if (status !== 'failed' || step.on_error === 'continue') return { kind: 'ended', outcome };
    const handler = place.signal.aborted ? undefined : handlerOf(step);
    if (handler !== undefined) return await this.standIn(place, handler, outcome);
    return { kind: 'fatal', path, error: error ?? 'it failed' };
  }

  /** Runs a step in place of one that failed: what it puts out stands for the other's. */
  private async standIn(
    place: StepPlace,
    handler: string,
    outcome: StepOutcome,
  ): Promise<StepResult> {
    const { path, step, signal } = place;
    const prefix = path.slice(0, path.length - step.id.length);
    const variables = withSteps(place.variables, [outcome]);
    const group = await place.runSteps({ ids: [handler], prefix, variables, signal });
    if (group.kind === 'halted') return group;
    if (group.kind === 'failed') return { kind: 'fatal', path: group.path, error: group.error };
    const output = group.steps.get(handler)?.output ?? null;
    return { kind: 'ended', outcome: { ...outcome, output } };
  }
}

/** `with`, its expressions worked out, as its type wants it. Conditions of a `switch` are worked out one after the other, where they stand. */
function readWith(step: WorkflowStep, expressions: Expressions, variables: Variables): unknown {
  const given = step.type === 'switch' ? step.with : expressions.value(step.with, variables);
  const { data, faults } = readPlainly(STEP_WITH[step.type], given);
  if (faults) throw new Error(`with: ${faultLine(faults)}`);
  return data;
}

const deadlineOf = ({ timeout_seconds: seconds }: WorkflowStep, row: Step): Date | undefined =>
  seconds === undefined ? undefined : new Date(row.started_at.getTime() + seconds * 1000);

/** A signal that aborts with `outer`, or when the moment has come. */
function timerUntil(
  deadline: Date | undefined,
  clock: Clock,
  outer: AbortSignal,
): Disposable & { readonly signal: AbortSignal } {
  const own = new AbortController();
  if (deadline === undefined) return { signal: outer, [Symbol.dispose]: () => undefined };
  const ended = new AbortController();
  const waited = AbortSignal.any([ended.signal, outer]);
  void pause(clock, Math.max(0, deadline.getTime() - clock.now()), waited).then((isOver) => {
    if (isOver) own.abort(new Error('the time of the step is over'));
  });
  return {
    signal: AbortSignal.any([outer, own.signal]),
    [Symbol.dispose]: () => {
      ended.abort();
    },
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
