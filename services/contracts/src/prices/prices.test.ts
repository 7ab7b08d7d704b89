import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputOf, outputOf } from '../usage/token-totals.ts';
import { NO_TOKENS, TOKEN_BUCKETS, type TokenBuckets } from '../usage/usage-record.ts';
import { costInNanoUsd, costOf, mostCost, NO_PIECES, ONE_REQUEST, type Pieces } from './cost.ts';
import { TOKEN_PRICES, type PriceList, type TokenPrices } from './price-list.ts';
import { toPrices } from './prices.ts';

const price = fc.oneof(fc.bigInt(0n, 10n ** 10n), fc.bigInt(0n, 10n ** 18n)).map(String);
const some = { requiredKeys: [] as never[] };
const tokenPrices = fc.record(
  Object.fromEntries(TOKEN_PRICES.map((name) => [name, price])),
  some,
) as fc.Arbitrary<TokenPrices>;
const priceList: fc.Arbitrary<PriceList> = fc
  .tuple(
    tokenPrices,
    fc.record(
      { perRequest: price, perImage: price, perMinute: price, perMillionCharacters: price },
      some,
    ),
    fc.array(fc.tuple(fc.nat(2_000_000), tokenPrices), { maxLength: 3 }),
  )
  .map(([own, pieces, tiers]) => ({
    ...own,
    ...pieces,
    tiers: tiers.map(([aboveInputTokens, one]) => ({ aboveInputTokens, ...one })),
  }));
const buckets = fc.record(
  Object.fromEntries(TOKEN_BUCKETS.map((name) => [name, fc.nat(1_000_000)])),
) as fc.Arbitrary<TokenBuckets>;
const pieces = fc.record({
  ...{ requests: fc.nat(1), images: fc.nat(20) },
  ...{ heardMs: fc.nat(100_000_000), spokenCharacters: fc.nat(1_000_000) },
});

const STANDS_IN: Readonly<Record<keyof TokenPrices, keyof TokenPrices>> = {
  input: 'input',
  cachedInput: 'input',
  cacheWrite: 'input',
  audioInput: 'input',
  output: 'output',
  reasoning: 'output',
  audioOutput: 'output',
};
const PRICE_OF: Readonly<Record<keyof TokenBuckets, keyof TokenPrices>> = {
  input: 'input',
  cached_input: 'cachedInput',
  cache_write: 'cacheWrite',
  output: 'output',
  reasoning: 'reasoning',
  audio_input: 'audioInput',
  audio_output: 'audioOutput',
};

/** The same, said slowly: one bucket after the other, in shares of a nano-dollar of which 60,000 million are one. */
function slowCost(tokens: TokenBuckets, list: PriceList, used: Pieces): bigint | undefined {
  const tier = slowTier(list, inputOf(tokens));
  const one = 60_000n * 1_000_000n;
  let shares = slowShares(list, used);
  for (const bucket of TOKEN_BUCKETS.filter((one) => tokens[one] > 0)) {
    const name = PRICE_OF[bucket];
    const own = tier[name] ?? list[name];
    const found = own ?? tier[STANDS_IN[name]] ?? list[STANDS_IN[name]] ?? standIn(list);
    if (found === undefined) return undefined;
    shares += BigInt(tokens[bucket]) * BigInt(found) * 60_000n;
  }
  const rest = shares % one;
  const rounded = (shares - rest) / one + (rest * 2n >= one ? 1n : 0n);
  return rounded + slowPieces(list, used);
}

const slowShares = (list: PriceList, { heardMs = 0, spokenCharacters = 0 }: Pieces): bigint =>
  BigInt(heardMs) * BigInt(list.perMinute ?? '0') * 1_000_000n +
  BigInt(spokenCharacters) * BigInt(list.perMillionCharacters ?? '0') * 60_000n;

const slowPieces = (list: PriceList, { requests, images = 0 }: Pieces): bigint =>
  BigInt(requests) * BigInt(list.perRequest ?? '0') + BigInt(images) * BigInt(list.perImage ?? '0');

function slowTier({ tiers = [] }: PriceList, prompt: number): TokenPrices {
  let best: (TokenPrices & { aboveInputTokens: number }) | undefined;
  for (const tier of tiers) {
    const { aboveInputTokens } = tier;
    if (prompt > aboveInputTokens && !(best && best.aboveInputTokens > aboveInputTokens))
      best = tier;
  }
  return best ?? {};
}

const standIn = ({ input, output, perRequest }: PriceList): string | undefined =>
  (input ?? output) === undefined && perRequest !== undefined ? '0' : undefined;

/** Two tiers from the same size on say nothing of which counts. */
const distinct = (list: PriceList): boolean =>
  new Set(list.tiers?.map(({ aboveInputTokens }) => aboveInputTokens)).size === list.tiers?.length;

