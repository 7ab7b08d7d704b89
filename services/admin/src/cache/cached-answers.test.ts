import { expect, it } from 'vitest';
import { cachedAnswers } from './cached-answers.ts';

it('counts the answers of all gateways that are heard of', () => {
  const replicas = [
    { state: 'up_to_date', cached_answers: 3 },
    { state: 'behind', cached_answers: 4 },
    { state: 'silent', cached_answers: 100 },
    // Another service, or a gateway of an earlier version.
    { state: 'up_to_date' },
  ] as const;
  expect(cachedAnswers({ replicas })).toBe(7);
});

it('knows nothing where no gateway says it, and that there are none where one says so', () => {
  expect(cachedAnswers(undefined)).toBeNull();
  expect(cachedAnswers({ replicas: [{ state: 'up_to_date' }] })).toBeNull();
  expect(cachedAnswers({ replicas: [{ state: 'silent', cached_answers: 1 }] })).toBeNull();
  expect(cachedAnswers({ replicas: [{ state: 'up_to_date', cached_answers: 0 }] })).toBe(0);
});
