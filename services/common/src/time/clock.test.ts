import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

it('a sleep never ends before its time by the clock that does not go back', async () => {
  const early = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const until = systemClock.monotonic() + 1 + index / 17;
      await systemClock.sleep(1 + index / 17);
      return systemClock.monotonic() < until;
    }),
  );
  expect(early).not.toContain(true);
});

it('a sleep is broken off by its signal', async () => {
  const abort = new AbortController();
  const sleeping = systemClock.sleep(60_000, abort.signal);
  abort.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow();
});
