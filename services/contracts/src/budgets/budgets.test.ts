import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BudgetFragment } from '../snapshot/sections/budgets.ts';
import { Budgets, type Spender } from './budgets.ts';
import type { MoneyCounter } from './money-counter.ts';
import { UNLIMITED } from './unlimited.ts';
import { moneyDemands } from './money-demands.ts';
import { MONEY_WINDOWS } from '../spend/money-window.ts';
import { BUDGET_SCOPES } from '../spend/spend-subject.ts';

const fragment = (id: string, more: Partial<BudgetFragment> = {}): BudgetFragment => ({
  source: { kind: 'Budget', name: id, uid: id, generation: 1 },
  id,
  scope: 'key',
  window: 'month',
  limit: '1000000000',
  soft: '800000000',
  hard: '1000000000',
  softPercent: 0.8,
  hardPercent: 1,
  action: 'block',
  ...more,
});
const alice: Spender = {
  key: 'alice',
  organization: 'acme',
  businessUnit: 'eu',
  team: 'ml',
  user: 'ada',
  metadata: { project: 'x' },
};
const of = (...budgets: readonly BudgetFragment[]) =>
  new Budgets({ budgets, timeZone: 'UTC', isEnforced: true });
const names = (counters: readonly MoneyCounter[]) =>
  counters.map(({ name, budgets }) => `${name} ${budgets.map((one) => one.name).join(' ')}`);

describe('the budgets that count a request', () => {
  it('count by subjects, of which those of one organization are nobody else’s', () => {
    const each = BUDGET_SCOPES.map((scope) => fragment(scope, { scope }));
    expect(names(of(...each).of(alice)).sort()).toEqual([
      'business_unit/acme/eu:usd-month business_unit',
      'global//:usd-month global',
      'key/acme/alice:usd-month key',
      'organization/acme/acme:usd-month organization',
      'tag//project=x:usd-month tag',
      'team/acme/ml:usd-month team',
      'user/acme/ada:usd-month user',
    ]);
    const own = each.map((one) => ({ ...one, organization: 'acme' }));
    expect(names(of(...own).of(alice))).toContain('global/acme/:usd-month global');
    expect(names(of(...own).of(alice))).toContain('tag/acme/project=x:usd-month tag');
    expect(names(of(...own).of({ ...alice, organization: 'globex' }))).toEqual([]);
  });

  it('share one count where they look at the same spend, a key’s and a team’s own among them', () => {
    const team = fragment('ml', { scope: 'team', value: 'ml', organization: 'acme' });
    const ofTeam = { ...team, source: { ...team.source, kind: 'Team' } };
    const budgets = of(ofTeam, fragment('mine', { scope: 'team', value: 'ml' }), fragment('each'));
    const maxBudget = { limit: '5', window: 'month' } as const;
    expect(names(budgets.of({ ...alice, maxBudget }))).toEqual([
      'team/acme/ml:usd-month mine ml',
      'key/acme/alice:usd-month each alice',
    ]);
  });

  it('for each one give way to one that names it in the same window', () => {
    const budgets = of(
      fragment('each-month'),
      fragment('each-day', { window: '1d' }),
      fragment('alice', { value: 'alice' }),
    );
    expect(names(budgets.of(alice))).toEqual([
      'key/acme/alice:usd-month alice',
      'key/acme/alice:usd-1d each-day',
    ]);
  });

  it('of a model are those of the one that serves: for the platform the one that it is made of, for its organization by its name', () => {
    const platform = fragment('p', { scope: 'model' });
    const own = fragment('o', { scope: 'model', organization: 'acme' });
    const model = { id: 'mine', isPlatforms: false, base: { id: 'gpt' } };
    expect(names(of(platform, own).ofModel(model, 'acme'))).toEqual([
      'model//gpt:usd-month p',
      'model/acme/mine:usd-month o',
    ]);
    const private_ = { ...model, base: undefined };
    expect(names(of(platform, own).ofModel(private_, 'acme'))).toEqual([
      'model/acme/mine:usd-month o',
    ]);
  });

  it('of tags that requests bring are those that are named, and never what the key says otherwise', () => {
    const budgets = of(
      fragment('each', { scope: 'tag' }),
      fragment('y', { scope: 'tag', value: 'project=y' }),
      fragment('z', { scope: 'tag', value: 'area=z' }),
    );
    expect(names(budgets.ofTags(alice, { project: 'y', area: 'z', other: 'o' }))).toEqual([
      'tag//area=z:usd-month z',
    ]);
  });
});

describe('what a request asks of budgets', () => {
  const at = Date.UTC(2026, 4, 5);
  const ask = (budgets: Budgets, cost: { likely: number; sure: number }, isDowngraded = false) =>
    moneyDemands(budgets.of(alice), { budgets, costOf: () => cost, isDowngraded, at });

  it('is what is likely, but no more than there is, and all that is sure', () => {
    const budgets = of(fragment('b', { hard: '100' }));
    const amounts = (likely: number, sure: number) =>
      ask(budgets, { likely, sure }).map(({ amount, limit }) => [amount, limit]);
    expect(amounts(50, 10)).toEqual([[50, 100]]);
    expect(amounts(500, 10)).toEqual([[100, 100]]);
    expect(amounts(500, 400)).toEqual([[400, 100]]);
  });

  it('is limited by the tightest that refuses, with what it has more for a while', () => {
    const increase = { amount: '7', expiresAt: new Date(at + 1).toISOString() };
    const budgets = of(
      fragment('warn', { hard: '1', action: 'warn' }),
      fragment('cheap', { hard: '2', action: 'downgrade', downgradeTo: 'm' }),
      fragment('block', { hard: '5', increase }),
    );
    const most = (...more: [boolean?]) => ask(budgets, { likely: 0, sure: 0 }, ...more)[0]?.limit;
    expect([most(), most(true)]).toEqual([2, 12]);
    const off = new Budgets({ budgets: [fragment('b')], timeZone: 'UTC', isEnforced: false });
    expect(ask(off, { likely: 1, sure: 1 })[0]?.limit).toBe(UNLIMITED);
  });

  it('is counted in micro-USD, rounded up, by budgets that no number could hold else', () => {
    const nano = fc.bigInt({ min: 0n, max: 11n * 10n ** 18n });
    fc.assert(
      fc.property(
        nano,
        fc.maxSafeNat(),
        fc.constantFrom(...MONEY_WINDOWS),
        (hard, cost, window) => {
          const budgets = of(fragment('b', { limit: String(hard), hard: String(hard), window }));
          const [demand] = ask(budgets, { likely: cost, sure: cost });
          const [counter] = budgets.of(alice);
          const unit = hard > 9n * 10n ** 15n ? 1000 : 1;
          expect(counter?.name).toBe(
            `key/acme/alice:${unit === 1 ? 'usd' : 'micro-usd'}-${window}`,
          );
          expect(demand?.amount).toBe(unit === 1 ? cost : Math.ceil(cost / 1000));
          expect(BigInt(demand?.limit ?? 0) * BigInt(unit)).toBeLessThanOrEqual(hard);
        },
      ),
    );
  });
});
