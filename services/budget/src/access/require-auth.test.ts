import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BudgetFixture } from '../testing/budget-fixture.ts';
import { budgetOf, keyOf, KEYS, sourceOf, teamOf, usageOf } from '../testing/builders.ts';

const keys = {
  platform: keyOf('root', { role: 'platform_admin', organization: undefined, team: undefined }),
  admin: keyOf('admin', { role: 'org_admin', team: undefined }),
  lead: keyOf('lead', { role: 'team_admin' }),
  member: keyOf('member', { user: 'ann' }),
  stranger: keyOf('stranger', { role: 'org_admin', organization: 'beta', team: undefined }),
};
const budgets = [
  budgetOf('all', 1, { scope: 'global', value: undefined }),
  budgetOf('acme', 1, { scope: 'organization', value: 'acme' }),
  budgetOf('ml', 1),
  budgetOf('web', 1, { value: 'web' }),
  budgetOf('ann', 1, { scope: 'user', value: 'ann', organization: 'acme' }),
  budgetOf('lead', 1, { scope: 'key', value: 'lead', source: sourceOf('Budget', 'lead') }),
];
const sections = {
  [KEYS]: Object.values(keys).map(({ fragment }) => fragment),
  teams: [teamOf('ml'), teamOf('web')],
  budgets,
};

describe('where readers need a key', () => {
  let budget: BudgetFixture;

  beforeAll(async () => {
    budget = await BudgetFixture.start({ sections, requireAuth: true });
    await budget.deliver({ usage: [usageOf(2, { user: 'ann', key: 'member' })] });
  }, 60_000);
  afterAll(() => budget[Symbol.asyncDispose]());

  const asked = async (path: string, secret: string) =>
    (await budget.get(path, { Authorization: `Bearer ${secret}` })).body as unknown as {
      id: string;
      budget_id: string;
    }[];

  it.each([
    ['platform', ['acme', 'all', 'ann', 'lead', 'ml', 'web']],
    ['admin', ['acme', 'ann', 'lead', 'ml', 'web']],
    ['lead', ['lead', 'ml']],
    ['member', ['ann']],
    ['stranger', []],
  ] as const)('%s sees %j', async (who, expected) => {
    const rows = await asked('/budgets', keys[who].secret);
    expect(rows.map(({ id }) => id)).toEqual(expected);
  });

  it('shows alerts as it shows budgets', async () => {
    const told = async (who: keyof typeof keys) =>
      (await asked('/alerts', keys[who].secret)).map(({ budget_id }) => budget_id).sort();
    await until('they are told', async () => (await told('platform')).length === 4, 6_000);
    expect(await told('platform')).toEqual(['acme', 'all', 'ann', 'ml']);
    expect(await told('admin')).toEqual(['acme', 'ann', 'ml']);
    expect(await told('lead')).toEqual(['ml']);
    expect(await told('member')).toEqual(['ann']);
    expect(await told('stranger')).toEqual([]);
  });

  it('hides a budget from those who may not see it, and asks others for a key', async () => {
    const { secret } = keys.member;
    const hidden = await budget.get('/budgets/acme', { Authorization: `Bearer ${secret}` });
    expect(hidden.status).toBe(404);
    const nobody = await budget.get('/budgets');
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="aicp"',
    ]);
    expect((await budget.get('/alerts', { Authorization: 'Bearer wrong' })).status).toBe(401);
  });
});
