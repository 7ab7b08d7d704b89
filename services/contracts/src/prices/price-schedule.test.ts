import { expect, it } from 'vitest';
import { PriceSchedule } from './price-schedule.ts';

const priced = (input: string, priceVersion: string) => ({ prices: { input }, priceVersion });
const at = (moment: string): number => Date.parse(moment);

it('a price begins at its moment, by the clock of whoever asks', () => {
  const schedule = new PriceSchedule(
    {
      ...priced('1', 'old'),
      priceChanges: [
        { at: '2027-03-01T00:00:00+01:00', ...priced('3', 'newest') },
        { at: '2027-01-01T00:00:00Z', ...priced('2', 'new') },
      ],
    },
    'chat',
  );
  const versions = [
    ...['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
    ...['2027-02-28T22:59:59.999Z', '2027-02-28T23:00:00Z'],
  ].map((moment) => schedule.at(at(moment)).version);
  expect(versions).toEqual(['old', 'new', 'new', 'newest']);
  const after = (ms: number) => schedule.after(ms).map(({ prices }) => prices.rates.input);
  expect(after(-Infinity)).toEqual([3n, 2n, 1n]);
  expect(after(at('2027-01-01T00:00:00Z'))).toEqual([3n, 2n]);
  expect(after(at('2028-01-01T00:00:00Z'))).toEqual([3n]);
});

it('prices of certain hours hold in these alone, past midnight too', () => {
  const night = { fromSecond: 16.5 * 3600, untilSecond: 1800 };
  const schedule = new PriceSchedule(
    { ...priced('2', 'day'), priceHours: [{ ...priced('1', 'night'), ...night }] },
    'chat',
  );
  const versions = ['16:29:59', '16:30:00', '23:59:59', '00:29:59', '00:30:00'].map(
    (time) => schedule.at(at(`2026-11-01T${time}Z`)).version,
  );
  expect(versions).toEqual(['day', 'night', 'night', 'night', 'day']);
});
