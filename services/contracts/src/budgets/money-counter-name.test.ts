import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countedBy, moneyCounterName } from './money-counter-name.ts';
import { MONEY_WINDOWS } from '../spend/money-window.ts';
import { BUDGET_SCOPES } from '../spend/spend-subject.ts';

it('the name of a counter of money says what it counts, whatever characters are in it', () => {
  const organization = fc.option(fc.stringMatching(/^[a-z0-9.-]+$/), { nil: undefined });
  const value = fc.oneof(
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.constantFrom('a:usd-1d', '/', '//:micro-usd-month', 'x=y/z', '\n'),
  );
  const counted = fc.record({
    subject: fc.record({
      scope: fc.constantFrom(...BUDGET_SCOPES),
      organization,
      value: fc.option(value, { nil: undefined }),
    }),
    window: fc.constantFrom(...MONEY_WINDOWS),
    unit: fc.constantFrom(1 as const, 1000 as const),
  });
  fc.assert(
    fc.property(counted, (one) => {
      expect(countedBy(moneyCounterName(one))).toEqual(one);
    }),
  );
});

it.each(['team/acme/ml:tokens', 'global', 'usd-month', 'nobody/a/b:usd-month', 'key/a:usd-1d'])(
  '%s is none of money',
  (name) => {
    expect(countedBy(name)).toBeUndefined();
  },
);
