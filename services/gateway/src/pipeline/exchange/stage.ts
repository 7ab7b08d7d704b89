import type { PhaseName, Phases } from './phases.ts';
import type { Refusal } from './refusal.ts';

/** One step of the pipeline: takes a request in one phase, and brings it into another one or refuses it. */
export interface Stage<From extends PhaseName = PhaseName, To extends PhaseName = PhaseName> {
  readonly name: string;
  readonly from: From;
  readonly to: To;
  /** Whether it does something that stays: sends, records, counts. A dry run leaves it out. */
  readonly hasEffects: boolean;
  /** Whether it is about what only a provider's answer takes: a request that the cache answers goes past it. Absent: it is not. */
  readonly isSkippedByHits?: true;
  /**
   * Calls one of the two functions of `flow` once, now or later. What it throws before it returns is a fault of ours, and refuses the
   * request; what it throws later, nobody catches.
   */
  run(phase: Phases[From], flow: Flow<Phases[To]>): void;
}

/** What a stage says when it is done. */
export interface Flow<Next> {
  /**
   * The request goes on. `undo` gives back what the stage took: it is called when a later stage refuses the request, or when the client
   * leaves before anything was done for it.
   */
  pass(phase: Next, undo?: Undo): void;
  refuse(refusal: Refusal): void;
}

export type Undo = () => void;

/** A list of stages of which each begins in the phase in which the one before it ends; anything else does not compile. */
export class StageList<To extends PhaseName> {
  readonly stages: readonly Stage[];

  private constructor(stages: readonly Stage[]) {
    this.stages = stages;
  }

  static from<From extends PhaseName, To extends PhaseName>(stage: Stage<From, To>) {
    return new StageList<To>([stage]);
  }

  add<Next extends PhaseName>(stage: Stage<To, Next>): StageList<Next> {
    return new StageList<Next>([...this.stages, stage]);
  }
}
