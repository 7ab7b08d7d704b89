import { expect, it } from 'vitest';
import { ManualClock } from './testing/manual-clock.ts';
import { TokenBucket } from './token-bucket.ts';

it('lets a burst through at once and then only so many a second', async () => {
  const clock = new ManualClock();
  const bucket = new TokenBucket({ perSecond: 10, burst: 3, clock });
  const passed: number[] = [];
  const start = clock.now();
  const signal = new AbortController().signal;
  for (let n = 0; n < 6; n += 1)
    void bucket.take(signal).then(() => passed.push(clock.now() - start));
  await clock.advance(1_000);
  expect(passed).toEqual([0, 0, 0, 100, 200, 300]);
});

it('never saves up more than its burst', async () => {
  const clock = new ManualClock();
  const bucket = new TokenBucket({ perSecond: 10, burst: 2, clock });
  await clock.advance(60_000);
  expect([bucket.tryTake(), bucket.tryTake(), bucket.tryTake()]).toEqual([true, true, false]);
});
