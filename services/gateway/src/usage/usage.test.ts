import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUsd } from './format-usd.ts';
import { MOST_ORGANIZATIONS, TokenEstimator } from './token-estimator.ts';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { IMPOSSIBLE } from '../protocols/openai-chat/usage-object.ts';
import {
  isBelievable,
  mostBelievable,
  mostEstimated,
  toLimits,
  type AskedSize,
} from './token-limits.ts';

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
  const of = (model: string, organization = 'acme') => ({ model, organization });
  const M = of('m');

  it('begins with four characters a token', () => {
    const estimator = new TokenEstimator();
    expect(estimator.tokensOf(M, 400)).toBe(100);
    expect(estimator.tokensOf(M, 401)).toBe(101);
    expect(estimator.tokensOf(M, 0)).toBe(0);
  });

  it('learns each model’s own ratio from what its provider counted', () => {
    const estimator = new TokenEstimator();
    for (let turn = 0; turn < 200; turn += 1) {
      estimator.learnText(of('dense'), 2000, 1000);
      estimator.learnText(of('wide'), 6000, 1000);
    }
    expect(estimator.tokensOf(of('dense'), 1000)).toBeGreaterThan(480);
    expect(estimator.tokensOf(of('wide'), 1000)).toBeLessThan(180);
    expect(estimator.tokensOf(of('other'), 1000)).toBe(250);
  });

  it('learns nothing from pictures and hidden text', () => {
    const estimator = new TokenEstimator();
    for (let turn = 0; turn < 500; turn += 1) {
      estimator.learnText(of('pictures'), 10, 5000);
      estimator.learnText(of('odd'), 100_000, 10);
    }
    expect(estimator.tokensOf(of('pictures'), 100)).toBe(25);
    expect(estimator.tokensOf(of('odd'), 100)).toBe(25);
  });

  it.each([
    [8_000, 8_000, 1_000, 1_100],
    [80_000, 8_000, 900, 1_000],
  ])(
    'is moved little by one text of %i characters and %i tokens',
    (characters, tokens, least, most) => {
      const estimator = new TokenEstimator();
      for (let turn = 0; turn < 100; turn += 1) estimator.learnText(M, 360, 100);
      expect(estimator.tokensOf(M, 3_600)).toBeLessThan(1_010);
      estimator.learnText(M, characters, tokens);
      expect(estimator.tokensOf(M, 3_600)).toBeGreaterThanOrEqual(least);
      expect(estimator.tokensOf(M, 3_600)).toBeLessThanOrEqual(most);
    },
  );

  it('expects an answer like those before, within the limit', () => {
    const estimator = new TokenEstimator();
    expect(estimator.expectedAnswer(M, undefined)).toBe(256);
    expect(estimator.expectedAnswer(M, 50)).toBe(50);
    for (let turn = 0; turn < 12; turn += 1) estimator.learnAnswer(M, 20, 1);
    expect(estimator.expectedAnswer(M, undefined)).toBeLessThan(40);
    for (let turn = 0; turn < 500; turn += 1) estimator.learnAnswer(M, 20, 1);
    expect(estimator.expectedAnswer(M, undefined)).toBe(20);
    expect(estimator.expectedAnswer(M, 7)).toBe(7);
    for (let turn = 0; turn < 500; turn += 1) estimator.learnAnswer(M, 9000, 1);
    expect(estimator.expectedAnswer(M, undefined)).toBeGreaterThan(8900);
  });

  it('learns of several answers to one request what each of them has', () => {
    const estimator = new TokenEstimator();
    for (let turn = 0; turn < 30; turn += 1) {
      estimator.learnAnswer(M, 128 * 20, 128);
    }
    expect(estimator.expectedAnswer(M, undefined)).toBeLessThan(40);
  });

  it('lets no organization teach what another is expected to use', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ characters: fc.nat(1e6), tokens: fc.nat(1e6) })),
        (lessons) => {
          const estimator = new TokenEstimator();
          for (const { characters, tokens } of lessons) {
            estimator.learnText(of('m', 'evil'), characters, tokens);
            estimator.learnAnswer(of('m', 'evil'), tokens, 1);
          }
          for (const one of [M, { model: 'm', organization: undefined }]) {
            expect(estimator.tokensOf(one, 400)).toBe(100);
            expect(estimator.expectedAnswer(one, undefined)).toBe(256);
          }
        },
      ),
    );
  });

  it('remembers of a model those that asked it last', () => {
    const estimator = new TokenEstimator();
    const learn = (organization: string) => {
      estimator.learnAnswer(of('m', organization), 2, 1);
    };
    const expected = (organization: string) =>
      estimator.expectedAnswer(of('m', organization), undefined);
    learn('first');
    learn('second');
    for (let n = 2; n < MOST_ORGANIZATIONS; n += 1) learn(`organization-${n}`);
    learn('first');
    learn('one-more');
    expect(expected('first')).toBeLessThan(129);
    expect(expected('second')).toBe(256);
    expect(expected('one-more')).toBe(129);
  });

  it('forgets models that are gone', () => {
    const estimator = new TokenEstimator();
    for (let turn = 0; turn < 200; turn += 1) estimator.learnText(of('gone'), 100, 100);
    estimator.keepOnly((model) => model !== 'gone');
    expect(estimator.tokensOf(of('gone'), 400)).toBe(100);
  });

  it('is not led astray by one absurd count', () => {
    const estimator = new TokenEstimator();
    estimator.learnText(M, 400, 1e12);
    estimator.learnAnswer(M, 1e12, 1);
    expect(estimator.expectedAnswer(M, undefined)).toBeLessThan(5000);
    for (let turn = 0; turn < 50; turn += 1) estimator.learnText(M, 400, 100);
    expect(estimator.tokensOf(M, 400)).toBeLessThan(120);
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

  const unknown = toLimits(undefined);
  /** A prompt of 50 bytes, as a picture may have that is named by its address. */
  const asked = (more: Partial<AskedSize> = {}): AskedSize => ({
    ...{ size: 50, maxTokens: undefined },
    ...more,
  });

  it('takes what a model says for the bound, whatever was asked', () => {
    const large = toLimits({ contextWindow: 10_000_000, maxOutputTokens: 2_000_000 });
    expect(mostBelievable(large, asked({ maxTokens: 10 }))).toEqual({
      ...{ input: 10_000_000, output: 100_000_000 },
    });
    expect(mostBelievable(small, asked({ size: 9_000_000 }))).toEqual({
      ...{ input: 1000, output: 12_800 },
    });
  });

  it('bounds the prompt of a model that says nothing by what was sent, with room for what was not', () => {
    expect(mostBelievable(unknown, asked()).input).toBe(2_000_050);
    expect(mostBelievable(unknown, asked({ size: 3_000_000, answers: 4 })).input).toBe(14_000_000);
    expect(mostBelievable(unknown, asked({ size: 1e9 })).input).toBe(100_000_000);
    const answering = toLimits({ maxOutputTokens: 100 });
    expect(mostBelievable(answering, asked())).toEqual({ input: 2_000_050, output: 12_800 });
  });

  it('bounds the answers of a model that says nothing by what was asked for, with room for thought', () => {
    expect(mostBelievable(unknown, asked()).output).toBe(1_000_000);
    expect(mostBelievable(unknown, asked({ answers: 3 })).output).toBe(3_000_000);
    expect(mostBelievable(unknown, asked({ maxTokens: 1000, answers: 2 })).output).toBe(1_002_000);
    expect(mostBelievable(unknown, asked({ maxTokens: Infinity })).output).toBe(100_000_000);
    const reading = toLimits({ contextWindow: 1000 });
    expect(mostBelievable(reading, asked())).toEqual({ input: 1000, output: 128_000 });
  });

  it('estimates no answer longer than was asked for, than the model gives, or than is believed', () => {
    expect(mostEstimated(small, asked({ maxTokens: 10, answers: 3 }))).toEqual({
      ...{ input: 1000, output: 30 },
    });
    expect(mostEstimated(small, asked({ maxTokens: 1e6, answers: 3 })).output).toBe(300);
    expect(mostEstimated(small, asked()).output).toBe(100);
    expect(mostEstimated(unknown, asked({ answers: 2 })).output).toBe(2_000_000);
    expect(mostEstimated(unknown, asked({ maxTokens: 49.5 })).output).toBe(50);
    expect(mostEstimated(unknown, asked({ maxTokens: 1e12 })).output).toBe(100_000_000);
  });

  it('never believes counts that cannot be', () => {
    expect(isBelievable(IMPOSSIBLE, mostBelievable(unknown, asked({ size: 1e12 })))).toBe(false);
  });
});
