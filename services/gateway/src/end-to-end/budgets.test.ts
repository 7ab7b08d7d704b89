import { describe, expect, it } from 'vitest';
import type { Demand } from '@aicp/contracts/limits/demands';
import { fallback, key, model, settings, simulated, type Fragments } from '../testing/fragments.ts';
import { budget } from '../testing/budgets.ts';
import { saying } from '../testing/clients.ts';
import { ask, startLimited } from '../testing/limited-gateway.ts';
import { ACME, DEAR, PRICED_MODELS, SIXTEEN } from '../testing/priced-models.ts';
import type { TestGateway } from '../testing/start-test-gateway.ts';

/** What sixteen tokens cost. */
const ANSWER = '0.016';
const prices = DEAR;
const acme = { ...ACME, businessUnit: 'eu', user: 'ada' };
/** The month of the test gateways' clock. */
const NOVEMBER = {
  kind: 'period',
  startsMs: Date.UTC(2026, 10, 1),
  endsMs: Date.UTC(2026, 11, 1),
} as const;

const start = (fragments: Fragments) =>
  startLimited({
    models: PRICED_MODELS,
    keys: [key('alice', acme), key('bob', { ...acme, user: 'bob' })],
    ...fragments,
  });

/** What is spent, and what is reserved, nano-USD. */
async function spent({ running }: TestGateway, counter: string): Promise<[number, number]> {
  const limit = 1e15;
  const demand: Demand = { counter, window: NOVEMBER, limit, amount: 0, isHeld: false };
  const [standing] = (await running.counters.peek([demand])).standings;
  const held = standing?.held ?? 0;
  return [limit - (standing?.remaining ?? 0) - held, held];
}

const statuses = async (count: number, send: () => Promise<{ status: number }>) => {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) found.push((await send()).status);
  return found;
};

describe('a budget that blocks', () => {
  it('refuses what it has no room for, so that clients do not ask again, and names itself and when it begins anew', async () => {
    await using gateway = await start({ budgets: [budget('each', '0.04')] });
    expect(await statuses(2, () => ask(gateway, SIXTEEN))).toEqual([200, 200]);
    const { status, headers, error } = await ask(gateway, SIXTEEN);
    expect(status).toBe(429);
    expect(error).toMatchObject({
      type: 'insufficient_quota',
      code: 'insufficient_quota',
      message:
        'The budget "each" of $0.04 a month, of which $0.032 is spent or reserved, has no room for this request, which may cost $0.016. It begins anew at 2026-12-01T00:00:00Z.',
    });
    expect(headers.get('x-should-retry')).toBe('false');
    expect(Number(headers.get('retry-after'))).toBe(
      (NOVEMBER.endsMs - Date.UTC(2026, 10, 21, 19, 59, 40)) / 1000,
    );
    expect(headers.get('x-aicp-policy')).toBe('each');
    expect(await spent(gateway, 'key/acme/alice:usd-month')).toEqual([32_000_000, 0]);
    expect((await ask(gateway, { max_tokens: 4 })).status).toBe(200);
    expect((await ask(gateway, {}, { secret: 'sk-bob' })).status).toBe(200);
  });

  it.each<[string, Fragments]>([
    ['of everything', { budgets: [budget('b', ANSWER, { scope: 'global' })] }],
    [
      'of an organization',
      { budgets: [budget('b', ANSWER, { scope: 'organization', value: 'acme' })] },
    ],
    [
      'of a business unit',
      { budgets: [budget('b', ANSWER, { scope: 'business_unit', value: 'eu' })] },
    ],
    ['of a team', { budgets: [budget('b', ANSWER, { scope: 'team', organization: 'acme' })] }],
    ['of a user', { budgets: [budget('b', ANSWER, { scope: 'user', value: 'ada' })] }],
    ['of a model', { budgets: [budget('b', ANSWER, { scope: 'model', value: 'small' })] }],
    ['of a tag', { budgets: [budget('b', ANSWER, { scope: 'tag', value: 'project=x' })] }],
    [
      'of a key itself',
      { keys: [key('alice', { ...acme, maxBudget: { limit: '16000000', window: '1d' } })] },
    ],
  ])('%s counts', async (_, fragments) => {
    await using gateway = await start(fragments);
    const send = () => ask(gateway, { metadata: { project: 'x' } });
    expect(await statuses(2, send)).toEqual([200, 429]);
  });

  it('lets everything pass that it does not count', async () => {
    const others = [
      budget('a', '0', { scope: 'organization', value: 'globex' }),
      budget('b', '0', { scope: 'global', organization: 'globex' }),
      budget('c', '0', { scope: 'model', value: 'large' }),
      budget('d', '0', { scope: 'tag', value: 'project=y' }),
      budget('e', '0', { scope: 'user', value: 'bob' }),
    ];
    await using gateway = await start({ budgets: others });
    const { status, headers } = await ask(gateway, { metadata: { project: 'x' } });
    expect([status, headers.get('x-aicp-budget')]).toEqual([200, null]);
  });

  it('counts what a request really cost, also beyond it, and then the next one is refused', async () => {
    await using gateway = await start({ budgets: [budget('each', '0.01')] });
    const first = await ask(gateway);
    expect([first.status, first.headers.get('x-aicp-cost-usd')]).toEqual([200, ANSWER]);
    expect(first.headers.get('x-aicp-budget')).toMatch(
      /^warning; budget="each"; used=1; resets=2026-12-01T00:00:00Z$/,
    );
    expect(await spent(gateway, 'key/acme/alice:usd-month')).toEqual([16_000_000, 0]);
    expect((await ask(gateway)).status).toBe(429);
  });

  it('gives back what a request reserved that was sent to nobody, or failed', async () => {
    const off = simulated('off', {}, { isActive: false });
    const broken = simulated('broken', { errorRate: 1 });
    await using gateway = await start({
      providers: [simulated('sim'), off, broken],
      models: [
        model('small', 'sim', { prices }),
        model('off', 'off', { prices }),
        model('broken', 'broken', { prices }),
      ],
      budgets: [budget('each', ANSWER)],
    });
    expect((await ask(gateway, { model: 'off' })).status).toBe(503);
    expect((await ask(gateway, { model: 'broken' })).status).toBeGreaterThanOrEqual(500);
    expect(await spent(gateway, 'key/acme/alice:usd-month')).toEqual([0, 0]);
    expect((await ask(gateway)).status).toBe(200);
  });

  it('of a model counts the one that serves, and a fallback takes its own', async () => {
    const broken = simulated('broken', { errorRate: 1 });
    await using gateway = await start({
      providers: [simulated('sim'), broken],
      models: [model('first', 'broken', { prices }), model('small', 'sim', { prices })],
      policies: [fallback('then', 'first', ['small'])],
      budgets: [budget('models', ANSWER, { scope: 'model' })],
    });
    expect((await ask(gateway, { model: 'first' })).status).toBe(200);
    expect(await spent(gateway, 'model//first:usd-month')).toEqual([0, 0]);
    expect(await spent(gateway, 'model//small:usd-month')).toEqual([16_000_000, 0]);
    expect((await ask(gateway, { model: 'first' })).status).toBe(502);
    expect((await ask(gateway)).status).toBe(429);
  });

  it('has more for a while where it was given more, and counts what was spent meanwhile', async () => {
    const increase = { amount: '16000000', expiresAt: '2026-11-22T00:00:00Z' };
    await using gateway = await start({ budgets: [budget('each', ANSWER, { increase })] });
    expect(await statuses(3, () => ask(gateway, SIXTEEN))).toEqual([200, 200, 429]);
    const over = { ...increase, expiresAt: '2026-11-21T00:00:00Z' };
    await using other = await start({ budgets: [budget('each', ANSWER, { increase: over })] });
    expect(await statuses(2, () => ask(other, SIXTEEN))).toEqual([200, 429]);
  });

  it('refuses nothing where budgets are switched off, and tells of it', async () => {
    const features = { ...settings().features, budgetEnforcement: false };
    await using gateway = await start({
      settings: settings({ features }),
      budgets: [budget('each', '0.001')],
    });
    const { status, headers } = await ask(gateway, SIXTEEN);
    expect([status, headers.get('x-aicp-budget')]).toEqual([
      200,
      'warning; budget="each"; exceeded; used=16; resets=2026-12-01T00:00:00Z',
    ]);
    expect(await spent(gateway, 'key/acme/alice:usd-month')).toEqual([16_000_000, 0]);
  });

  it('refuses models without a price, as it could not hold else, unless they are said to be free', async () => {
    const models = [model('small', 'sim')];
    const budgets = [budget('each', '1')];
    await using gateway = await start({ models, budgets });
    expect((await ask(gateway)).error).toMatchObject({ code: 'model_unpriced' });
    await using free = await start({
      models,
      budgets,
      settings: settings({ unpricedModelPolicy: 'zero' }),
    });
    expect((await ask(free)).status).toBe(200);
    await using without = await start({ models });
    expect((await ask(without)).status).toBe(200);
    await using warning = await start({
      models,
      budgets: [budget('each', '1', { action: 'warn' })],
    });
    expect((await ask(warning)).status).toBe(200);
  });
});

