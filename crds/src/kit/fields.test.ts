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

describe('ratios and multipliers', () => {
  it.each(['0', '0.1', '9.999999999', '10', '10.0', 3])('a ratio may be %s', (value) => {
    expect(accepts(f.ratio(), value)).toBe(true);
  });
  it.each(['10.1', '11', 11, -1, 0.1, '-0.1'])('a ratio may not be %s', (value) => {
    expect(accepts(f.ratio(), value)).toBe(false);
  });
  it.each(['1', '1.5', '99.9', '100', '100.000', 100])('a multiplier may be %s', (value) => {
    expect(accepts(f.multiplier(), value)).toBe(true);
  });
  it.each(['0', '0.9', '01', '100.1', '101', 0, 101, 1.5])(
    'a multiplier may not be %s',
    (value) => {
      expect(accepts(f.multiplier(), value)).toBe(false);
    },
  );
});

describe('a date', () => {
  it.each(['2027-03-01', '2027-03-01T12:00:00+01:00'])('may be %s', (value) => {
    expect(accepts(f.date(), value)).toBe(true);
  });
  it.each(['2027-3-1', '2027-13-01', '2027-03-01T12:00:00', '2027-03', '01.03.2027', ''])(
    'may not be %s',
    (value) => {
      expect(accepts(f.date(), value)).toBe(false);
    },
  );
});

describe('a group of people', () => {
  const schema = f.members(['owner', 'member']);
  it('gives the role of a member where none is named', () => {
    expect(schema.parse([{ userId: 'ada' }])).toEqual([{ userId: 'ada', role: 'member' }]);
  });
  it('has no roles but its own', () => {
    expect(accepts(schema, [{ userId: 'ada', role: 'owner' }])).toBe(true);
    expect(accepts(schema, [{ userId: 'ada', role: 'admin' }])).toBe(false);
  });
  it('has everybody once', () => {
    expect(accepts(schema, [{ userId: 'ada' }, { userId: 'ada', role: 'owner' }])).toBe(false);
  });
});

describe('other fields', () => {
  it.each(['ada@example.com', 'a@b'])('%s is an address', (value) => {
    expect(accepts(f.email(), value)).toBe(true);
  });
  it.each(['ada', '@example.com', 'ada@', 'a b@example.com', 'a@b@c'])(
    '%s is no address',
    (value) => {
      expect(accepts(f.email(), value)).toBe(false);
    },
  );
  it('keeps an object of any shape as it was written', () => {
    const written = { a: { b: [1, null, 'c'] } };
    expect(f.freeForm().parse(written)).toEqual(written);
    expect(accepts(f.freeForm(), [])).toBe(false);
  });
  it('asks for at least one item where a list may not be empty', () => {
    expect(accepts(f.filledList(f.slug(), 2), [])).toBe(false);
    expect(accepts(f.filledList(f.slug(), 2), ['a', 'b'])).toBe(true);
    expect(accepts(f.filledList(f.slug(), 2), ['a', 'b', 'c'])).toBe(false);
  });
  it.each(['gpt-4o', 'openai/gpt-4o', 'llama3:8b', 'Über modell', '.5', '...', '..a'])(
    '%s is a model id',
    (value) => {
      expect(accepts(f.modelId(), value)).toBe(true);
    },
  );
  it.each(['', 'a\nb', '.\n', '.', '..', 'x'.repeat(201)])('%j is no model id', (value) => {
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

describe('an address', () => {
  it.each(['https://a.example/v1', 'http://127.0.0.1:11434/v1', 'https://a.example/@b?c=d@e'])(
    'may be %s',
    (value) => {
      expect(accepts(f.httpUrl(), value)).toBe(true);
    },
  );
  it.each(['https://user:password@a.example', 'http://user@a.example', 'https://:p@a.example/v1'])(
    'holds no user name and no password, as %s does',
    (value) => {
      expect(accepts(f.httpUrl(), value)).toBe(false);
    },
  );
});
