import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { keptLog } from '../testing/journal-lines.ts';
import { Alarms } from './alarms.ts';

it('the first warning about a subject is logged at once, and those that follow once a minute with their number', () => {
  const clock = new ManualClock(0);
  const { log, logged } = keptLog();
  const alarms = new Alarms({ log, clock });
  for (let second = 0; second <= 60; second += 1) {
    alarms.warn('failed', 'a', { provider: 'a' });
    if (second === 5) alarms.warn('failed', 'b', { provider: 'b' });
    clock.jump(1000);
  }
  expect(logged.map(({ provider, again }) => [provider, again])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['a', 59],
  ]);
});
