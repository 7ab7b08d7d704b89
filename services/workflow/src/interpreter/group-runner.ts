import { planOf, type Place } from '@aicp/contracts/workflows/plan';
import type {
  WorkflowDefinition,
  WorkflowStep,
} from '@aicp/contracts/workflows/workflow-definition';
import type { Execution } from '../store/rows.ts';
import type { NestedGroup } from './action.ts';
import type { GroupOutcome, StepOutcome } from './outcome.ts';
import type { StepResult, StepRunner } from './step-runner.ts';
import { withSteps } from './variables.ts';

/** Does something once in the life of an execution: what came of it is known after a crash. */
export type Once = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Runs steps of one execution in the order that their template gives them. */
export class GroupRunner {
  private readonly execution: Execution;
  private readonly runner: Pick<StepRunner, 'run'>;
  private readonly plan: ReadonlyMap<string, Place>;
  private readonly byId: ReadonlyMap<string, WorkflowStep>;

  constructor(execution: Execution, runner: Pick<StepRunner, 'run'>) {
    const { steps }: WorkflowDefinition = execution.definition;
    this.execution = execution;
    this.runner = runner;
    this.plan = planOf(steps);
    this.byId = new Map(steps.map((step) => [step.id, step]));
  }

  /** The steps that no other step runs, in the order of the template. */
  get top(): readonly string[] {
    return [...this.byId.keys()].filter((id) => this.plan.get(id)?.owner === undefined);
  }

  /** Whether each of some steps waits for the one before it, so that they run in one order alone. */
  isChain(ids: readonly string[]): boolean {
    return ids.every(
      (id, index) => index === 0 || this.waitsFor(id, ids).includes(ids[index - 1] ?? ''),
    );
  }

  /** Runs steps one after the other, each once. */
  async runChain(group: NestedGroup, once: Once): Promise<GroupOutcome> {
    const ended = new Map<string, StepOutcome>();
    for (const id of group.ids) {
      const result = await once(group.prefix + id, () => this.runOne(id, group, ended));
      if (result.kind === 'halted') return result;
      if (result.kind === 'fatal') return failure(result);
      ended.set(id, result.outcome);
    }
    return { kind: 'ended', steps: ended };
  }

  /** Runs steps, each as soon as all that it waits for have ended; where one fails, none begins any more, and those that run end. */
  readonly run = async (group: NestedGroup): Promise<GroupOutcome> => {
    const ended = new Map<string, StepOutcome>();
    const under = new Map<string, Promise<void>>();
    const stops: Stop[] = [];
    const begin = async (id: string): Promise<void> => {
      for (const before of this.waitsFor(id, group.ids)) await under.get(before);
      if (stops.length > 0) return;
      const result = await this.runOne(id, group, ended);
      if (result.kind === 'ended') ended.set(id, result.outcome);
      else stops.push(result);
    };
    for (const id of this.ordered(group.ids)) under.set(id, begin(id));
    const all = await Promise.allSettled(under.values());
    const broken = all.find((one) => one.status === 'rejected');
    if (broken) throw broken.reason;
    const stop = stops.find(({ kind }) => kind === 'halted') ?? stops[0];
    return outcomeOf(stop, ended);
  };

  private async runOne(
    id: string,
    group: NestedGroup,
    ended: ReadonlyMap<string, StepOutcome>,
  ): Promise<StepResult> {
    const step = this.byId.get(id);
    const path = group.prefix + id;
    if (!step) return { kind: 'fatal', path, error: 'there is no such step' };
    return await this.runner.run({
      execution: this.execution,
      ...{ step, path, signal: group.signal, runSteps: this.run },
      variables: withSteps(group.variables, ended.values()),
    });
  }

  /** Those of the same group that a step waits for. */
  private waitsFor(id: string, ids: readonly string[]): readonly string[] {
    return (this.plan.get(id)?.waitsFor ?? []).filter((before) => ids.includes(before));
  }

  /** Each behind all that it waits for; what waits for itself in a circle comes last. */
  private ordered(ids: readonly string[]): readonly string[] {
    const placed = new Set<string>();
    for (let left = ids; left.length > 0;) {
      const free = left.filter((id) => this.waitsFor(id, ids).every((one) => placed.has(one)));
      const next = free.length > 0 ? free : left;
      for (const id of next) placed.add(id);
      left = left.filter((id) => !placed.has(id));
    }
    return [...placed];
  }
}

/** Why a group ends early. */
type Stop = Exclude<StepResult, { kind: 'ended' }>;

const failure = ({ error, path }: { readonly error: string; readonly path: string }) =>
  ({ kind: 'failed', error, path }) as const;

function outcomeOf(stop: Stop | undefined, steps: ReadonlyMap<string, StepOutcome>): GroupOutcome {
  if (!stop) return { kind: 'ended', steps };
  return stop.kind === 'halted' ? stop : failure(stop);
}
