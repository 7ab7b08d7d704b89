import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, type Allocated } from './allocate.ts';
import { divide } from './divide.ts';
import { inCents, roundedToCents } from './in-cents.ts';
import { OverAllocated, Shares, type AllocationRule } from './shares.ts';
import type { SpendCell } from './spend-cell.ts';

const cell = (own: Partial<SpendCell>): SpendCell => ({
  organization: 'acme',
  businessUnit: undefined,
  team: undefined,
  model: 'fast',
  provider: 'sim',
  requests: 1n,
  unpriced: 0n,
  tokens: 10n,
  cost: 100n,
  ...own,
});

const rule = (id: string, percent: string, own: Partial<AllocationRule> = {}): AllocationRule => ({
  id,
  name: id,
  uid: `uid-${id}`,
  generation: 1,
  organization: 'acme',
  team: undefined,
  type: 'cost_center',
  target: `CC-${id}`,
  percent,
  metadata: {},
  ...own,
});

const costs = (parts: readonly Allocated[]) =>
  parts.map(({ rule: by, cost }) => [by?.id ?? 'unallocated', cost]);

const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const name = (...names: string[]) => fc.constantFrom(undefined, ...names);

const someCell: fc.Arbitrary<SpendCell> = fc.record({
  organization: name('acme', 'globex'),
  businessUnit: name('bu'),
  team: name('ml', 'web', 'ops'),
  model: name('fast', 'slow'),
  provider: name('sim'),
  requests: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  unpriced: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  tokens: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  cost: amount,
});

/** Rules of which no step takes more than all: what would go beyond is left out. */
const someRules = fc
  .array(
    fc.record({
      organization: name('acme', 'globex'),
      team: name('ml', 'web', 'ops'),
      whole: fc.integer({ min: 0, max: 100 }),
      places: fc.integer({ min: 0, max: 999_999_999 }),
    }),
    { maxLength: 12 },
  )
  .map((drafts) => {
    const taken = new Map<string, number>();
    return drafts.flatMap(({ organization, team, whole, places }, index) => {
      const key = `${organization ?? ''}/${team ?? ''}`;
      const units = whole * 1e9 + places + (taken.get(key) ?? 0);
      if (units > 100e9) return [];
      taken.set(key, units);
      const percent = `${whole}.${String(places).padStart(9, '0')}`;
      return [rule(`r${index}`, percent, { organization, team })];
    });
  });

const sumOf = (all: readonly { readonly cost: bigint }[]): bigint =>
  all.reduce((sum, { cost }) => sum + cost, 0n);

describe('a cost that is divided', () => {
  it('adds up exactly, whatever the weights, and no part is a whole unit away from its share', () => {
    const weights = fc
      .array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 1, maxLength: 20 })
      .filter((all) => all.some((weight) => weight > 0n));
    fc.assert(
      fc.property(amount, weights, (total, all) => {
        const parts = divide(total, all);
        const whole = all.reduce((sum, weight) => sum + weight, 0n);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total);
        for (const [index, part] of parts.entries()) {
          const off = part * whole - total * all[index]!;
          expect(off > -whole && off < whole).toBe(true);
          if (all[index] === 0n) expect(part).toBe(0n);
        }
      }),
    );
  });

  it('gives what is left over to the largest remainders, of equal ones to the first', () => {
    expect(divide(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
    expect(divide(10n, [1n, 2n, 4n])).toEqual([1n, 3n, 6n]);
    expect(divide(-10n, [1n, 1n, 1n])).toEqual([-3n, -3n, -4n]);
  });
});

