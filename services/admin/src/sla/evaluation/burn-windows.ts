/** The window of the error budget, minutes: 30 days. */
export const BUDGET_MINUTES = 43_200;

export type Urgency = 'page' | 'ticket';

/** Pairs of the SRE workbook ("Alerting on SLOs"): both windows have to burn faster than the rate. */
export const BURN_PAIRS: readonly {
  readonly urgency: Urgency;
  readonly rate: number;
  readonly longMinutes: number;
  readonly shortMinutes: number;
}[] = [
  { urgency: 'page', rate: 14.4, longMinutes: 60, shortMinutes: 5 },
  { urgency: 'page', rate: 6, longMinutes: 360, shortMinutes: 30 },
  { urgency: 'ticket', rate: 3, longMinutes: 1_440, shortMinutes: 120 },
  { urgency: 'ticket', rate: 1, longMinutes: 4_320, shortMinutes: 360 },
];

/** All windows that burn rates are looked at over, the shortest first. */
export const BURN_WINDOWS: readonly number[] = [
  ...new Set(BURN_PAIRS.flatMap(({ longMinutes, shortMinutes }) => [shortMinutes, longMinutes])),
].sort((a, b) => a - b);
