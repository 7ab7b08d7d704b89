import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, formatUsd, toPrices } from './cost.ts';

const NO_TOKENS = { input: 0, cached_input: 0, cache_write: 0, output: 0, reasoning: 0 };
const count = fc.nat(1_000_000);
const price = fc.bigInt(0n, 10n ** 12n);
const buckets = fc.record({
  input: count,
  cached_input: count,
  cache_write: count,
  output: count,
  reasoning: count,
});

describe('costOf', () => {
  it('is exact, rounded half up once', () => {
    fc.assert(
      fc.property(buckets, price, price, price, price, price, (tokens, ...p) => {
        const [input, cachedInput, cacheWrite, output, reasoning] = p;
        const prices = { input, cachedInput, cacheWrite, output, reasoning };
        const millionths =
          BigInt(tokens.input) * p[0] +
          BigInt(tokens.cached_input) * p[1] +
          BigInt(tokens.cache_write) * p[2] +
          BigInt(tokens.output) * p[3] +
          BigInt(tokens.reasoning) * p[4];
        const cost = BigInt(costOf(tokens, prices) ?? -1);
        const twice = 2n * (cost * 1_000_000n - millionths);
        expect(twice > -1_000_000n && twice <= 1_000_000n).toBe(true);
      }),
    );
  });

  it.each([
    [499_999, 0],
    [500_000, 1],
    [1_499_999, 1],
    [1_500_000, 2],
  ])('of %i millionths is %i', (input, cost) => {
    const prices = toPrices({ input: '1' });
    expect(costOf({ ...NO_TOKENS, input }, prices)).toBe(cost);
  });

  it('falls back from cached input and cache writes to input, and from reasoning to output', () => {
    const tokens = { input: 1, cached_input: 1, cache_write: 1, output: 1, reasoning: 1 };
    const own = { cachedInput: '1000000', cacheWrite: '2000000', reasoning: '3000000' };
    const base = { input: '10000000', output: '20000000' };
    expect(costOf(tokens, toPrices(base))).toBe(10 + 10 + 10 + 20 + 20);
    expect(costOf(tokens, toPrices({ ...base, ...own }))).toBe(10 + 1 + 2 + 20 + 3);
  });

  it('is null where a price that is needed is missing, and only there', () => {
    const prices = toPrices({ input: '1000000' });
    expect(costOf({ ...NO_TOKENS, input: 7 }, prices)).toBe(7);
    expect(costOf({ ...NO_TOKENS, output: 1 }, prices)).toBeNull();
    expect(costOf(NO_TOKENS, toPrices({}))).toBe(0);
  });
});

describe('a sum beyond what a number holds', () => {
  it('is the largest that it holds', () => {
    const prices = toPrices({ input: '1000000000000000000' });
    expect(costOf({ ...NO_TOKENS, input: 1e12 }, prices)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('formatUsd', () => {
  it('is the decimal number, nothing lost', () => {
    fc.assert(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (nano) => {
        const [whole = '', fraction = ''] = formatUsd(nano).split('.');
        expect(BigInt(whole + fraction.padEnd(9, '0'))).toBe(BigInt(nano));
        expect(fraction).not.toMatch(/0$/);
      }),
    );
  });

  it.each([
    [0, '0'],
    [1, '0.000000001'],
    [1_000_000_000, '1'],
    [12_340_000_000, '12.34'],
  ])('%i is %s', (nano, text) => {
    expect(formatUsd(nano)).toBe(text);
  });
});
