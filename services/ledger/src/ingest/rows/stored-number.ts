/** So many tokens no request has. What says more is a provider's fault, and must not make sums too large for their columns. */
const MOST_TOKENS = 1_000_000_000_000;
const MOST_SMALL = 32_767;
const MOST_MS = 1_000_000_000;
const MOST_VERSION = 2_147_483_647;

export const storedTokens = (count: number): number => Math.min(count, MOST_TOKENS);

/** For a `smallint`. */
export const storedSmall = (number: number): number =>
  Math.max(0, Math.min(Math.trunc(number), MOST_SMALL));

/** Milliseconds, for a `real`, which takes no smaller parts of one than this. */
export const storedMs = (ms: number | null): number | null =>
  ms === null ? null : Math.round(Math.max(0, Math.min(ms, MOST_MS)) * 1_000) / 1_000;

/** A version that is not below 0, for an `integer`. */
export const storedVersion = (version: number): number => Math.min(version, MOST_VERSION);
