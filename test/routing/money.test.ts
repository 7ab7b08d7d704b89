import type { Principal as Caller } from '@aicp/api-kit/access/principal';
import { explainRoute } from '@aicp/admin/kinds/routing-policy/explain-route';
import { RoutingSnapshot } from '@aicp/admin/kinds/routing-policy/routing-snapshot';
import { systemClock } from '@aicp/common/time/clock';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { subjectName } from '@aicp/contracts/spend/spend-subject';
import { budget } from '@aicp/gateway/testing/budgets';
import { saying } from '@aicp/gateway/testing/clients';
import { key, model, rule, simulated, snapshotOf } from '@aicp/gateway/testing/fragments';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import type { SpendQuestion } from '@aicp/ledger/query/spend-figures';
import { describe, expect, it } from 'vitest';
import { explainer } from './explainer.ts';

const NOW = Date.UTC(2026, 10, 21);
const CLOCK = { ...systemClock, now: () => NOW };
/** A dollar for a thousand tokens of an answer: sixteen are 0.016 USD. */
const prices = { input: '0', output: '1000000000000' };
const cheap = { input: '0', output: '1000000000' };
const acme = { organization: 'acme', team: 'ml', businessUnit: 'eu', user: 'ada' };
const thrifty = rule('thrifty', 'prefer', ['middle'], {
  condition: 'budget_remaining_usd < 0.04 && model == dear',
});

const world = (downgrades: boolean) => ({
  providers: [simulated('sim')],
  models: [
    model('dear', 'sim', { prices }),
    model('middle', 'sim', { prices }),
    model('cheap', 'sim', { prices: cheap }),
  ],
  policies: [thrifty],
  budgets: [
    budget('warns', '0.07', { scope: 'team', organization: 'acme', action: 'warn' }),
    budget('all', '5', { scope: 'global' }),
    budget('each', '0.064', downgrades ? { action: 'downgrade', downgradeTo: 'cheap' } : {}),
  ],
  keys: [key('alice', acme)],
});

const body = { model: 'dear', messages: saying('hi'), max_tokens: 16 };
const GUESS = /, which may cost \$[0-9]+\.[0-9]+/;

/** What the gateway and explain are to agree on. */
const compared = ({ steps, message, ...rest }: DecisionRecord) => ({
  ...rest,
  ...{ id: '', request_id: '', message: message?.replace(GUESS, '') },
  steps: steps
    .filter(({ stage }) => stage !== 'limit')
    .map((step) => ({ ...step, detail: step.detail?.replace(GUESS, '') })),
});

it.each([false, true])(
  'explain says of budgets, spent to their end, what the gateway does; with a cheaper model: %s',
  async (downgrades) => {
    const fragments = world(downgrades);
    await using gateway = await startTestGateway({ fragments, clock: CLOCK });
    let spent = 0n;
    const explain = explainer(snapshotOf(fragments), { spentOf: () => spent, at: NOW });
    const ask = (headers: Record<string, string> = {}) =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-alice', ...headers },
        body: JSON.stringify(body),
      });
    const results: unknown[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const dryRun = (await (await ask({ 'x-aicp-dry-run': 'true' })).json()) as DecisionRecord;
      const decision = await explain(body, key('alice', acme));
      expect(compared(decision)).toEqual(compared(dryRun));
      results.push(dryRun.model ?? dryRun.code);
      const answer = await ask();
      await answer.text();
      const cost = answer.headers.get('x-aicp-cost-usd');
      spent += BigInt(Math.round(Number(cost ?? 0) * 1e9));
    }
    const last = downgrades ? 'cheap' : 'insufficient_quota';
    expect(results).toEqual(['dear', 'dear', 'middle', 'middle', last]);
  },
);

