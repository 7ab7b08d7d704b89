import type { StepType } from '@aicp/contracts/workflows/steps/step-types';
import type { WorkflowStep } from '@aicp/contracts/workflows/workflow-definition';
import type { Execution, Step } from '../store/rows.ts';
import type { GroupOutcome } from './outcome.ts';
import type { Variables } from './variables.ts';

/** One try of a step. */
export interface ActionCall<With = unknown> {
  readonly execution: Execution;
  readonly step: WorkflowStep;
  readonly path: string;
  /** Of the step, its expressions worked out and its fields checked. */
  readonly with: With;
  readonly variables: Variables;
  /** The step as it was begun. */
  readonly row: Step;
  /** Aborts when the execution is cancelled, its time or that of the step is over, or the process stops. */
  readonly signal: AbortSignal;
  /** When the step's own time is over; undefined: it has none. */
  readonly deadline: Date | undefined;
  /** Runs steps that belong to this one. */
  readonly runSteps: (group: NestedGroup) => Promise<GroupOutcome>;
}

/** Steps that belong to another, and are run by it. */
export interface NestedGroup {
  readonly ids: readonly string[];
  /** What stands before their ids in paths. */
  readonly prefix: string;
  readonly variables: Variables;
  readonly signal: AbortSignal;
}

/** What came of a try. `tokens` and `costNano` count in either case. */
export type ActionResult = (
  | { readonly ok: true; readonly output: unknown }
  | {
      readonly ok: false;
      /** A part of a sentence. */
      readonly error: string;
      /** Whether another try may go better. */
      readonly isRetryable: boolean;
    }
  /** The execution ended meanwhile. */
  | { readonly ok: 'halted' }
) &
  Partial<Used>;

/** What was used: tokens of models, and nano-USD. */
export interface Used {
  readonly tokens: number;
  readonly costNano: bigint;
}

/** A try was stopped by its signal, and had used something by then. */
export class StoppedShort extends Error {
  override readonly name = 'StoppedShort';
  readonly used: Used;

  constructor(used: Used, cause: unknown) {
    super('the step was stopped', { cause });
    this.used = used;
  }
}

/** Does what a type of step does. Rejects where its signal aborts, with a StoppedShort where something was used, and for what nobody foresaw. */
export type Action<With = never> = (call: ActionCall<With>) => Promise<ActionResult>;

export type Actions = Readonly<Record<StepType, Action>>;

export const failed = (error: string, isRetryable = false): ActionResult => ({
  ok: false,
  error,
  isRetryable,
});

export const done = (output: unknown): ActionResult => ({ ok: true, output });
