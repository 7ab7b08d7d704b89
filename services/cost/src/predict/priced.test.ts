import { toPrices } from '@aicp/contracts/prices/prices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdNumber } from '@aicp/contracts/budgets/usd-text';
import { nearestNames } from './nearest-names.ts';
import { costsOf, mostOf } from './priced.ts';

describe('the cost of a foretold request', () => {
  const nano = fc.bigInt({ min: 0n, max: 10n ** 14n }).map(String);
  const prices = fc
    .record({
      input: nano,
      output: nano,
      audioInput: fc.option(nano, { nil: undefined }),
      perRequest: nano,
    })
    .map((list) => toPrices(list, 'chat'));
  const prompt = fc
    .tuple(fc.nat(1_000_000), fc.nat(10_000))
    .map(([text, audio]) => ({ input: text + audio, audio }));

  it('is that of its prompt and of its answer, to the nano-dollar', () => {
    fc.assert(
      fc.property(prompt, fc.nat(200_000), prices, (of, output, at) => {
        const costs = costsOf(of, output, at)!;
        expect(costs.input + costs.output).toBe(costs.total);
        expect(costs.output).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  it('grows with its answer, and never passes the most that it can be', () => {
    fc.assert(
      fc.property(prompt, fc.nat(200_000), fc.nat(200_000), prices, (of, one, other, at) => {
        const [shorter, longer] = one < other ? [one, other] : [other, one];
        expect(costsOf(of, shorter, at)!.total).toBeLessThanOrEqual(costsOf(of, longer, at)!.total);
        expect(costsOf(of, shorter, at)!.total).toBeLessThanOrEqual(mostOf(of, longer, at)!);
      }),
    );
  });

  it('is not known without a price', () => {
    expect(costsOf({ input: 1, audio: 0 }, 1, toPrices({ input: '1' }, 'chat'))).toBeUndefined();
  });

  it('is told in USD with every digit', () => {
    expect(usdNumber(0n)).toBe(0);
    expect(usdNumber(1n)).toBe(1e-9);
    expect(usdNumber(8_999_999_123_456_789n)).toBe(8_999_999.123456789);
  });
});

describe('names that may be meant', () => {
  const names = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5', 'openai/gpt-4o', 'llama3:8b'];

  it.each([
    ['gpt4o', 'gpt-4o'],
    ['GPT-4o', 'gpt-4o'],
    ['gpt-4o-mimi', 'gpt-4o-mini'],
    ['claude-sonnet', 'claude-sonnet-4-5'],
    ['llama3', 'llama3:8b'],
  ])('are for %s first of all %s', (wanted, meant) => {
    expect(nearestNames(wanted, names)[0]).toBe(meant);
  });

  it('are three at most, and none for what is like nothing', () => {
    expect(nearestNames('gpt-4', names).length).toBeLessThanOrEqual(3);
    expect(nearestNames('zzzz', names)).toEqual([]);
  });
});
