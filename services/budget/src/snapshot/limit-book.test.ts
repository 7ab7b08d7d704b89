import { Budgets } from '@aicp/contracts/budgets/budgets';
import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import { toPrincipal } from '@aicp/contracts/routing/request/principal';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { MONEY_WINDOWS } from '@aicp/contracts/spend/money-window';
import { BUDGET_SCOPES, subjectName, type SpendSubject } from '@aicp/contracts/spend/spend-subject';
import { subjectsOfTag } from '@aicp/contracts/spend/spend-subjects';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subjectsOf } from '../spend/spend-subjects.ts';
import { budgetOf, keyOf, sourceOf } from '../testing/builders.ts';
import { LimitBook } from './limit-book.ts';
import { limitOfBudget, limitOfKey } from './money-limit.ts';

const VALUES = {
  global: [],
  organization: ['acme', 'beta'],
  business_unit: ['eu'],
  team: ['ml', 'web'],
  user: ['ada', 'bob'],
  key: ['a', 'b', 'root'],
  model: ['gpt', 'ours'],
  tag: ['area=x', 'area=y', 'job=1'],
} as const;

const scopes = fc.constantFrom(...BUDGET_SCOPES);
const budgets = fc
  .array(
    fc.record({
      scope: scopes.chain((scope) =>
        fc.record({ scope: fc.constant(scope), value: oneOf(VALUES[scope]) }),
      ),
      organization: oneOf(['acme', 'beta']),
      window: fc.constantFrom(...MONEY_WINDOWS),
      isOfAccount: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map(fragmentOf));

function oneOf(values: readonly string[]): fc.Arbitrary<string | undefined> {
  return fc.option(fc.constantFrom(...(values.length === 0 ? [undefined] : values)), {
    nil: undefined,
  });
}

interface Drawn {
  readonly scope: { readonly scope: BudgetFragment['scope']; readonly value: string | undefined };
  readonly organization: string | undefined;
  readonly window: BudgetFragment['window'];
  readonly isOfAccount: boolean;
}

function fragmentOf({ scope, organization, window, isOfAccount }: Drawn, index: number) {
  const kind = isOfAccount && scope.value !== undefined ? ACCOUNTS[scope.scope] : undefined;
  const owner = kind === undefined ? organization : OWNERS[scope.value ?? ''];
  return budgetOf(`b${index}`, 1, {
    ...scope,
    window,
    ...(owner === undefined ? {} : { organization: owner }),
    ...(kind === undefined ? {} : { source: sourceOf(kind, `b${index}`) }),
  });
}

const ACCOUNTS: Readonly<Partial<Record<BudgetFragment['scope'], string>>> = {
  organization: 'Organization',
  business_unit: 'BusinessUnit',
  team: 'Team',
};
const OWNERS: Readonly<Record<string, string>> = {
  ...{ acme: 'acme', beta: 'beta', eu: 'acme', ml: 'acme', web: 'beta' },
};

const maxBudget = { limit: '5', window: 'month' } as const;
const keys: readonly KeyFragment[] = [
  keyOf('a', { businessUnit: 'eu', user: 'ada', metadata: { area: 'x' }, maxBudget }).fragment,
  keyOf('b', { organization: 'beta', team: 'web', user: 'ada', metadata: { area: 'y' } }).fragment,
  { ...keyOf('root', { user: 'bob' }).fragment, organization: undefined, team: undefined },
];

/** A model of the platform, one of an organization that uses it, and one that an organization brought. */
const models = fc.constantFrom(
  { id: 'gpt', isPlatforms: true, base: undefined },
  { id: 'ours', isPlatforms: false, base: { id: 'gpt' } },
  { id: 'ours', isPlatforms: false, base: undefined },
);

const platformModelOf = ({
  id,
  isPlatforms,
  base,
}: typeof models extends fc.Arbitrary<infer M> ? M : never) => base?.id ?? (isPlatforms ? id : '');

const ofCounters = (counters: readonly MoneyCounter[]): string[] =>
  counters.flatMap(({ subject, budgets: all }) =>
    all.map(({ kind, name }) => `${subjectName(subject)} ${kind} ${name}`),
  );

describe('limits on what somebody spends', () => {
  it('are those that gateways measure requests by, whatever the scope and the owner', () => {
    fc.assert(
      fc.property(
        budgets,
        fc.constantFrom(...keys),
        models,
        fc.constantFrom({}, { job: '1' }, { job: '2', area: 'z' }),
        (fragments, key, model, tags) => {
          const principal = toPrincipal(key);
          const { organization } = key;
          const measured = new Budgets({ budgets: fragments, timeZone: 'UTC', isEnforced: true });
          const ofGateway = ofCounters([
            ...measured.of(principal),
            ...measured.ofTags(principal, tags),
            ...measured.ofModel(model, organization),
          ]);

          const limits = [
            ...fragments.map(limitOfBudget),
            ...keys.flatMap((one) => limitOfKey(one) ?? []),
          ];
          const book = new LimitBook(limits, keys);
          const subjects: SpendSubject[] = [
            ...subjectsOf({
              ...{ organization, team: key.team, user: key.user, key: key.id },
              ...{ businessUnit: key.businessUnit, model: model.id },
              platformModel: platformModelOf(model),
              payer: 'platform',
            }),
            ...Object.entries({ ...tags, ...key.metadata }).flatMap(([name, value]) =>
              subjectsOfTag(organization, `${name}=${value}`),
            ),
          ];
          const told = subjects.flatMap((subject) =>
            book.on(subject).map(({ kind, name }) => `${subjectName(subject)} ${kind} ${name}`),
          );
          expect(told.sort()).toEqual(ofGateway.sort());
        },
      ),
      { numRuns: 500 },
    );
  });

  it('for each one give way to one that names it in the same window, of the same owner', () => {
    const each = budgetOf('each', 1, { value: undefined });
    const on = (more: Partial<BudgetFragment>) => {
      const limits = [each, budgetOf('ml', 1, more)].map(limitOfBudget);
      const book = new LimitBook(limits, []);
      return book.on({ scope: 'team', organization: 'acme', value: 'ml' }).map(({ id }) => id);
    };
    expect(on({})).toEqual(['ml']);
    expect(on({ window: '1d' })).toEqual(['ml', 'each']);
    expect(on({ organization: 'acme' })).toEqual(['each', 'ml']);
    expect(on({ source: sourceOf('Team', 'ml') })).toEqual(['team:ml', 'each']);
  });

  it('for each tag count those that keys have, and none that requests make up', () => {
    const limits = [budgetOf('each', 1, { scope: 'tag', value: undefined })].map(limitOfBudget);
    const book = new LimitBook(limits, keys);
    const on = (value: string) =>
      book.on({ scope: 'tag', organization: undefined, value }).map(({ id }) => id);
    expect([on('area=x'), on('area=made-up')]).toEqual([['each'], []]);
  });
});
