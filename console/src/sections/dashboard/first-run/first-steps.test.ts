import { expect, it } from 'vitest';
import { firstSteps, stepsFor } from './first-steps.ts';

const steps = firstSteps(Date.parse('2026-11-25T00:00:00Z'));
const idsFor = (held: readonly string[]) => stepsFor(steps, held).map(({ id }) => id);

it('asks for a request of the last 90 days', () => {
  const request = steps.find(({ id }) => id === 'request');
  expect(request?.query).toEqual({ since: '2026-08-27T00:00:00.000Z' });
});

it('shows the steps that somebody may take', () => {
  expect(idsFor(['models:read', 'models:write', 'decisions:read', 'providers:read'])).toEqual([
    'model',
    'request',
  ]);
});

it('shows nothing to who sets nothing up', () => {
  expect(idsFor(['decisions:read', 'api_keys:read', 'api_keys:write'])).toEqual([]);
});
