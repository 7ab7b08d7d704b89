import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { A2A_03, A2A_10 } from './agent-dialects.ts';
import { SpokenVersions } from './spoken-versions.ts';

it('tries the version of old first for five minutes after an agent took it', async () => {
  const clock = new ManualClock();
  const spoken = new SpokenVersions(clock);
  expect(spoken.orderFor('a')).toEqual([A2A_10, A2A_03]);
  spoken.note('a', A2A_03);
  expect(spoken.orderFor('a')).toEqual([A2A_03, A2A_10]);
  expect(spoken.orderFor('b')).toEqual([A2A_10, A2A_03]);
  await clock.advance(300_000);
  expect(spoken.orderFor('a')).toEqual([A2A_10, A2A_03]);
  spoken.note('a', A2A_03);
  spoken.note('a', A2A_10);
  expect(spoken.orderFor('a')).toEqual([A2A_10, A2A_03]);
});

it('knows no more than a thousand', () => {
  const spoken = new SpokenVersions(new ManualClock());
  for (let each = 0; each <= 1_000; each += 1) spoken.note(`agent-${each}`, A2A_03);
  expect(spoken.orderFor('agent-0')[0]).toBe(A2A_10);
  expect(spoken.orderFor('agent-1')[0]).toBe(A2A_03);
});