describe('an allocation', () => {
  it('adds up to the spend exactly, whatever the spend and whatever the rules', () => {
    fc.assert(
      fc.property(fc.array(someCell, { maxLength: 20 }), someRules, (cells, rules) => {
        const parts = allocate(cells, rules);
        const sum = (field: 'cost' | 'requests' | 'unpriced' | 'tokens') =>
          [cells, parts].map((all: readonly (SpendCell | Allocated)[]) =>
            all.reduce((total, one) => total + one[field], 0n),
          );
        for (const field of ['cost', 'requests', 'unpriced', 'tokens'] as const) {
          const [spent, divided] = sum(field);
          expect(divided).toBe(spent);
        }
      }),
    );
  });

  it('is the same in whatever order spend and rules come', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(someCell, {
          maxLength: 10,
          selector: ({ organization, businessUnit, team, model, provider }) =>
            [organization, businessUnit, team, model, provider].join('|'),
        }),
        someRules,
        (cells, rules) => {
          expect(allocate(cells.toReversed(), rules.toReversed())).toEqual(allocate(cells, rules));
        },
      ),
    );
  });

  it('gives each step a share of what the steps before it left', () => {
    const rules = [
      rule('a-team', '60', { team: 'ml' }),
      rule('b-everybody', '50'),
      rule('c-platform-team', '50', { organization: undefined, team: 'ml' }),
      rule('d-platform', '100', { organization: undefined }),
    ];
    expect(costs(allocate([cell({ team: 'ml', cost: 1000n })], rules))).toEqual([
      ['a-team', 600n],
      ['b-everybody', 200n],
      ['c-platform-team', 100n],
      ['d-platform', 100n],
    ]);
    expect(costs(allocate([cell({ cost: 1000n })], rules))).toEqual([
      ['b-everybody', 500n],
      ['d-platform', 500n],
    ]);
    expect(costs(allocate([cell({ organization: undefined, cost: 1000n })], rules))).toEqual([
      ['d-platform', 1000n],
    ]);
  });

  it('leaves unallocated what no rule takes, and books nothing on a rule for 0 %', () => {
    const rules = [rule('none', '0'), rule('third', '33.333333333')];
    expect(costs(allocate([cell({ cost: 3n })], rules))).toEqual([
      ['third', 1n],
      ['unallocated', 2n],
    ]);
  });

  it('never acts on the spend of another organization', () => {
    const rules = [rule('acme', '100', { team: 'ml' })];
    const theirs = cell({ organization: 'globex', team: 'ml' });
    expect(costs(allocate([theirs], rules))).toEqual([['unallocated', 100n]]);
  });

  it('is refused where rules take more than there is, and names them', () => {
    const rules = [rule('one', '60', { team: 'ml' }), rule('two', '40.000000001', { team: 'ml' })];
    expect(() => new Shares(rules)).toThrow(OverAllocated);
    expect(() => new Shares(rules)).toThrow(
      '"one" (60 %), "two" (40.000000001 %) take more than 100 % together: lower one of them, or delete one',
    );
  });
});

describe('costs in cents', () => {
  const grouped = fc.array(
    fc.record({ cost: amount, groups: fc.tuple(name('a', 'b'), name('x', 'y', 'z')) }),
    { maxLength: 30 },
  );

  it('add up to the rounded sum, and within each group to less than a cent from its own', () => {
    fc.assert(
      fc.property(grouped, (drafts) => {
        const all = drafts.map(({ cost, groups }) => ({ cost, groups: groups.map(String) }));
        const cents = inCents(all);
        const total = cents.reduce((sum, one) => sum + one, 0n);
        expect(total).toBe(roundedToCents(sumOf(all)));
        const shown = all.map((one, index) => ({ ...one, cents: cents[index]! }));
        for (const depth of [1, 2, 3]) {
          const groups = Map.groupBy(shown, ({ groups: own }, index) =>
            depth > own.length ? String(index) : own.slice(0, depth).join('/'),
          );
          for (const group of groups.values()) {
            const own = group.reduce((sum, one) => sum + one.cents, 0n);
            const off = own * 10_000_000n - sumOf(group);
            expect(off > -10_000_000n && off < 10_000_000n).toBe(true);
          }
        }
      }),
    );
  });

  it('go to the largest remainders', () => {
    const third = 3_333_333n;
    const costsOf = [third, third, third + 1n].map((cost) => ({ cost, groups: [] }));
    expect(inCents(costsOf)).toEqual([0n, 0n, 1n]);
    expect(roundedToCents(5_000_000n)).toBe(1n);
    expect(roundedToCents(-5_000_001n)).toBe(-1n);
  });
});
