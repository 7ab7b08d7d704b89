import { describe, expect, it } from 'vitest';
import type { PriceSource, Schedule } from '../price-list.ts';
import { PriceSchedule } from '../price-schedule.ts';
import { tellPrices, type PricedModel } from './told-prices.ts';

describe('since when prices are so', () => {
  const from = (source: PriceSource) => ({ priceSources: [source] });
  const NOW = Date.parse('2026-06-01T00:00:00Z');
  const bundled = { layer: 'bundled', name: 'openai/m', date: '2026-01-10' } as const;
  const catalog = { layer: 'catalog', name: 'c', written: '2026-05-30T10:00:00Z' } as const;
  const later = (at: string, source: PriceSource) => ({
    priceChanges: [
      { at, prices: { input: '3', output: '4' }, priceVersion: 'v2', priceSources: [source] },
    ],
  });
  const priced = (name: string, more: Partial<Schedule>): PricedModel => ({
    name,
    created: Date.parse('2025-10-09T08:53:20Z') / 1000,
    prices: { input: '1', output: '2' },
    priceVersion: 'v1',
    ...more,
  });
  const MODELS = [
    priced('bundled', from(bundled)),
    priced('bundled-begun', {
      ...from(bundled),
      ...later('2026-03-01T00:00:00.000Z', bundled),
    }),
    priced('bundled-to-come', {
      ...from(bundled),
      ...later('2026-07-01T00:00:00.000Z', bundled),
    }),
    priced('catalog', from(catalog)),
    priced('unknown', from({ layer: 'catalog', name: 'c' })),
    priced('announced', {
      ...from(bundled),
      ...later('2026-05-31T00:00:00.000Z', { ...catalog, date: '2026-05-31' }),
    }),
    priced('back-dated', {
      ...from(bundled),
      ...later('2025-12-01T00:00:00.000Z', { ...catalog, date: '2025-12-01' }),
    }),
    priced('ended', {
      ...from({ ...catalog, written: '2026-02-01T00:00:00Z' }),
      ...later('2026-04-01T00:00:00.000Z', bundled),
    }),
    priced('discounted', { priceSources: [bundled, catalog] }),
    priced('own', from({ layer: 'model', name: 'own', written: '2026-04-02T00:00:00Z' })),
    priced('own-before', from({ layer: 'model', name: 'own-before' })),
  ];

  it.each([
    ['bundled', '2026-01-10T00:00:00.000Z', 'the day of the data'],
    ['bundled-begun', '2026-03-01T00:00:00.000Z', 'the day on which the vendor’s price began'],
    ['bundled-to-come', '2026-01-10T00:00:00.000Z', 'the day of the data, before that'],
    ['catalog', '2026-05-30T10:00:00.000Z', 'when the catalog was written'],
    ['unknown', null, 'nobody knows, of a catalog of which nobody does'],
    ['announced', '2026-05-31T00:00:00.000Z', 'the beginning of an entry that was written before'],
    [
      'back-dated',
      '2026-05-30T10:00:00.000Z',
      'when an entry was written that says it began before',
    ],
    ['ended', '2026-04-01T00:00:00.000Z', 'the end of an entry'],
    ['discounted', '2026-05-30T10:00:00.000Z', 'when the last of all layers was written'],
    ['own', '2026-04-02T00:00:00.000Z', 'when the Model was written'],
    ['own-before', '2025-10-09T08:53:20.000Z', 'the Model’s creation, where no more is known'],
  ])('of %s is %s: %s', (id, since, _why) => {
    const found = MODELS.find(({ name }) => name === id)!;
    const inForce = new PriceSchedule(found, 'chat').at(NOW);
    const told = tellPrices(found, inForce, { nowMs: NOW, reader: undefined });
    expect(told.updated_at).toBe(since);
  });
});
