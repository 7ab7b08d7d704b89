import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { expect, it } from 'vitest';
import { AccessKeeper, type AccessKeeperOptions } from './access-keeper.ts';

it('holds requests and grants against each other, also while a grant cannot be removed', async () => {
  let compared = 0;
  const requests = {
    due: () => Promise.resolve([{ id: 'r', tier_id: 'premium' }]),
    approved: () => {
      compared += 1;
      return Promise.resolve([]);
    },
  } as unknown as AccessKeeperOptions['requests'];
  const grants = {
    take: () => Promise.reject(new Error('not now')),
    list: () => [],
  } as unknown as AccessKeeperOptions['grants'];
  const clock = new ManualClock(0);
  const { log, entries } = recordingLog();
  const keeper = new AccessKeeper({ requests, grants, hasSynced: () => true, clock, log });
  keeper.start();
  await clock.advance(125_000);
  await keeper.stop();
  expect(compared).toBe(3);
  expect(entries.filter(({ level }) => level === 'warn')).toMatchObject([
    { event: 'access_not_kept', reason: 'not now' },
  ]);
});
