import { DatabaseUnavailable } from '@aicp/common/database/database-unavailable';
import { ManualClock, settle } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { expect, it } from 'vitest';
import { IdempotencyKeeper } from './idempotency-keeper.ts';

it('sweeps at the start and once an hour, sooner after the database was away, and says nothing of either', async () => {
  const clock = new ManualClock();
  const began = clock.now();
  const { log, entries } = recordingLog();
  const swept: number[] = [];
  let isAway = true;
  const sweep = (now: Date): Promise<number> => {
    swept.push((now.getTime() - began) / 60_000);
    return isAway ? Promise.reject(new DatabaseUnavailable('away')) : Promise.resolve(3);
  };
  const keeper = new IdempotencyKeeper({ store: { sweep }, clock, log });
  keeper.start();
  await settle();
  isAway = false;
  await clock.advance(130 * 60_000);
  expect(swept).toEqual([0, 1, 61, 121]);
  await keeper.stop();
  expect(entries.filter(({ level }) => level !== 'debug')).toEqual([]);
});
