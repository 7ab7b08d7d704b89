import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf, plainDecimal, toNano } from './decimal-text.ts';

describe('a number of JSON', () => {
  it.each([
    ['1.5e-07', 6, '0.15'],
    ['3e-06', 6, '3'],
    ['0.0000025', 6, '2.5'],
    ['1.25E-6', 6, '1.25'],
    ['0', 6, '0'],
    ['0e0', 0, '0'],
    ['12', -3, '0.012'],
    ['120', 0, '120'],
    ['0.5', 3, '500'],
    ['1e3', 0, '1000'],
    ['2.9999999999999997e-06', 6, '2.9999999999999997'],
  ])('%s times 10^%i is %s', (text, shift, plain) => {
    expect(plainDecimal(text, shift)).toBe(plain);
  });

  it.each(['', '-1', 'NaN', '1,5', '.5', '1e9999', '0x1'])('%j is none', (text) => {
    expect(plainDecimal(text)).toBeUndefined();
  });

  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), fc.nat(12), (number, shift) => {
        const plain = plainDecimal(String(number), shift) ?? '';
        expect(plain).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);
        expect(Number(`${plain}e-${shift}`)).toBe(number);
      }),
    );
  });
});

it.each([
  ['0.15', 150_000_000n],
  ['3', 3_000_000_000n],
  ['0.0000000004', 0n],
  ['0.0000000005', 1n],
  ['0.18000000000000002', 180_000_000n],
  ['0.9999999999', 1_000_000_000n],
])('%s in billionths is %d', (plain, nano) => {
  expect(toNano(plain)).toBe(nano);
});

it('decimals are counted', () => {
  expect(['1', '1.5', '0.125'].map(decimalsOf)).toEqual([0, 1, 3]);
});
