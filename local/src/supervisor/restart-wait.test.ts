import { expect, it } from 'vitest';
import { restartWait } from './restart-wait.ts';

const latest = { longestMs: 2000, random: () => 0.9999 };

it('starts a process again at once that had been well for a while, however often others died before', () => {
  expect(restartWait({ ...latest, ranMs: 10_000, earlier: 9 })).toEqual({
    waitMs: 0,
    diedYoung: 0,
  });
});

it('waits longer with every early death, and never longer than it may', () => {
  const waits: number[] = [];
  let earlier = 0;
  for (let death = 0; death < 20; death += 1) {
    const { waitMs, diedYoung } = restartWait({ ...latest, ranMs: 9999, earlier });
    waits.push(waitMs);
    earlier = diedYoung;
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect([waits[0], waits.at(-1)]).toEqual([100, 2000]);
});
