import type { Logger } from '@aicp/common/log/logger';
import { pause, type Clock } from '@aicp/common/time/clock';
import { ClaimLost, type Claim } from '../store/claim.ts';
import { never, type Persistence } from '../running/persistence.ts';
import type { WorkflowMetrics } from '../metrics/workflow-metrics.ts';
import type { Watch } from '../running/watch.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { Execution } from '../store/rows.ts';
import type { Expressions } from './expressions.ts';
import { GroupRunner, type Once } from './group-runner.ts';
import { lastOutput, type GroupOutcome } from './outcome.ts';
import { TimeIsOver, type StepRunner } from './step-runner.ts';
import { withSteps, type Variables } from './variables.ts';

export interface InterpreterParts {
  readonly executions: Pick<ExecutionStore, 'claim' | 'end'>;
  readonly runner: Pick<StepRunner, 'run'>;
  readonly expressions: Expressions;
  readonly watch: Pick<Watch, 'running'>;
  readonly persistence: Pick<Persistence, 'persist' | 'stopped'>;
  readonly metrics: Pick<WorkflowMetrics, 'endedOne' | 'lostOne'>;
  readonly clock: Clock;
  readonly log: Logger;
}

type End = Parameters<ExecutionStore['end']>[1];

/** Runs executions, from their first step or from where a crash left them, to their end. */
export class Interpreter {
  private readonly parts: InterpreterParts;

  constructor(parts: InterpreterParts) {
    this.parts = parts;
  }

  /** Runs one; it has ended when this resolves. Each step at the top is done by `once`, under its path. Rejects with ClaimLost where it goes on elsewhere. */
  async run(id: string, claim: Claim, once: Once): Promise<void> {
    const { executions, persistence, watch } = this.parts;
    const execution = await persistence.persist(() => executions.claim(id, claim));
    if (!execution) return;
    const controller = new AbortController();
    const over = new AbortController();
    const leave = watch.running(execution, controller);
    const stop = (): void => {
      controller.abort(persistence.stopped.reason);
    };
    persistence.stopped.addEventListener('abort', stop, { once: true });
    void this.endInTime(execution, controller, over.signal);
    try {
      const end = await this.endOf(execution, controller.signal, once);
      if (end) await once('end', () => this.end(execution, end));
    } finally {
      over.abort();
      persistence.stopped.removeEventListener('abort', stop);
      leave();
    }
  }

  private async end(execution: Execution, end: End): Promise<boolean> {
    const { executions, persistence, metrics, clock } = this.parts;
    const isOurs = await persistence.persist(() => executions.end(execution, end));
    const seconds = (clock.now() - execution.created_at.getTime()) / 1000;
    if (isOurs) metrics.endedOne(end.status, seconds);
    return isOurs;
  }

  private async endInTime(
    execution: Execution,
    controller: AbortController,
    over: AbortSignal,
  ): Promise<void> {
    const { clock } = this.parts;
    const leftMs = Math.max(0, execution.deadline_at.getTime() - clock.now());
    if (!(await pause(clock, leftMs, over))) return;
    controller.abort(new TimeIsOver(execution));
  }

  /** Undefined: it ended elsewhere. What nobody foresaw ends an execution, too, and is logged. */
  private async endOf(
    execution: Execution,
    signal: AbortSignal,
    once: Once,
  ): Promise<End | undefined> {
    const { log, persistence } = this.parts;
    try {
      return await this.outcome(execution, signal, once);
    } catch (error) {
      if (persistence.stopped.aborted) return await never();
      if (error instanceof ClaimLost) {
        log.info({ execution: execution.id }, 'execution_goes_on_elsewhere');
        this.parts.metrics.lostOne();
        throw error;
      }
      log.error({ execution: execution.id, err: error }, 'execution_broke');
      const said = 'something failed inside: the log of the engine has the details';
      return { status: 'failed', error: said };
    }
  }

  private async outcome(
    execution: Execution,
    signal: AbortSignal,
    once: Once,
  ): Promise<End | undefined> {
    const groups = new GroupRunner(execution, this.parts.runner);
    const variables = variablesOf(execution);
    const group = { ids: groups.top, prefix: '', variables, signal };
    const result = groups.isChain(group.ids)
      ? await groups.runChain(group, once)
      : await once('steps', async () => plain(await groups.run(group)));
    if (result.kind === 'halted') return undefined;
    if (result.kind === 'failed') {
      return { status: 'failed', error: `${result.path}: ${result.error}`, step: result.path };
    }
    return this.completed(execution, groups.top, new Map(result.steps));
  }

  private completed(
    execution: Execution,
    top: readonly string[],
    steps: Extract<GroupOutcome, { kind: 'ended' }>['steps'],
  ): End {
    const { output } = execution.definition;
    if (output === undefined) return { status: 'completed', output: lastOutput(top, steps) };
    const variables = withSteps(variablesOf(execution), steps.values());
    try {
      return { status: 'completed', output: this.parts.expressions.value(output, variables) };
    } catch (error) {
      return { status: 'failed', error: `output: ${(error as Error).message}` };
    }
  }
}

type PlainOutcome =
  | Exclude<GroupOutcome, { kind: 'ended' }>
  | {
      readonly kind: 'ended';
      readonly steps: readonly (readonly [
        string,
        Extract<GroupOutcome, { kind: 'ended' }>['steps'] extends ReadonlyMap<string, infer S>
          ? S
          : never,
      ])[];
    };

/** In a form that can be stored. */
const plain = (outcome: GroupOutcome): PlainOutcome =>
  outcome.kind === 'ended' ? { kind: 'ended', steps: [...outcome.steps] } : outcome;

const variablesOf = ({ id, input, template }: Execution): Variables => ({
  input,
  execution: { id, template },
  steps: {},
});
