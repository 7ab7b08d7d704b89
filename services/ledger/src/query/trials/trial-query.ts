/** Whom a trial assigns to one of its arms. Where there is none, it is the next of these. */
export type TrialUnit = 'user' | 'key' | 'request';

export const TRIAL_ARMS = ['base', 'variant'] as const;
export type TrialArmName = (typeof TRIAL_ARMS)[number];

/** Which requests of an A/B test are asked for. */
export interface TrialQuery {
  /** As usage records name it: metadata.name. */
  readonly test: string;
  readonly unit: TrialUnit;
  /** Only requests that came from then on (milliseconds since 1970). */
  readonly sinceMs: number;
  /** Only requests of this one's keys; absent: all. */
  readonly organization?: string | undefined;
  /** Units count as new where they asked from then on: since when the split is what it is. */
  readonly splitSinceMs: number;
  /** Ids of the models of the arms. */
  readonly models: Readonly<Record<TrialArmName, string>>;
}

/** What is measured of an arm, as a ratio: values, and how many there are. */
export const TRIAL_MEASURES = ['cost', 'latency', 'errors', 'tokens', 'feedback'] as const;
export type TrialMeasure = (typeof TRIAL_MEASURES)[number];

/** What units add up to, of a ratio: y is the sum of a unit's values, x how many it has. Units without a value are left out. */
export interface UnitSums {
  readonly units: number;
  readonly x: number;
  readonly y: number;
  readonly xx: number;
  readonly yy: number;
  readonly xy: number;
  readonly mostX: number;
}

export const NO_UNITS: UnitSums = { units: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0, mostX: 0 };
