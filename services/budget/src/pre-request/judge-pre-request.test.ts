import { snapshotWith } from '@aicp/common/snapshot/testing/started-receiver';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { SettingsFragment } from '@aicp/contracts/snapshot/sections/policies';
import { subjectName } from '@aicp/contracts/spend/spend-subject';
import { describe, expect, it } from 'vitest';
import { BudgetDirectory } from '../snapshot/budget-directory.ts';
import { heldName, SpendFigures } from '../spend/spend-figures.ts';
import { windowsAt } from '../spend/spend-reader.ts';
import { SpendSums } from '../spend/spend-sums.ts';
import { budgetOf, keyOf, KEYS, modelOf, providerOf, sourceOf } from '../testing/builders.ts';
import type { PreRequest } from './estimate.ts';
import { judgePreRequest } from './judge-pre-request.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const bot = keyOf('bot');
const unpriced = (id: string) => ({ ...modelOf(id, 1), prices: {} });
const group = (alias: string, members: readonly string[], organization?: string) => ({
  ...{ source: sourceOf('RoutingPolicy', alias), id: alias, organization, type: 'model_group' },
  ...{ alias, created: '2026-01-01T00:00:00Z' },
  members: members.map((model) => ({ model, weight: 1 })),
});
const sections = {
  [KEYS]: [bot.fragment],
  providers: [providerOf('openai'), providerOf('theirs', 'beta')],
  models: [
    { ...modelOf('gpt', 1), aliases: ['best'] },
    modelOf('dear', 100),
    unpriced('new'),
    { ...modelOf('secret', 1), organization: 'beta', provider: 'theirs' },
  ],
  policies: [
    group('pool', ['gpt', 'new', 'dear']),
    group('unpriced', ['new']),
    group('theirs', ['gpt'], 'beta'),
  ],
};

type Policy = SettingsFragment['unpricedModelPolicy'];
type Features = Partial<SettingsFragment['features']>;

function judge(
  model: string,
  more: {
    policy?: Policy;
    features?: Features;
    budgets?: readonly BudgetFragment[];
    /** What the team's requests under way have reserved, USD. */
    reserved?: number;
    /** Of the request. */
    request?: Partial<PreRequest>;
  } = {},
) {
  const { policy, features, budgets = [], reserved = 0, request = {} } = more;
  const settings = {
    source: sourceOf('ControlPlane', 'default'),
    features: { routingPolicies: true, costTracking: true, maintenanceMode: false, ...features },
    timeZone: 'UTC',
    retention: { decisionDays: 0 },
    unpricedModelPolicy: policy,
  };
  const directory = new BudgetDirectory();
  const all = { ...sections, budgets, settings: [settings] };
  const texts = Object.entries(all).map(([name, items]) => [name, JSON.stringify(items)]);
  expect(
    directory.apply(snapshotWith(Object.fromEntries(texts) as Record<string, string>)),
  ).toEqual([]);
  const { known } = directory;
  const key = known?.keyOfId('bot');
  if (!known || !key) throw new Error('no snapshot was taken');
  const periods = windowsAt(known.periods, NOW);
  const team = { scope: 'team', organization: 'acme', value: 'ml' } as const;
  const said = { reserved: BigInt(Math.round(reserved * 1e9)), refusedAt: undefined };
  const held = new Map([[heldName(subjectName(team), periods.month), said]]);
  const sums = { settled: new SpendSums(), open: new SpendSums(), held };
  const figures = new SpendFigures({ atMs: NOW, periods, ...sums });
  return judgePreRequest(
    { model, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 1_000_000, ...request },
    key,
    { known, figures, nowMs: NOW },
  );
}

describe('a request of another gateway', () => {
  it.each(['gpt', 'best', 'pool'])('for the model, alias or group "%s" may be sent', (model) => {
    expect(judge(model)).toMatchObject({ allowed: true, warning: null });
  });

  it.each(['none', 'secret', 'theirs'])(
    'for "%s", which its organization does not see, may not',
    (model) => {
      expect(judge(model)).toEqual({
        allowed: false,
        message: `There is no model "${model}" that this key can see.`,
        warning: null,
        exceeded: [],
      });
    },
  );

  it('for a group costs as its dearest member, of those with a price', () => {
    expect(judge('pool').message).toContain('may cost 100.0006 USD');
    expect(judge('pool', { policy: 'block' }).allowed).toBe(true);
  });

  it.each([{ costTracking: false }, { budgetEnforcement: false }])(
    'may pass its budgets where these stop nothing: %j',
    (features) => {
      const budgets = [budgetOf('ml-month', 10)];
      expect(judge('dear', { budgets }).allowed).toBe(false);
      const verdict = judge('dear', { budgets, features });
      expect(verdict).toMatchObject({ allowed: true });
      expect(verdict.warning).toMatch(/^budget "ml-month": 0\.00 of 10\.00 USD are spent, and /);
    },
  );

  it('costs as much as all the answers that it asks for', () => {
    expect(judge('gpt', { request: { n: 3 } }).message).toContain('may cost 3.000006 USD');
  });

  it('counts in budgets of its tags, by what its key says of them first', () => {
    const budgets = [budgetOf('job', 0, { scope: 'tag', value: 'job=1' })];
    const allowed = (metadata: Record<string, unknown>) =>
      judge('gpt', { budgets, request: { metadata } }).allowed;
    expect([allowed({ job: '2' }), allowed({ job: '1' })]).toEqual([true, false]);
    expect(allowed({ other: ['job=1'] })).toBe(true);
  });

  it('may not use what others have reserved, and is told how much that is', () => {
    const budgets = [budgetOf('ml-month', 10)];
    expect(judge('gpt', { budgets }).allowed).toBe(true);
    expect(judge('gpt', { budgets, reserved: 9.5 })).toMatchObject({
      allowed: false,
      message:
        'budget "ml-month": 0.00 of 10.00 USD are spent and 9.50 USD reserved for requests under way, and this request may cost 1.000006 USD; it resets at 2026-12-01T00:00:00.000Z. Ask an administrator for more.',
    });
  });

  describe('for a model without a price', () => {
    const limit = [budgetOf('ml-month', 10)];
    const told = [budgetOf('ml-month', 10, { action: 'warn' })];
    const off = { budgetEnforcement: false };
    const untracked = { costTracking: false };

    it.each([
      ['may be sent', 'warn', {}],
      ['may be sent beside limits that only warn', 'warn', { budgets: told }],
      ['may be sent where limits stop nothing', 'warn', { budgets: limit, features: off }],
      ['may be sent where costs are not counted', 'warn', { budgets: limit, features: untracked }],
      ['may be sent where nothing else is said', undefined, {}],
    ] as const)('%s, with a warning, by %s', (_, policy, more) => {
      expect(judge('new', { policy, ...more })).toMatchObject({
        allowed: true,
        warning: '"new" has no price here: its cost is not known',
      });
    });

    it.each([
      ['new', 'block', {}],
      ['unpriced', 'block', {}],
      ['new', 'warn', { budgets: limit }],
    ] as const)('may not be sent: %s, by %s, as the gateway has it', (model, policy, more) => {
      const verdict = judge(model, { policy, ...more });
      expect(verdict).toMatchObject({ allowed: false, warning: null, exceeded: [] });
      expect(verdict.message).toMatch(new RegExp(`^The model "${model}" has no price, and `));
    });

    it('costs nothing by zero', () => {
      expect(judge('new', { policy: 'zero', budgets: limit })).toMatchObject({
        allowed: true,
        message: 'The request is within its budgets; it may cost 0.00 USD.',
        warning: null,
      });
    });
  });
});
