import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import type { BudgetScope } from '@aicp/contracts/spend/spend-subject';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overcommitments, type Commitments, type KeyAccount } from './overcommitted.ts';

interface Limited {
  readonly kind?: string;
  readonly scope: BudgetScope;
  readonly value?: string;
  readonly organization?: string;
  readonly window?: MoneyWindow;
  readonly usd: number | string;
}

/** A budget called by its place in the list. */
const budget = ({ kind = 'Budget', usd, window = 'month', ...rest }: Limited, index: number) => ({
  source: { kind, name: `b${index}`, uid: `b${index}`, generation: 1 },
  organization: undefined,
  value: undefined,
  window,
  limit: String(nanoUsdOf(usd)),
  ...rest,
});

const acme: Omit<Commitments, 'budgets'> = {
  organizations: [{ id: 'acme' }],
  businessUnits: [{ id: 'science', organization: 'acme' }],
  teams: [
    { id: 'ml', organization: 'acme', businessUnit: 'science' },
    { id: 'web', organization: 'acme' },
  ],
  keys: [],
};

const key = (id: string, usd: number, more: Partial<KeyAccount> = {}): KeyAccount => ({
  id,
  organization: 'acme',
  team: 'ml',
  maxBudget: { limit: String(nanoUsdOf(usd)), window: 'month' },
  ...more,
});

const said = (limited: readonly Limited[], more: Partial<Commitments> = {}) =>
  Object.fromEntries(overcommitments({ ...acme, ...more, budgets: limited.map(budget) }));

describe('a budget', () => {
  it('says of which sums of the limits below it are more than its own', () => {
    const limited: Limited[] = [
      { scope: 'organization', value: 'acme', usd: 10 },
      { scope: 'team', value: 'ml', usd: 6 },
      { kind: 'Team', scope: 'team', value: 'web', usd: '4.5' },
    ];
    expect(said(limited)).toEqual({
      b0: 'by their own limits, 2 teams may spend $10.50 together, where this budget has $10 a month: it may end before theirs do',
      b1: undefined,
    });
    expect(said(limited, { keys: [key('k', 7)] })['b1']).toBe(
      'by their own limits, 1 key may spend $7 together, where this budget has $6 a month: it may end before theirs do',
    );
  });

  it('does not add up limits of different levels, nor of different windows', () => {
    const limited: Limited[] = [
      { scope: 'organization', value: 'acme', usd: 10 },
      { scope: 'business_unit', value: 'science', usd: 10 },
      { scope: 'team', value: 'ml', usd: 10 },
      { scope: 'team', value: 'web', window: '1d', usd: 10 },
    ];
    const keys = [key('a', 4), key('b', 6), key('c', 9, { maxBudget: undefined })];
    expect(Object.values(said(limited, { keys }))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('counts of several limits of one the smallest, those of each one among them', () => {
    const limited: Limited[] = [
      { scope: 'global', organization: 'acme', usd: 10 },
      { scope: 'team', value: 'ml', usd: 100 },
      { scope: 'team', value: 'ml', usd: 9 },
      { scope: 'team', organization: 'acme', usd: 5 },
    ];
    expect(said(limited)['b0']).toBeUndefined();
    expect(said([...limited, { scope: 'team', value: 'web', usd: 1 }])['b0']).toBeUndefined();
    const [global, ...rest] = limited;
    expect(said([{ ...global!, usd: 9 }, ...rest])['b0']).toContain('2 teams may spend $10');
  });

  it('of a key, a user, a model or a tag has nobody below it', () => {
    const scopes = ['key', 'user', 'model', 'tag'] as const;
    expect(said(scopes.map((scope) => ({ scope, value: 'x', usd: 1 })))).toEqual({});
  });

  it('is overcommitted exactly where the limits of its teams add up to more', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(
        cents,
        fc.array(fc.array(cents, { maxLength: 3 }), { maxLength: 8 }),
        (own, all) => {
          const text = (amount: number): string =>
            `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
          const limited: Limited[] = [
            { scope: 'organization', value: 'acme', usd: text(own) },
            ...all.flatMap((limits, team) =>
              limits.map((limit) => ({
                scope: 'team' as const,
                value: `t${team}`,
                usd: text(limit),
              })),
            ),
          ];
          const teams = all.map((_, team) => ({ id: `t${team}`, organization: 'acme' }));
          const sum = all.reduce(
            (total, limits) => total + (limits.length > 0 ? Math.min(...limits) : 0),
            0,
          );
          expect(said(limited, { teams })['b0'] !== undefined).toBe(sum > own);
        },
      ),
    );
  });
});
