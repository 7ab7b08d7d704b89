import type { Objective, SlaMetric, Target } from '../objectives/objective.ts';
import type { Urgency } from './burn-windows.ts';

export type Severity = 'warning' | 'critical';

/** How one target stands at one model. */
export interface MetricStanding extends Target {
  readonly state: 'met' | 'violated' | 'unknown';
  /** What it was in the window of the objective; undefined where nothing is known. */
  readonly actual: number | undefined;
  /** Met, and a tenth better than the target: far enough from it to say that it is over. */
  readonly isClear: boolean;
  readonly severity: Severity;
  /** By the minutes of the window; those without enough requests are left out. */
  readonly burnRates: ReadonlyMap<number, number>;
  /** Which pairs of windows burn too fast. */
  readonly burning: readonly Urgency[];
  /** Share of the budget of 30 days that is left; below 0 where more than all is used. Undefined: too few requests. */
  readonly budgetLeft: number | undefined;
}

export interface ModelStanding {
  readonly model: string;
  /** Attempts in the window of the objective. */
  readonly requests: number;
  /** Of all that was measured in the window of the objective, where there were enough requests. */
  readonly measured: Readonly<Partial<Record<SlaMetric, number>>>;
  readonly metrics: readonly MetricStanding[];
}

/** How an objective stands. */
export interface Standing {
  readonly objective: Objective;
  readonly models: readonly ModelStanding[];
}
