import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as f from './fields.ts';

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('text', () => {
  it('counts code points, as Kubernetes does', () => {
    expect(accepts(f.text({ max: 3 }), '🙂🙂🙂')).toBe(true);
    expect(accepts(f.text({ max: 3 }), 'abcd')).toBe(false);
    expect(accepts(f.text({ min: 2, max: 3 }), '🙂')).toBe(false);
  });
});

describe('money', () => {
  it('takes any amount from 0 to a thousand million with up to nine decimals', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), (nano) => {
        const digits = nano.toString().padStart(10, '0');
        const decimal = `${digits.slice(0, -9)}.${digits.slice(-9)}`;
        expect(accepts(f.money(), decimal)).toBe(true);
      }),
    );
  });

  it.each([0, 500, '0', '0.01', '1000000000', '999999999.999999999'])('takes %s', (value) => {
    expect(accepts(f.money(), value)).toBe(true);
  });

  it.each([-1, 0.5, 1_000_000_001, '1000000000.1', '1e3', '.5', '1.', ' 1', '-1', '1.0000000001'])(
    'refuses %s',
    (value) => {
      expect(accepts(f.money(), value)).toBe(false);
    },
  );
});

describe('percent and fraction', () => {
  it.each(['0', '99.5', '100', '100.000', 7])('a percentage may be %s', (value) => {
    expect(accepts(f.percent(), value)).toBe(true);
  });
  it.each(['100.1', '101', -1, 0.5])('a percentage may not be %s', (value) => {
    expect(accepts(f.percent(), value)).toBe(false);
  });
  it.each([0, 1, '0.05', '1.0'])('a fraction may be %s', (value) => {
    expect(accepts(f.fraction(), value)).toBe(true);
  });
  it.each(['1.1', 2, '2', '.5'])('a fraction may not be %s', (value) => {
    expect(accepts(f.fraction(), value)).toBe(false);
  });
});

describe('other fields', () => {
  it.each(['gpt-4o', 'openai/gpt-4o', 'llama3:8b', 'Über modell'])('%s is a model id', (value) => {
    expect(accepts(f.modelId(), value)).toBe(true);
  });
  it.each(['', 'a\nb', 'x'.repeat(201)])('%j is no model id', (value) => {
    expect(accepts(f.modelId(), value)).toBe(false);
  });
  it.each(['2027-01-01T00:00:00Z', '2027-01-01T00:00:00.123456789+02:00'])(
    '%s is a moment',
    (v) => {
      expect(accepts(f.timestamp(), v)).toBe(true);
    },
  );
  it.each(['2027-01-01', '2027-13-01T00:00:00Z', '2027-01-01T25:00:00Z', 'tomorrow'])(
    '%s is no moment',
    (value) => {
      expect(accepts(f.timestamp(), value)).toBe(false);
    },
  );
  it('holds at most 32 pairs', () => {
    const pairs = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
    expect(accepts(f.pairs(), pairs(32))).toBe(true);
    expect(accepts(f.pairs(), pairs(33))).toBe(false);
  });
});
