import type { TrialArm, TrialArms } from '@aicp/ledger/query/trials/trial-arms';
import { NO_UNITS } from '@aicp/ledger/query/trials/trial-query';
import { sumUnits } from '../statistics/ratio-sums.ts';
import { seededRandom } from './simulate-trial.ts';

/** What the requests of an arm are like. */
export interface ArmShape {
  readonly units: number;
  readonly requests: number;
  /** Nano-USD. */
  readonly cost?: number;
  readonly latencyMs?: number;
  readonly failures?: number;
  /** From 0 to 1. */
  readonly score?: number;
}

/** Units that ask alike often, and differ by about a tenth from one another. */
export function armOf(shape: ArmShape, seed = 1): TrialArm {
  const { units, requests, cost = 1_000, latencyMs = 500, failures = 0.01, score } = shape;
  const random = seededRandom(seed);
  const x = requests / units;
  const of = (value: number) =>
    sumUnits(Array.from({ length: units }, () => ({ x, y: x * value * (0.9 + 0.2 * random()) })));
  const ofLogarithms = sumUnits(
    Array.from({ length: units }, () => ({
      x,
      y: x * (Math.log(latencyMs) + 0.2 * (random() - 0.5)),
    })),
  );
  return {
    requests,
    units,
    unitsOfSplit: units,
    costNano: requests * cost,
    answered: requests,
    tokensIn: requests * 100,
    tokensOut: requests * 50,
    latencyMs: requests * latencyMs,
    p95Ms: 2 * latencyMs,
    measures: {
      cost: of(cost),
      latency: ofLogarithms,
      errors: of(failures),
      tokens: of(150),
      feedback: score === undefined ? NO_UNITS : of(score),
    },
  };
}

const LIKE = { units: 400, requests: 8_000 };

/** Arms of 400 units with 20 requests each, but for what is said. */
export const armsLike = (
  variant: Partial<ArmShape> = {},
  base: Partial<ArmShape> = {},
): TrialArms => ({
  base: armOf({ ...LIKE, ...base }, 1),
  variant: armOf({ ...LIKE, ...variant }, 2),
});
