import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUsd } from './format-usd.ts';
import { TokenEstimator } from './token-estimator.ts';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { IMPOSSIBLE } from '../protocols/openai-chat/usage-object.ts';
import { isBelievable, toLimits } from './token-limits.ts';

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

describe('token estimator', () => {
  it('begins with four characters a token', () => {
    const estimator = new TokenEstimator();
    expect(estimator.tokensOf('m', 400)).toBe(100);
    expect(estimator.tokensOf('m', 401)).toBe(101);
    expect(estimator.tokensOf('m', 0)).toBe(0);
  });

  it('learns each model’s own ratio from what its provider counted', () => {
    const estimator = new TokenEstimator();
    for (let turn = 0; turn < 200; turn += 1) {
      estimator.learnText('dense', 2000, 1000);
      estimator.learnAnswer('wide', 6000, 1000);
    }
    expect(estimator.tokensOf('dense', 1000)).toBeGreaterThan(480);
    expect(estimator.tokensOf('wide', 1000)).toBeLessThan(180);
    expect(estimator.tokensOf('other', 1000)).toBe(250);
  });

  it('is not led to absurd ratios by pictures and hidden text', () => {
    const estimator = new TokenEstimator();
    for (let turn = 0; turn < 500; turn += 1) {
      estimator.learnText('pictures', 10, 5000);
      estimator.learnAnswer('odd', 100_000, 10);
    }
    expect(estimator.tokensOf('pictures', 100)).toBe(100);
    expect(estimator.tokensOf('odd', 100)).toBe(10);
  });

  it('expects an answer like those before, within the limit', () => {
    const estimator = new TokenEstimator();
    expect(estimator.expectedAnswer('m', 50)).toBe(50);
    for (let turn = 0; turn < 500; turn += 1) estimator.learnAnswer('m', 0, 20);
    expect(estimator.expectedAnswer('m', undefined)).toBe(20);
    expect(estimator.expectedAnswer('m', 7)).toBe(7);
  });

  it('forgets models that are gone', () => {
    const estimator = new TokenEstimator();
    for (let turn = 0; turn < 200; turn += 1) estimator.learnText('gone', 100, 100);
    estimator.keepOnly((model) => model !== 'gone');
    expect(estimator.tokensOf('gone', 400)).toBe(100);
  });

  it('is not led astray by one absurd count', () => {
    const estimator = new TokenEstimator();
    estimator.learnText('m', 400, 1e12);
    estimator.learnAnswer('m', 400, 1e12);
    expect(estimator.expectedAnswer('m', undefined)).toBeLessThan(5000);
    for (let turn = 0; turn < 50; turn += 1) estimator.learnText('m', 400, 100);
    expect(estimator.tokensOf('m', 400)).toBeLessThan(120);
  });
});

describe('token limits', () => {
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
});
