import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { expect, it } from 'vitest';
import { IMPOSSIBLE } from '../protocols/openai/usage-object.ts';
import { isBelievable, toLimits } from './token-limits.ts';

const small = toLimits({ contextWindow: 1000, maxOutputTokens: 100 });

it('believes what fits into the model, all its buckets together', () => {
  expect(isBelievable({ ...NO_TOKENS, input: 600, cached_input: 400, output: 100 }, small)).toBe(
    true,
  );
  expect(isBelievable({ ...NO_TOKENS, input: 600, cached_input: 401 }, small)).toBe(false);
});

it('allows for several answers to one request', () => {
  expect(isBelievable({ ...NO_TOKENS, output: 12_000, reasoning: 800 }, small)).toBe(true);
  expect(isBelievable({ ...NO_TOKENS, output: 12_000, reasoning: 801 }, small)).toBe(false);
});

it('has a bound for a model of which nothing is known', () => {
  const unknown = toLimits(undefined);
  expect(isBelievable({ ...NO_TOKENS, input: 100_000_000 }, unknown)).toBe(true);
  expect(isBelievable({ ...NO_TOKENS, input: 100_000_001 }, unknown)).toBe(false);
  expect(isBelievable(IMPOSSIBLE, unknown)).toBe(false);
});
