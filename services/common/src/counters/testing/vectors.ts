import type { Window } from '@aicp/contracts/limits/demands';
import { ALTERNATIVES } from './alternatives.ts';
import { HOUR_MS, MINUTE, NOON, one, PERIOD, type Vector } from './steps.ts';

const NOW: Window = { kind: 'now' };
/** Days of 24, 23 and 25 hours, as where clocks are put forward and back; the first edge is at 12:30 of the vectors' day. */
const DAY: Window = {
  kind: 'day',
  starts: [-23.5, 0.5, 23.5, 48.5].map((hours) => NOON + hours * HOUR_MS),
};
const NEXT: Window = { kind: 'period', startsMs: PERIOD.endsMs, endsMs: PERIOD.endsMs + HOUR_MS };
const BURST: Window = { kind: 'sliding', ms: 1_600 };

/** Half of a character, which JSON can say and UTF-8 cannot. */
const LONE = String.fromCharCode(0xd8_00);

/** What every implementation does, from noon on of 29 February 2028 on. */
export const VECTORS: readonly Vector[] = [
  {
    name: 'a minute takes its limit and no more, until the next one begins',
    steps: [
      { after: 20_000, take: [one(MINUTE, 5, 3)], remaining: [2], resetMs: [40_000] },
      { take: [one(MINUTE, 5, 3)], refused: { by: [0], retryAfterMs: 40_000 }, remaining: [2] },
      { take: [one(MINUTE, 5, 2)], remaining: [0] },
      { after: 39_999, take: [one(MINUTE, 5, 1)], refused: { by: [0], retryAfterMs: 1 } },
      { after: 1, take: [one(MINUTE, 5, 5)], remaining: [0], resetMs: [60_000] },
    ],
  },
  {
    name: 'a new limit finds the old count',
    steps: [
      { take: [one(MINUTE, 5, 5)], remaining: [0] },
      { take: [one(MINUTE, 8, 3)], remaining: [0] },
      { take: [one(MINUTE, 4, 0)], refused: { by: [0], retryAfterMs: 60_000 }, remaining: [0] },
    ],
  },
  {
    name: 'all is taken or none, and demands of one counter are added up',
    steps: [
      {
        take: [one(MINUTE, 5, 3), one(NOW, 1, 2), one(MINUTE, 5, 3)],
        refused: { by: [1, 2], retryAfterMs: 60_000 },
        remaining: [5, 1, 5],
      },
      { take: [one(MINUTE, 9, 3), one(NOW, 2, 2), one(MINUTE, 8, 3)], remaining: [3, 0, 2] },
    ],
  },
  {
    name: 'days begin when they are said to begin, whatever their length',
    steps: [
      { take: [one(DAY, 2, 2)], remaining: [0], resetMs: [HOUR_MS / 2] },
      { after: HOUR_MS / 2 - 1, take: [one(DAY, 2, 1)], refused: { by: [0], retryAfterMs: 1 } },
      { after: 1, take: [one(DAY, 2, 2)], remaining: [0], resetMs: [23 * HOUR_MS] },
      {
        after: 23 * HOUR_MS - 1,
        take: [one(DAY, 2, 1)],
        refused: { by: [0], retryAfterMs: 1 },
      },
      { after: 1, take: [one(DAY, 2, 2)], remaining: [0], resetMs: [25 * HOUR_MS] },
    ],
  },
  {
    name: 'periods begin and end when whoever asks says so, and each is settled by itself',
    steps: [
      { take: [one(PERIOD, 9, 6, true)], as: 'a', remaining: [3], resetMs: [HOUR_MS / 4] },
      {
        after: HOUR_MS / 4 - 1,
        take: [one(PERIOD, 9, 4)],
        refused: { by: [0], retryAfterMs: 1 },
        held: [6],
      },
      { after: 1, take: [one(NEXT, 9, 5, true)], as: 'b', remaining: [4], resetMs: [HOUR_MS] },
      { settle: 'a', used: [{ index: 0, amount: 9 }] },
      { settle: 'b', used: [{ index: 0, amount: 7 }] },
      { take: [one(NEXT, 9, 2)], remaining: [0], held: [0], resetMs: [HOUR_MS] },
    ],
  },
  {
    name: 'periods that begin together and end at other times count apart where they are called otherwise',
    steps: [
      { take: [{ ...one(PERIOD, 5, 5), counter: 'usd-1h' }], remaining: [0] },
      {
        take: [{ ...one({ ...PERIOD, endsMs: NOON + HOUR_MS }, 5, 5), counter: 'usd-1d' }],
        remaining: [0],
        resetMs: [HOUR_MS],
      },
    ],
  },
  ...ALTERNATIVES,
  {
    name: 'a sliding window lets an amount in when as much has left it, a part later at most',
    steps: [
      { take: [one(BURST, 3, 2)], remaining: [1], resetMs: [1_700] },
      { after: 850, take: [one(BURST, 3, 1)], remaining: [0], resetMs: [850] },
      { take: [one(BURST, 3, 3)], refused: { by: [0], retryAfterMs: 1_650 }, remaining: [0] },
      { after: 849, take: [one(BURST, 3, 1)], refused: { by: [0], retryAfterMs: 1 } },
      { after: 1, take: [one(BURST, 3, 2)], remaining: [0] },
      { after: 10_000, take: [one(BURST, 3, 3)], remaining: [0] },
    ],
  },
  {
    name: 'what is held counts until it is settled, and then what was used counts',
    steps: [
      { take: [one(MINUTE, 100, 80, true)], as: 'a', remaining: [20] },
      { take: [one(MINUTE, 100, 21, true)], refused: { by: [0], retryAfterMs: 60_000 } },
      { settle: 'a', used: [{ index: 0, amount: 30 }] },
      { take: [one(MINUTE, 100, 70, true)], as: 'b', remaining: [0] },
      { settle: 'a', used: [{ index: 0, amount: 1 }] },
      { settle: 'b', used: [{ index: 0, amount: 90 }] },
      { take: [one(MINUTE, 100, 0)], refused: { by: [0], retryAfterMs: 60_000 } },
      { take: [one(MINUTE, 121, 1)], remaining: [0] },
    ],
  },
  {
    name: 'who settles gives back what was held and is not named, and keeps what was counted',
    steps: [
      { take: [one(MINUTE, 9, 1), one(DAY, 9, 5, true), one(NOW, 1, 1, true)], as: 'a' },
      { take: [one(NOW, 1, 1, true)], refused: { by: [0], retryAfterMs: 1_000 } },
      { settle: 'a', used: [] },
      { take: [one(MINUTE, 9, 1), one(DAY, 9, 5), one(NOW, 1, 1, true)], remaining: [7, 4, 0] },
    ],
  },
  {
    name: 'who gives back gives all of it back',
    steps: [
      { take: [one(MINUTE, 9, 4), one(DAY, 9, 5, true), one(BURST, 3, 3)], as: 'a' },
      { giveBack: 'a' },
      { giveBack: 'a' },
      { settle: 'a', used: [{ index: 0, amount: 9 }] },
      { take: [one(MINUTE, 9, 9), one(DAY, 9, 9), one(BURST, 3, 3)], remaining: [0, 0, 0] },
    ],
  },
  {
    name: 'what is released is released once',
    steps: [
      { take: [one(MINUTE, 9, 2), one(DAY, 9, 4), one(NOW, 1, 1)], as: 'a' },
      { take: [one(DAY, 9, 3)], remaining: [2] },
      { release: { of: 'a', indexes: [1, 1, 7] } },
      { release: { of: 'a', indexes: [1] } },
      { take: [one(MINUTE, 9, 0), one(DAY, 9, 0), one(NOW, 2, 1)], remaining: [7, 6, 0] },
    ],
  },
  {
    name: 'where nothing was taken, what was used counts all the same',
    steps: [
      { take: [one(MINUTE, 9, 0), one(DAY, 9, 0, true), one(BURST, 3, 0)], as: 'a' },
      { settle: 'a', used: [0, 1, 2].map((index) => ({ index, amount: 2 })) },
      { take: [one(MINUTE, 9, 1), one(DAY, 9, 1), one(BURST, 3, 1)], remaining: [6, 6, 0] },
    ],
  },
  {
    name: 'a settlement corrects the window in which it was taken',
    steps: [
      { after: 50_000, take: [one(MINUTE, 10, 10, true)], as: 'a' },
      { after: 20_000, take: [one(MINUTE, 10, 4)], remaining: [6], resetMs: [50_000] },
      { settle: 'a', used: [{ index: 0, amount: 10 }] },
      { take: [one(MINUTE, 10, 6)], remaining: [0] },
    ],
  },
  {
    name: 'large amounts are counted to the last one',
    steps: [
      { take: [one(MINUTE, 2 ** 53 - 1, 2 ** 53 - 2, true)], as: 'a', remaining: [1] },
      { take: [one(MINUTE, 2 ** 53 - 1, 2)], refused: { by: [0], retryAfterMs: 60_000 } },
      { settle: 'a', used: [{ index: 0, amount: 2 ** 53 - 3 }] },
      { take: [one(MINUTE, 2 ** 53 - 1, 2)], remaining: [0] },
    ],
  },
  {
    name: 'a name may hold what no UTF-8 can, and any punctuation',
    steps: [
      { take: [{ ...one(MINUTE, 2, 1), counter: `user/${LONE}:{x}\n"\0` }], remaining: [1] },
      { take: [{ ...one(MINUTE, 2, 1), counter: 'user/\ufffd:{x}\n"\0' }], remaining: [0] },
    ],
  },
  {
    name: 'amounts that are no integers are rounded up, and what is no number is 0',
    steps: [
      { take: [one(MINUTE, 2.5, 1.5)], remaining: [1] },
      {
        take: [one(MINUTE, 9, NaN), { ...one(BURST, 3, 3), window: { kind: 'sliding', ms: 0.5 } }],
      },
      { take: [one({ kind: 'day', starts: [] }, 2, 1)], resetMs: [12 * HOUR_MS] },
    ],
  },
];
