import fc from 'fast-check';
import { TOKEN_PRICES, type PriceList, type Schedule } from '../price-list.ts';
import { PriceSchedule } from '../price-schedule.ts';
import { toPrices } from '../prices.ts';
import { describe, expect, it } from 'vitest';
import { discounted, overlay } from './overlay.ts';
import { sayingAt, type LayerEntry, type PriceLayer } from './price-layer.ts';
import { resolvePrices } from './resolve-prices.ts';

const layer = (prices: PriceList, more: Partial<LayerEntry> = {}): PriceLayer => [
  { says: { prices }, source: { layer: 'catalog', name: 'c' }, ...more },
];
const resolved = (...layers: readonly PriceLayer[]): Schedule => resolvePrices('m', layers);

describe('layers', () => {
  const BENEATH: PriceList = {
    ...{ input: '10', output: '20', cachedInput: '1', reasoning: '30', perRequest: '5' },
    tiers: [{ aboveInputTokens: 100, input: '11', output: '21', cachedInput: '2' }],
  };

  it('one that prices input and output is all that counts', () => {
    expect(resolved(layer(BENEATH), layer({ input: '3', output: '4' })).prices).toEqual({
      input: '3',
      output: '4',
    });
  });

  it('what is taken off for batches holds for whichever prices are over it, until another layer says otherwise', () => {
    const half = { ...BENEATH, batchDiscount: '50000000000' };
    const whole = { input: '3', output: '4' };
    expect(overlay(half, whole)).toEqual({ ...whole, batchDiscount: '50000000000' });
    expect(overlay(half, { ...whole, batchDiscount: '0' })).toEqual({
      ...whole,
      batchDiscount: '0',
    });
    expect(overlay(half, { input: '3' })).toMatchObject({ batchDiscount: '50000000000' });
    expect(discounted(half, 50)).toMatchObject({ input: '5', batchDiscount: '50000000000' });
  });

  it('one that prices input leaves nothing that was said of input', () => {
    expect(overlay(BENEATH, { input: '3' })).toEqual({
      ...{ input: '3', output: '20', reasoning: '30', perRequest: '5' },
      tiers: [{ aboveInputTokens: 100, output: '21' }],
    });
  });

  it('one that prices neither says more of the same', () => {
    expect(overlay(BENEATH, { cachedInput: '7', audioOutput: '8' })).toEqual({
      ...BENEATH,
      cachedInput: '7',
      audioOutput: '8',
    });
  });

  it('a discount is taken off all that is beneath, rounded half up', () => {
    const prices = { input: '1001', output: '3', tiers: [{ aboveInputTokens: 9, input: '5' }] };
    expect(discounted(prices, '12.5')).toEqual({
      input: '876',
      output: '3',
      tiers: [{ aboveInputTokens: 9, input: '4' }],
    });
  });

  it('names the layers that prices were taken from', () => {
    const of = (name: string) => ({ source: { layer: 'catalog', name } as const });
    const { priceSources } = resolved(
      layer({ input: '1', output: '1' }, of('a')),
      layer({ input: '2', output: '2' }, of('b')),
      [{ says: { discountPercent: 10 }, ...of('c') }],
    );
    expect(priceSources?.map(({ name }) => name)).toEqual(['b', 'c']);
  });

  it('that say nothing leave a model without a price', () => {
    const { prices, priceChanges, priceSources } = resolved([], []);
    expect([prices, priceChanges, priceSources]).toEqual([{}, undefined, undefined]);
  });
});

describe('the version', () => {
  it('is another when a price is, and no other time', () => {
    const version = (prices: PriceList) => resolved(layer(prices)).priceVersion;
    expect(version({ input: '1', output: '2' })).toBe(version({ output: '2', input: '1' }));
    expect(version({ input: '1', output: '2' })).not.toBe(version({ input: '1', output: '3' }));
  });
});

describe('times', () => {
  const price = fc.bigInt(0n, 50n).map(String);
  const prices = fc.record(Object.fromEntries(TOKEN_PRICES.map((name) => [name, price])), {
    requiredKeys: [],
  }) as fc.Arbitrary<PriceList>;
  const HOUR = 3_600_000;
  const moment = fc.option(
    fc.nat(200).map((hours) => hours * HOUR),
    { nil: undefined },
  );
  const second = fc.nat(23).map((hour) => hour * 3600);
  const hours = fc.record({ fromSecond: second, untilSecond: second });
  const entry = fc.record({
    says: fc.oneof(
      prices.map((one) => ({ prices: one })),
      fc.nat(100).map((discountPercent) => ({ discountPercent })),
    ),
    source: fc.constant({ layer: 'catalog', name: 'c' } as const),
    from: moment,
    until: moment,
    hours: fc.option(hours, { nil: undefined, freq: 3 }),
  }) as fc.Arbitrary<LayerEntry>;
  const layers = fc.array(fc.array(entry, { maxLength: 4 }), { maxLength: 3 });

  /** What holds at a moment, layer by layer. */
  function slowPrices(all: readonly PriceLayer[], at: number): PriceList {
    let list: PriceList = {};
    for (const one of all) {
      const said = sayingAt(one, at, Math.floor((at / 1000) % 86_400));
      if (!said) continue;
      const { says } = said;
      list = 'prices' in says ? overlay(list, says.prices) : discounted(list, says.discountPercent);
    }
    return list;
  }

  it('a schedule says at every moment what the layers say at it', () => {
    fc.assert(
      fc.property(layers, fc.array(fc.nat(250 * 4), { minLength: 1, maxLength: 20 }), (all, at) => {
        const schedule = new PriceSchedule(resolved(...all), 'chat');
        for (const quarter of at) {
          const ms = quarter * (HOUR / 4);
          const { version: _, ...now } = schedule.at(ms);
          expect(now).toEqual(toPrices(slowPrices(all, ms), 'chat'));
        }
      }),
      { numRuns: 500 },
    );
  });
});
