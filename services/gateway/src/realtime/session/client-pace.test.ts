import { systemClock } from '@aicp/common/time/clock';
import { expect, it } from 'vitest';
import { ClientPace } from './client-pace.ts';

const STILL = { ...systemClock, monotonic: () => 0 };

it('keeps a client waiting that sends many events, or many bytes', () => {
  const pace = new ClientPace(STILL);
  expect(pace.took(16_777_216)).toBe(0);
  expect(pace.took(16_777_216)).toBe(0);
  expect(pace.took(2_097_152)).toBe(1000);
  const events = new ClientPace(STILL);
  for (let index = 0; index < 1000; index += 1) expect(events.took(10)).toBe(0);
  expect(events.took(10)).toBe(5);
});
