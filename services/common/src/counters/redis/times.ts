/** How long a replica waits for the store, ms. All replicas of an installation have the same. */
export interface StoreTimes {
  /** For an answer to a request, from when it was asked; then the replica decides alone. */
  readonly deadlineMs: number;
  /** Between two words that it lives. */
  readonly beatMs: number;
  /** After so long without a word, a replica is dead, and what it held is given back. */
  readonly deadMs: number;
  /** Replicas go on alone for so long after a store came back empty, until all of them have said again what they counted. */
  readonly gatherMs: number;
  /** What requests really used is told at the latest after so long; sooner with the next take. */
  readonly settleMs: number;
  /** For answers that no request waits for. */
  readonly patienceMs: number;
  /** Between two looks at what the server does when its memory is full. */
  readonly policyMs: number;
}

export const STORE_TIMES: StoreTimes = {
  deadlineMs: 100,
  beatMs: 5_000,
  deadMs: 15_000,
  gatherMs: 6_000,
  settleMs: 10,
  patienceMs: 1_000,
  policyMs: 60_000,
};
