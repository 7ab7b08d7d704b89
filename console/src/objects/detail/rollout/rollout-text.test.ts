// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isUnderWay, rolloutText, type Rollout } from './rollout-text.ts';

const rollout = (changes: Partial<Rollout> = {}): Rollout => ({
  state: 'applying',
  message: '',
  generation: 5,
  observed_generation: 4,
  replicas: { expected: 3, applied: 2 },
  ...changes,
});

test('tells how many replicas have taken up a change that is on its way', () => {
  expect(rolloutText(rollout())).toBe('Applying … generation 4 of 5, 2 of 3 replicas.');
  expect(isUnderWay(rollout())).toBe(true);
});

test('tells of a new object that nobody has looked at it', () => {
  const pending = rollout({
    state: 'pending',
    generation: 1,
    observed_generation: -1,
    replicas: { expected: 0, applied: 0 },
  });
  expect(rolloutText(pending)).toBe('Applying … generation 0 of 1.');
});

test('tells that all is done, and what failed', () => {
  const applied = rollout({ state: 'applied', replicas: { expected: 1, applied: 1 } });
  expect(rolloutText(applied)).toBe('Generation 5 is in place on 1 of 1 replica.');
  expect(isUnderWay(applied)).toBe(false);
  expect(rolloutText(rollout({ state: 'failed' }))).toBe(
    'Generation 5 could not be applied, 2 of 3 replicas.',
  );
});