describe('a cost', () => {
  it('is exact, rounded half up once', () => {
    fc.assert(
      fc.property(buckets, priceList.filter(distinct), pieces, (tokens, list, used) => {
        const cost = costInNanoUsd(tokens, toPrices(list, 'chat'), used);
        expect(cost).toBe(slowCost(tokens, list, used));
      }),
      { numRuns: 2000 },
    );
  });

  it('never falls with more tokens, where no tier is cheaper', () => {
    const flat = priceList.map((list) => ({ input: '1', output: '1', ...list, tiers: [] }));
    fc.assert(
      fc.property(buckets, buckets, flat, (tokens, more, list) => {
        const prices = toPrices(list, 'chat');
        const all = { ...tokens };
        for (const bucket of TOKEN_BUCKETS) all[bucket] += more[bucket];
        const [less, whole] = [tokens, all].map((one) => costInNanoUsd(one, prices, NO_PIECES));
        expect(whole! >= less!).toBe(true);
      }),
    );
  });

  it('is never more than the most that so many tokens can cost', () => {
    const whole = priceList.map((list) => ({ input: '1', output: '1', ...list }));
    fc.assert(
      fc.property(buckets, whole, fc.nat(1000), (tokens, list, spare) => {
        const prices = toPrices(list, 'chat');
        const sizes = { input: inputOf(tokens) + spare, output: outputOf(tokens) + spare };
        const images = spare % 10;
        const cost = costInNanoUsd(tokens, prices, { ...ONE_REQUEST, images });
        expect(cost! <= mostCost({ ...sizes, images }, prices)!).toBe(true);
      }),
    );
  });

  it.each([
    [499_999, 0],
    [500_000, 1],
    [1_499_999, 1],
    [1_500_000, 2],
  ])('of %i millionths is %i', (input, cost) => {
    const prices = toPrices({ input: '1' }, 'chat');
    expect(costOf({ ...NO_TOKENS, input }, prices, NO_PIECES)).toBe(cost);
  });

  it.each([
    // whisper-1: USD 0.006 a minute, which is 100,000 nano-USD a second.
    ['transcription', { perMinute: '6000000' }, { heardMs: 1000 }, 100_000],
    ['transcription', { perMinute: '6000000' }, { heardMs: 90_500 }, 9_050_000],
    // tts-1: USD 15 a million characters, which is 15,000 nano-USD each.
    ['speech', { perMillionCharacters: '15000000000' }, { spokenCharacters: 14 }, 210_000],
    // A third of a nano-USD for 20 s, and 0.2 for two characters are rounded together, to one.
    [
      'audio',
      { perMinute: '1', perMillionCharacters: '100000' },
      { heardMs: 20_000, spokenCharacters: 2 },
      1,
    ],
    ['audio', { perMinute: '1' }, { heardMs: 20_000 }, 0],
    ['audio', { perMinute: '1' }, { heardMs: 30_000 }, 1],
  ] as const)(
    'of %s at %j for %j is reckoned by what was heard or spoken',
    (mode, list, used, cost) => {
      const prices = toPrices(list, mode);
      expect(prices.isPriced).toBe(true);
      expect(costOf({ ...NO_TOKENS, output: 7 }, prices, { ...ONE_REQUEST, ...used })).toBe(cost);
    },
  );

  it('is null where a price that is needed is missing, and only there', () => {
    const prices = toPrices({ input: '1000000' }, 'chat');
    expect(costOf({ ...NO_TOKENS, input: 7 }, prices, NO_PIECES)).toBe(7);
    expect(costOf({ ...NO_TOKENS, output: 1 }, prices, NO_PIECES)).toBeNull();
    expect(costOf(NO_TOKENS, toPrices({}, 'chat'), NO_PIECES)).toBe(0);
    expect(mostCost({ input: 1, output: 1 }, prices)).toBeUndefined();
  });

  it.each([
    [{ perMinute: '6000000' }, { heardMs: 60_000 }, 6_000_000],
    [{ perMinute: '6000000' }, { spokenCharacters: 9 }, null],
    [{ perMillionCharacters: '1000000' }, { spokenCharacters: 9 }, 9],
    [{ perMillionCharacters: '1000000' }, { heardMs: 60_000 }, null],
    // Of a sound whose length nobody knows.
    [{ perMillionCharacters: '1000000' }, {}, null],
    [{ perMillionCharacters: '1000000', perMinute: '0' }, { heardMs: 60_000 }, 0],
    [{ perMinute: '6000000', perRequest: '5' }, { spokenCharacters: 9 }, 5],
    [{ perMinute: '6000000', input: '0' }, { spokenCharacters: 9 }, 0],
  ] as const)('of %j for %j, of a model that speaks and hears, is %s', (list, used, cost) => {
    const prices = toPrices(list, 'audio');
    expect(costOf(NO_TOKENS, prices, { ...ONE_REQUEST, ...used })).toBe(cost);
    // Who was refused pays nothing.
    expect(costOf(NO_TOKENS, prices, NO_PIECES)).toBe(0);
  });

  it('beyond what a number holds is the largest that it holds', () => {
    const prices = toPrices({ input: '1000000000000000000' }, 'chat');
    const cost = costOf({ ...NO_TOKENS, input: 1e12 }, prices, NO_PIECES);
    expect(cost).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('prices', () => {
  it.each([
    [{}, 'chat', false],
    [{ input: '1' }, 'chat', false],
    [{ input: '1' }, 'embedding', true],
    [{ input: '0', output: '0' }, 'chat', true],
    [{ perRequest: '1' }, 'rerank', true],
    [{ perImage: '1' }, 'chat', false],
    [{ perImage: '1' }, 'image', true],
    [{ perMinute: '1' }, 'chat', false],
    [{ perMinute: '1' }, 'transcription', true],
    [{ perMillionCharacters: '1' }, 'chat', false],
    [{ perMillionCharacters: '1' }, 'speech', true],
    [{ perMillionCharacters: '1' }, 'transcription', false],
  ] as const)('%j of a model for %s: whether it is priced is %s', (list, mode, isPriced) => {
    expect(toPrices(list, mode).isPriced).toBe(isPriced);
  });

  it('of a tier hold for the whole request, and what it does not say is as without it', () => {
    const tiers = [{ aboveInputTokens: 100, input: '2000000' }];
    const prices = toPrices({ input: '1000000', output: '5000000', tiers }, 'chat');
    const cost = (input: number) => costOf({ ...NO_TOKENS, input, output: 1 }, prices, NO_PIECES);
    expect([cost(100), cost(101)]).toEqual([100 + 5, 2 * 101 + 5]);
  });
});
