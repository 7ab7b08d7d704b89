/** Seconds of a burst's window where a multiplier is set without one. */
const USUAL_SECONDS = 10;
const NANO = 1_000_000_000n;
const A_MINUTE = 60n;

/** A burst as a policy sets it. `multiplier` is a decimal with up to nine places. */
export interface BurstSpec {
  readonly rpm: number | undefined;
  readonly multiplier: number | string;
  readonly seconds: number | undefined;
}

/**
 * How many requests may come in any so many seconds: rpm × seconds ÷ 60 × multiplier, rounded down, at least one. Undefined where no burst
 * is limited: without a limit of requests a minute, or with a multiplier of 1 and no window.
 */
export function burstOf({
  rpm,
  multiplier,
  seconds,
}: BurstSpec): { requests: number; seconds: number } | undefined {
  const nano = toNano(multiplier);
  if (rpm === undefined || (nano === NANO && seconds === undefined)) return undefined;
  const window = seconds ?? USUAL_SECONDS;
  const requests = (BigInt(rpm) * BigInt(window) * nano) / (A_MINUTE * NANO);
  return { requests: Math.max(1, Number(requests)), seconds: window };
}

/** Billionths of a decimal. */
function toNano(decimal: number | string): bigint {
  const [whole = '0', fraction = ''] = String(decimal).split('.');
  return BigInt(whole) * NANO + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}
