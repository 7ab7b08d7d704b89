import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { Periods } from '@aicp/contracts/budgets/periods';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BudgetFixture, TOKEN } from '../testing/budget-fixture.ts';
import { budgetOf, keyOf, KEYS, sourceOf, teamOf, usageOf } from '../testing/builders.ts';

const USD = 1_000_000_000;
const month = new Periods('UTC').at('month', Date.now());
const bot = keyOf('bot', { maxBudget: { limit: String(USD), window: 'month' } });
const sections = {
  [KEYS]: [bot.fragment],
  teams: [teamOf('ml')],
  budgets: [
    budgetOf('each', 1, { scope: 'user', value: undefined }),
    budgetOf('ml', 1),
    budgetOf('more', 2),
    budgetOf('team:ml', 1, { source: sourceOf('Team', 'ml') }),
  ],
};

describe('limits by which requests were refused', () => {
  let budget: BudgetFixture;

  beforeAll(async () => {
    budget = await BudgetFixture.start({ sections });
  }, 60_000);
  afterAll(() => budget[Symbol.asyncDispose]());

  const rows = async () =>
    (await budget.get('/budgets')).body as unknown as Record<string, unknown>[];
  const statuses = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries((await rows()).map(({ id, status }) => [id as string, status] as const));

  it('are exceeded, and told of, though less is spent', async () => {
    const usage = ['ada', 'ada', 'bob'].map((user) => usageOf(0.3, { user }));
    expect((await budget.deliver({ usage })).status).toBe(200);
    const said = { limit: String(USD), spent: '0', held: '0', refused_at: String(USD) };
    const refusing = Object.entries({ team: 'ml', key: 'bot', user: 'bob' });
    const counters = refusing.map(([scope, value]) => ({
      subject: { scope, organization: 'acme', value },
      ...{ starts_ms: month.startsMs, ends_ms: month.endsMs, ...said },
    }));
    const call = { replica: 'gateway-0', session: 's', number: 1, has_delivered_older: false };
    const headers = { Authorization: `Bearer ${TOKEN}` };
    expect((await budget.post('/leases', { ...call, counters }, headers)).status).toBe(200);
    await until('it is known', async () => (await statuses())['ml'] === 'exceeded', 5_000);
    const exceeded = 'exceeded';
    expect(await statuses()).toEqual({
      ...{ each: 'ok', ml: exceeded, 'team:ml': exceeded, 'key:bot': exceeded, more: 'ok' },
    });
    const alerts = async () => (await budget.get('/alerts')).body as unknown as object[];
    await until('it is told', async () => (await alerts()).length === 7, 5_000);
    const types = ['approaching_limit', 'request_exceeds_budget'];
    expect(await alerts()).toEqual(
      expect.arrayContaining(
        ['ml', 'team:ml', 'key:bot'].flatMap((id) =>
          types.map((type): unknown =>
            expect.objectContaining({ budget_id: id, alert_type: type }),
          ),
        ),
      ),
    );
    expect(await alerts()).toContainEqual(
      expect.objectContaining({
        ...{ budget_id: 'each', alert_type: 'request_exceeds_budget', entity_id: 'bob' },
      }),
    );
    expect(await alerts()).toContainEqual(
      expect.objectContaining({
        ...{ budget_id: 'ml', alert_type: 'request_exceeds_budget' },
        message: `budget "ml": 0.90 of 1.00 USD are spent; requests that may cost more than the 0.10 USD that are left are refused; it resets at ${new Date(month.endsMs).toISOString()}`,
      }),
    );
  });

  it('are reported to the operator with what is left', async () => {
    const reported = () => {
      const objects = budget.operator.polls.at(-1)?.spend?.objects ?? [];
      return objects.find(({ kind, name }) => kind === 'Budget' && name === 'ml');
    };
    const isReported = () => Promise.resolve(reported()?.status === 'exceeded');
    await until('it is reported', isReported, 10_000);
    expect(reported()).toMatchObject({ spent: String(0.9 * USD), room: String(0.1 * USD) });
  });

  it('are not any more once they are raised', async () => {
    const increase = {
      amount: String(USD),
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const budgets = [budgetOf('ml', 1, { increase }), budgetOf('other', 1)];
    budget.operator.push({ ...sections, budgets });
    await until('it is raised', async () => (await statuses())['ml'] === 'ok', 5_000);
    expect(await statuses()).toMatchObject({ ml: 'ok', other: 'exceeded' });
  });
});
