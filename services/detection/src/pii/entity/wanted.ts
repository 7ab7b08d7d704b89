import type { FindingAction } from '../../finding/finding.ts';

/** What happens at findings of one entity, and whose they are. */
export interface Wanted {
  readonly action: FindingAction;
  readonly detector: string;
  /** What a finding is called. */
  readonly label: string;
}

/** The entities that are looked for, by the names that Presidio gives them. */
export type WantedEntities = ReadonlyMap<string, Wanted>;

/** From which score on a finding counts. */
export const COUNTS_FROM = 0.5;
