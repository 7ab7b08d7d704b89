import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromWireDecimal,
  keepExactNumbers,
  sameDecimal,
  sortableDecimal,
  toWireDecimal,
} from './wire-decimal.ts';

/** An amount of so many thousand-millionths, as people write it. */
const written = (nano: bigint): string => {
  const digits = nano.toString().padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
};
const amounts = fc.bigInt(0n, 10n ** 18n);
const overTheWire = (value: unknown): unknown =>
  fromWireDecimal(JSON.parse(JSON.stringify(toWireDecimal(value as string)), keepExactNumbers));

describe('a decimal on the wire', () => {
  it('is a JSON number that keeps every digit there and back', () => {
    fc.assert(
      fc.property(amounts, (nano) => {
        const text = JSON.stringify(toWireDecimal(written(nano)));
        expect(text).toMatch(/^\d+(\.\d+)?$|^\d(\.\d+)?e-\d+$/);
        expect(sameDecimal(overTheWire(written(nano)) as string, written(nano))).toBe(true);
      }),
    );
  });

  it.each([
    [500, '500'],
    ['0.10', '0.1'],
    ['5', '5'],
    ['999999999.999999999', '999999999.999999999'],
  ])('of %j is written %s', (value, text) => {
    expect(JSON.stringify(toWireDecimal(value))).toBe(text);
  });

  it.each([
    [1, 1],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [2.5e-8, '0.000000025'],
    ['0.25', '0.25'],
    [-0.5, '-0.5'],
    [1e21, 1e21],
    [true, true],
    [null, null],
  ])('%j becomes %j in a spec', (wire, spec) => {
    expect(fromWireDecimal(wire)).toBe(spec);
  });

  it('is the same amount however it is written', () => {
    expect(sameDecimal('1.50', 1.5)).toBe(true);
    expect(sameDecimal('0001', 1)).toBe(true);
    expect(sameDecimal('1.0', '1')).toBe(true);
    expect(sameDecimal('1.01', '1.1')).toBe(false);
  });

  it('is ordered by its amount, to the last digit', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const [one, other] = [sortableDecimal(written(a)), sortableDecimal(written(b))];
        expect(Number(one > other) - Number(one < other)).toBe(Number(a > b) - Number(a < b));
      }),
    );
  });

  it('keeps as text only what a double would change', () => {
    const parse = (text: string): unknown => JSON.parse(text, keepExactNumbers);
    expect(parse('[0.1, 1.10, 3, -2, 1e3, "x"]')).toEqual([0.1, 1.1, 3, -2, 1000, 'x']);
    expect(parse('{"a": 123456789.123456789}')).toEqual({ a: '123456789.123456789' });
  });
});
