import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { spendPath } from '@aicp/contracts/budgets/spend-question';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BudgetFixture, SPEND_TOKEN, TOKEN } from './testing/budget-fixture.ts';
import { budgetOf, keyOf, KEYS, modelOf, sourceOf } from './testing/builders.ts';
import { providerOf, teamOf, usageOf } from './testing/builders.ts';

const bot = keyOf('bot', { maxBudget: { limit: '50000000000', window: '1d' } });
const tag = { scope: 'tag', value: 'project=apollo', window: '1d' } as const;
const sections = {
  [KEYS]: [bot.fragment],
  teams: [teamOf('ml'), teamOf('web')],
  providers: [providerOf('openai')],
  models: [modelOf('gpt', 1)],
  budgets: [
    budgetOf('ml-month', 10),
    budgetOf('each-team', 5, { value: undefined, window: '1d', action: 'warn' }),
    budgetOf('all', 100, { scope: 'global', value: undefined }),
    budgetOf('apollo', 3, tag),
    budgetOf('ml', 20, { source: sourceOf('Team', 'ml') }),
  ],
};

describe('the budget service', () => {
  let budget: BudgetFixture;

  beforeAll(async () => {
    budget = await BudgetFixture.start({ sections });
  }, 60_000);
  afterAll(() => budget[Symbol.asyncDispose]());

  const spentOf = async (id: string): Promise<unknown> =>
    (await budget.get(`/budgets/${id}`)).body['spent_usd'];

  it('takes each record of a batch once, and says which it cannot read', async () => {
    const record = usageOf(1, { tags: { project: 'apollo' } });
    const usage = [record, { ...record, at: 'yesterday' }, { id: 'x' }];
    const first = await budget.deliver({ usage });
    expect([first.status, first.body]).toMatchObject([200, { accepted: 1, known: 0 }]);
    expect(first.body['refused']).toMatchObject([
      { part: 'usage', index: 1, message: 'at: must be a date and time' },
      { part: 'usage', index: 2 },
    ]);
    const again = await budget.deliver({ usage: [record] });
    expect(again.body).toEqual({ accepted: 0, known: 1, feedback: 0, refused: [] });
  });

  it('takes batches of gateways alone', async () => {
    expect((await budget.deliver({}, 'another')).status).toBe(401);
    const read = await budget.get('/usage');
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    const unreadable = await budget.post('/usage', {}, { Authorization: `Bearer ${TOKEN}` });
    expect(unreadable.status).toBe(422);
  });

  it('says of batches and calls what is wrong with them, and fails at none', async () => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const large = await budget.deliver({ usage: ['x'.repeat(9_000_000)] });
    expect([large.status, large.body['detail']]).toEqual([
      413,
      'The body is larger than may be sent here: send less at a time.',
    ]);
    const broken = await fetch(`${budget.url}/usage`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{',
    });
    expect(broken.status).toBe(400);
    expect((await budget.deliver({ replica: 'a\u0000b' })).status).toBe(422);
    const free = await budget.deliver({ usage: [usageOf(-1)] });
    expect(free.body['refused']).toHaveLength(1);
    const subject = { scope: 'team', organization: 'acme', value: 'ml' };
    const wish = { subject, starts_ms: 0, ends_ms: 900_000, limit: '1', spent: '0', held: '0' };
    const call = { replica: 'g', session: 's', number: 1, has_delivered_older: false };
    const ask = async (more: object) =>
      (await budget.post('/leases', { ...call, counters: [{ ...wish, ...more }] }, headers)).status;
    expect(await ask({})).toBe(200);
    expect(await ask({ starts_ms: Number.MAX_SAFE_INTEGER })).toBe(422);
    expect(await ask({ ends_ms: 9 })).toBe(422);
    expect(await ask({ spent: '9'.repeat(30) })).toBe(422);
    expect(await ask({ subject: { ...subject, value: 'a\u0000b' } })).toBe(200);
  });

  it('shows what was delivered in every limit that it counts for', async () => {
    await until('it is shown', async () => (await spentOf('ml-month')) === 1);
    const { body, headers } = await budget.get('/budgets');
    expect(headers.get('x-total-count')).toBe('6');
    const rows = body as unknown as { id: string; spent_usd: number; of: string | null }[];
    expect(rows.map(({ id, spent_usd, of }) => [id, spent_usd, of])).toEqual([
      ['all', 1, null],
      ['apollo', 1, null],
      ['each-team', 1, 'ml'],
      ['key:bot', 1, null],
      ['ml-month', 1, null],
      ['team:ml', 1, null],
    ]);
  });

  it('answers a budget with its window, what is left, and a point a day', async () => {
    const { body } = await budget.get('/budgets/ml-month');
    const { history, ...rest } = body as { history: { spent_usd: number }[] };
    expect(rest).toMatchObject({
      ...{ name: 'ml-month', entity_type: 'team', entity_id: 'ml', limit_usd: 10, spent_usd: 1 },
      ...{ reserved_usd: 0, remaining_usd: 9, utilization: 0.1, status: 'ok' },
      ...{ soft_limit_percent: 0.8, hard_limit_percent: 1 },
    });
    expect(history).toHaveLength(30);
    expect(history.at(-1)?.spent_usd).toBe(1);
    expect((await budget.get('/budgets/none')).status).toBe(404);
  });

  it('lists page by page', async () => {
    const first = await budget.get('/budgets?limit=4');
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    const second = (await budget.get(next)).body as unknown as { id: string }[];
    expect(second.map(({ id }) => id)).toEqual(['ml-month', 'team:ml']);
  });

  it('counts what was spent before in a new budget, and resets nothing with an edit', async () => {
    const budgets = [...sections.budgets, budgetOf('new', 2, { window: '7d' })];
    budget.operator.push({ ...sections, budgets });
    await until('it is there', async () => (await spentOf('new')) === 1);
    budget.operator.push({ ...sections, budgets: [budgetOf('ml-month', 1.1)] });
    const warned = async () => (await budget.get('/budgets/ml-month')).body['status'] === 'warning';
    await until('it is changed', warned);
    expect(await spentOf('ml-month')).toBe(1);
    budget.operator.push(sections);
    await until('it is as before', async () => (await spentOf('all')) === 1);
  });

  it('tells each alert once, and by team', async () => {
    const told = async (query = '') =>
      ((await budget.get(`/alerts${query}`)).body as unknown as Record<string, string>[]).map(
        ({ budget_id, alert_type, entity_id }) => [budget_id, alert_type, entity_id].join(' '),
      );
    await budget.deliver({ usage: [usageOf(2, { team: 'web', tags: { project: 'apollo' } })] });
    const ofApollo = 'apollo budget_exceeded project=apollo';
    await until('it is told', async () => (await told()).includes(ofApollo), 4_000);
    await budget.deliver({ usage: [usageOf(8.5)] });
    const ofTeam = 'each-team budget_exceeded ml';
    await until('it is told', async () => (await told()).includes(ofTeam), 4_000);
    expect((await told()).filter((line) => line === ofApollo)).toHaveLength(1);
    expect(await told('?team_id=ml')).toContain('ml-month approaching_limit ml');
    expect(await told('?team_id=ml')).not.toContain(ofApollo);
    expect(await told('?team_id=ml&limit=1')).toHaveLength(1);
    expect(await told('?team_id=other')).toEqual([]);
  });

  it('says whether a request fits before it is sent, and of wrong keys nothing', async () => {
    const request = { model: 'gpt', messages: [{ role: 'user', content: 'Hello' }] };
    const ask = async (more: object) =>
      await budget.post('/webhook/pre-request', { ...request, ...more });
    const small = await ask({ api_key: bot.secret, max_tokens: 10 });
    expect(small.body).toMatchObject({ allowed: true });
    const large = await ask({ api_key: bot.secret, max_tokens: 90_000_000 });
    expect(large.body).toMatchObject({ allowed: false });
    expect(large.body['message']).toContain('USD');
    const unknown = await ask({ api_key: bot.secret, model: 'none' });
    expect(unknown.body).toMatchObject({
      allowed: false,
      message: 'There is no model "none" that this key can see.',
    });
    const wrong = [];
    for (let tries = 0; tries < 11; tries += 1) wrong.push((await ask({ api_key: 'x' })).status);
    expect(wrong).toEqual([...Array<number>(10).fill(401), 429]);
    const { body } = await budget.get('/alerts');
    expect(JSON.stringify(body)).toContain('request_exceeds_budget');
    const { text } = (await budget.get('/metrics')).body;
    expect(text).toMatch(/aicp_budget_alerts_total\{.*type="request_exceeds_budget".*\} [1-9]/);
  });

  it('tells other services what somebody has spent', async () => {
    const path = spendPath([
      { scope: 'team', organization: 'acme', value: 'ml', window: 'month' },
      { scope: 'user', organization: 'acme', value: 'nobody', window: '1h' },
    ]);
    const { body } = await budget.get(path, { Authorization: `Bearer ${SPEND_TOKEN}` });
    expect(body).toMatchObject([{ spent: '9500000000', reserved: '0' }, { spent: '0' }]);
    expect((await budget.get(path)).status).toBe(401);
    const asGateway = await budget.get(path, { Authorization: `Bearer ${TOKEN}` });
    expect(asGateway).toMatchObject({
      status: 401,
      body: { detail: 'Only ServiceAccounts of AICP_SPEND_SERVICE_ACCOUNTS may ask this.' },
    });
    expect((await budget.deliver({}, SPEND_TOKEN)).status).toBe(401);
  });

  it('reports to the operator what every object has spent', async () => {
    const reported = () =>
      budget.operator.polls
        .at(-1)
        ?.spend?.objects.map(({ kind, name, spent }) => [kind, name, spent].join(' ')) ?? [];
    const all = [
      'Team web 2000000000',
      'Budget ml-month 9500000000',
      'Budget all 11500000000',
      'APIKey bot 11500000000',
      'Team ml 9500000000',
    ];
    const isWhole = () => all.every((line) => reported().includes(line));
    await until('all of it is reported', isWhole, 10_000);
    expect(reported().filter((line) => line.startsWith('Team ml'))).toHaveLength(1);
  });

  it('says so in its metrics', async () => {
    const metrics = async () => String((await budget.get('/metrics')).body['text']);
    const lag = /aicp_budget_delivery_lag_seconds\{.*replica="gateway-0".*\} 0/;
    await until('gateways were heard of', async () => lag.test(await metrics()), 6_000);
    const text = await metrics();
    expect(text).toMatch(/aicp_budget_ingested_records_total\{.*outcome="accepted".*\} 3/);
    expect(text).toMatch(/aicp_budget_spent_usd\{.*budget="ml-month".*\} 9.5/);
  });
});