describe('a budget that warns', () => {
  it('serves on, and says so', async () => {
    await using gateway = await start({ budgets: [budget('each', '0.02', { action: 'warn' })] });
    const told = async () => (await ask(gateway, SIXTEEN)).headers.get('x-aicp-budget');
    expect(await told()).toMatch(/^warning; budget="each"; used=0\.8;/);
    expect(await told()).toMatch(/^warning; budget="each"; exceeded; used=1\.6;/);
  });
});

describe('a dry run', () => {
  const dry = async (gateway: TestGateway, more: object = {}) => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice', 'x-aicp-dry-run': 'true' },
      body: JSON.stringify({ model: 'small', messages: saying('hi'), ...more }),
    });
    const text: unknown = await response.json();
    return text as { result: string; model: string; code: string; steps: object[] };
  };

  it('shows each budget with what is spent, reserved and allowed, and takes nothing', async () => {
    await using gateway = await start({ budgets: [budget('each', '0.05')] });
    await ask(gateway);
    const { result, steps } = await dry(gateway, { max_tokens: 8 });
    expect(result).toBe('serve');
    expect(steps).toContainEqual({
      stage: 'budget',
      outcome: 'ok',
      policy: 'each',
      detail:
        'each: $0.016 spent, $0.00 reserved, $0.034 left of $0.05 (month); at the limit it blocks',
    });
    expect(await spent(gateway, 'key/acme/alice:usd-month')).toEqual([16_000_000, 0]);
  });

  it('is told what would be refused, and who would serve instead', async () => {
    await using gateway = await start({ budgets: [budget('each', '0.01')] });
    await ask(gateway);
    expect(await dry(gateway)).toMatchObject({ result: 'fail', code: 'insufficient_quota' });
    const downgrade = budget('each', '0.01', { action: 'downgrade', downgradeTo: 'large' });
    await using other = await start({ budgets: [downgrade] });
    await ask(other);
    const { result, model: instead, steps } = await dry(other);
    expect([result, instead]).toEqual(['serve', 'large']);
    expect(steps).toContainEqual({
      stage: 'budget',
      outcome: 'downgraded',
      detail: 'small to large',
    });
  });
});
