import type { Demand } from '@aicp/contracts/limits/demands';
import { HOUR_MS, MINUTE, one, PERIOD, type Vector } from './steps.ts';

/** Of a period: something else may be taken where it does not fit. */
const yielding = (limit: number, amount: number): Demand => ({
  ...one(PERIOD, limit, amount, true),
  yields: true,
});

/** What is taken where something else does not fit. */
export const ALTERNATIVES: readonly Vector[] = [
  {
    name: 'what yields and does not fit is taken otherwise, all of it or nothing, in the same step',
    steps: [
      {
        take: [yielding(9, 5), one(MINUTE, 9, 1)],
        otherwise: [one(PERIOD, 9, 2, true)],
        isOther: false,
        remaining: [4, 8],
      },
      {
        take: [yielding(9, 5), one(MINUTE, 9, 1)],
        otherwise: [one(PERIOD, 9, 3, true)],
        as: 'b',
        isOther: true,
        remaining: [1],
        held: [8],
      },
      { take: [one(MINUTE, 9, 0)], remaining: [8] },
      {
        take: [yielding(9, 5), one(MINUTE, 9, 1)],
        otherwise: [one(MINUTE, 9, 1), one(PERIOD, 9, 2, true)],
        refused: { by: [0], retryAfterMs: HOUR_MS / 4 },
        isOther: false,
        remaining: [1, 8],
      },
      { giveBack: 'b' },
      { take: [one(PERIOD, 9, 4)], remaining: [0], held: [5] },
    ],
  },
  {
    name: 'what is refused by what does not yield is not taken otherwise',
    steps: [
      {
        take: [yielding(9, 5), one(MINUTE, 1, 1)],
        otherwise: [one(PERIOD, 9, 2, true)],
        isOther: false,
        remaining: [4, 0],
      },
      {
        take: [yielding(9, 1), one(MINUTE, 1, 1)],
        otherwise: [one(PERIOD, 9, 2, true)],
        refused: { by: [1], retryAfterMs: 60_000 },
        isOther: false,
        remaining: [4, 0],
      },
      {
        take: [yielding(9, 5), one(MINUTE, 1, 1)],
        otherwise: [one(PERIOD, 9, 2, true)],
        isOther: true,
        remaining: [2],
      },
    ],
  },
];