describe('explain of budgets', () => {
  const keys = [
    key('alice', { ...acme, maxBudget: { limit: '7000000000', window: '1d' } }),
    key('rob', { organization: 'rival', team: 'ops', businessUnit: 'us', user: 'bob' }),
    key('root'),
  ];
  const routing = new RoutingSnapshot();
  routing.apply(
    snapshotOf({
      ...world(false),
      keys,
      policies: [rule('poor', 'deny', ['dear'], { condition: 'budget_remaining_usd < 1' })],
      budgets: [
        budget('all', '5', { scope: 'global' }),
        budget('acme-ml', '3', { scope: 'team', value: 'ml' }),
        budget('rival-ops', '4', { scope: 'team', value: 'ops' }),
        budget('rival-unit', '4', { scope: 'business_unit', value: 'us' }),
        budget('rival-bob', '4', { scope: 'user', value: 'bob' }),
        budget('rival-key', '4', { scope: 'key', value: 'rob' }),
        budget('rival-all', '4', { scope: 'organization', value: 'rival' }),
      ],
    }),
  );

  /** What somebody is told. */
  async function told(
    caller: Partial<Caller>,
    attributes: Record<string, string>,
    spent: bigint | null = 1_000_000_000n,
  ) {
    const asked: string[] = [];
    const { handler } = explainRoute({
      service: { collection: { tag: 'x', permission: 'routing_policies' } } as never,
      routing,
      directory: {
        keys: () => keys as never,
        team: (id) =>
          ({ ml: { organization: 'acme' }, ops: { organization: 'rival' } })[id] as never,
      },
      clock: CLOCK,
      figures: {
        of: (questions: readonly SpendQuestion[]) => {
          asked.push(...questions.map(({ subject }) => subjectName(subject)));
          const figure = spent === null ? undefined : { spent, reserved: 0n };
          return Promise.resolve(questions.map(() => figure));
        },
      },
    });
    const principal = { role: 'org_admin', organizationId: 'acme', teamIds: [], ...caller };
    const { body: answer } = await handler({
      principal: principal as never,
      body: { request: body, attributes },
      requestId: 'r',
    } as never);
    const decision = answer as DecisionRecord & { policies: { why: string }[] };
    return { decision, asked, text: JSON.stringify(decision) };
  }

  const budgetsIn = ({ steps }: DecisionRecord) =>
    steps.filter(({ stage }) => stage === 'budget').map(({ detail }) => detail);

  it('names those that apply, with what is spent and left of them and what happens at their end', async () => {
    const { decision } = await told({}, { key: 'alice' });
    expect(budgetsIn(decision)).toEqual([
      'all: month; at the limit it blocks',
      'acme-ml: $1.00 spent, $0.00 reserved, $2.00 left of $3.00 (month); at the limit it blocks',
      'alice: $1.00 spent, $0.00 reserved, $6.00 left of $7.00 (1d); at the limit it blocks',
    ]);
    expect(decision.attributes['budget_remaining_usd']).toBe(2);
  });

  it('says who refuses where nothing is left', async () => {
    const { decision } = await told({}, { team: 'ml' }, 3_000_000_000n);
    expect(decision).toMatchObject({ result: 'deny', code: 'policy_denied' });
    const other = await told({}, { team: 'ml', budget_remaining_usd: '9' }, 3_000_000_000n);
    expect(other.decision).toMatchObject({ status: 429, code: 'insufficient_quota' });
  });

  it.each([
    { key: 'rob' },
    { team: 'ops' },
    { organization: 'rival' },
    { business_unit: 'us' },
    { user: 'bob' },
  ])('tells an organization nothing of another’s: %j', async (attributes) => {
    const { text, asked } = await told({}, attributes);
    expect(text).not.toContain('rival-');
    expect(asked.filter((name) => /rival|rob|bob|ops|us$/.test(name))).toEqual([]);
  });

  it.each<[string, Partial<Caller>]>([
    ['a member', { role: 'member' }],
    ['an administrator of another team', { role: 'team_admin', teamIds: ['other'] }],
    ['a viewer of no organization', { role: 'viewer', organizationId: undefined }],
  ])('tells %s no figures, and says that it goes by none', async (_, caller) => {
    const { decision, asked } = await told(caller, { team: 'ml', organization: 'acme' });
    expect([budgetsIn(decision), asked]).toEqual([[], []]);
    expect(decision.attributes['budget_remaining_usd']).toBe(0);
    expect(decision.steps).toContainEqual(
      expect.objectContaining({ stage: 'policies', outcome: 'unknown' }),
    );
  });

  it('tells an administrator of the team', async () => {
    const { decision } = await told({ role: 'team_admin', teamIds: ['ml'] }, { team: 'ml' });
    expect(budgetsIn(decision)).toHaveLength(2);
  });

  it('says what is not known where there is no ledger, and takes nothing for left', async () => {
    const unknown = await told({}, { team: 'ml' }, null);
    expect(budgetsIn(unknown.decision)).toEqual([]);
    expect(unknown.decision.code).toBe('policy_denied');
    const stated = await told({}, { team: 'ml', budget_remaining_usd: '9' }, null);
    expect(budgetsIn(stated.decision)).toEqual([
      'all: what is spent of it is not known here',
      'acme-ml: what is spent of it is not known here',
    ]);
  });

  it('does not say what all organizations together have left when a policy of the platform goes by it', async () => {
    const { decision } = await told({}, { user: 'ada' }, 3_500_000_000n);
    expect(decision.policies[0]?.why).toBe(
      'budget_remaining_usd < 1 is false: budget_remaining_usd is not told',
    );
    expect(JSON.stringify(decision)).not.toContain('1.5');
    const root = await told(
      { role: 'platform_admin', organizationId: undefined },
      { key: 'root' },
      3_500_000_000n,
    );
    expect(root.decision.attributes['budget_remaining_usd']).toBe(1.5);
  });
});
