import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { budget } from '../testing/budgets.ts';
import { saying } from '../testing/clients.ts';
import { group, key, rule, settings, simulated, type Fragments } from '../testing/fragments.ts';
import { ask, startLimited } from '../testing/limited-gateway.ts';
import { ACME, PRICED_MODELS, SIXTEEN } from '../testing/priced-models.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

/** Whoever has less than three cents left gets the cheap one. */
const thrifty = (more: object = {}) =>
  rule('thrifty', 'permit', ['large'], { condition: 'budget_remaining_usd < 0.03', ...more });

const world = (more: Fragments): Fragments => ({
  providers: [simulated('sim')],
  models: PRICED_MODELS,
  keys: [key('alice', ACME), key('rob', { organization: 'rival' }), key('root')],
  policies: [thrifty()],
  ...more,
});

const start = (more: Fragments) => startLimited(world(more));

/** Who serves so many requests, one after the other. */
async function served(gateway: TestGateway, count: number, secret?: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let n = 0; n < count; n += 1) {
    const { status, headers } = await ask(gateway, SIXTEEN, secret === undefined ? {} : { secret });
    found.push(status === 200 ? headers.get('x-aicp-model') : status);
  }
  return found;
}

async function decided(
  { url }: TestGateway,
  { model: asked = 'small', secret = 'sk-alice' } = {},
): Promise<DecisionRecord> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'x-aicp-dry-run': 'true' },
    body: JSON.stringify({ model: asked, messages: saying('hi'), ...SIXTEEN }),
  });
  return (await response.json()) as DecisionRecord;
}

describe('a policy that asks what budgets leave', () => {
  it('has a cheaper model serve once less is left than it says, and names itself', async () => {
    await using gateway = await start({ budgets: [budget('each', '0.05')] });
    expect(await served(gateway, 4)).toEqual(['small', 'small', 'large', 'large']);
    const { headers } = await ask(gateway, SIXTEEN);
    expect(headers.get('x-aicp-routed-from')).toBe('small');
    expect(headers.get('x-aicp-policy')).toBe('thrifty');
    const { attributes } = await decided(gateway);
    expect(attributes['budget_remaining_usd']).toBeCloseTo(0.05 - 2 * 0.016, 4);
  });

  it('goes by the one that leaves the least, by its limit and not by where it acts', async () => {
    const loose = { hard: '90000000', hardPercent: 1.8 };
    await using gateway = await start({
      budgets: [
        budget('each', '1'),
        budget('team', '0.05', { scope: 'team', ...loose }),
        budget('warns', '2', { scope: 'organization', action: 'warn' }),
      ],
    });
    expect(await served(gateway, 3)).toEqual(['small', 'small', 'large']);
  });

  it('counts an increase, and the budget of the asked model', async () => {
    const increase = { amount: '1000000000', expiresAt: '2027-01-01T00:00:00Z' };
    const left = async (more: Fragments, asked?: { model: string }) => {
      await using gateway = await start(more);
      return (await decided(gateway, asked)).attributes['budget_remaining_usd'];
    };
    const ofModel = budget('m', '2', { scope: 'model', value: 'small', organization: 'acme' });
    expect(await left({ budgets: [budget('each', '0.5', { increase })] })).toBe(1.5);
    expect(await left({ budgets: [budget('each', '3'), ofModel] })).toBe(2);
    expect(await left({ budgets: [budget('each', '3'), ofModel] }, { model: 'large' })).toBe(3);
    const grouped = { policies: [thrifty(), group('both', { small: 1, large: 1 })] };
    const more = { ...grouped, budgets: [budget('each', '3'), ofModel] };
    expect(await left(more, { model: 'both' })).toBe(3);
  });

  it.each<[string, Fragments]>([
    ['no budget', {}],
    ['no budget that counts the request', { budgets: [budget('b', '0', { value: 'rob' })] }],
    [
      'nothing counted',
      {
        budgets: [budget('each', '0')],
        settings: settings({
          features: { routingPolicies: true, costTracking: false, maintenanceMode: false },
        }),
      },
    ],
  ])('lacks the attribute with %s', async (_, fragments) => {
    await using gateway = await start({
      ...fragments,
      policies: [
        thrifty(),
        rule('rich', 'deny', ['small'], { condition: 'budget_remaining_usd >= 0' }),
        rule('has', 'deny', ['small'], { condition: 'has(budget_remaining_usd)' }),
      ],
    });
    expect(await served(gateway, 1)).toEqual(['small']);
    expect((await decided(gateway)).attributes).not.toHaveProperty('budget_remaining_usd');
  });

  it('of the platform goes by what all organizations together have left, and tells it to none of them', async () => {
    const everything = budget('everything', '0.05', { scope: 'global' });
    const theirs = rule('theirs', 'deny', ['small'], {
      organization: 'acme',
      condition: 'budget_remaining_usd < 0.03',
    });
    const fragments = { budgets: [everything, budget('each', '1')] };
    await using platforms = await start(fragments);
    await using organizations = await start({ ...fragments, policies: [theirs] });
    for (const gateway of [platforms, organizations]) await served(gateway, 2, 'sk-rob');
    expect(await served(platforms, 1)).toEqual(['large']);
    expect(await served(organizations, 1)).toEqual(['small']);
    expect((await decided(platforms)).attributes['budget_remaining_usd']).toBeCloseTo(1, 1);
    const { attributes } = await decided(platforms, { secret: 'sk-root' });
    expect(attributes['budget_remaining_usd']).toBeLessThan(0.03);
  });
});

const program = redisProgram();

describe.skipIf(program === undefined)('gateways that share a Redis', () => {
  const startOn = (redis: RedisServer, instance: string) => {
    const environment = { AICP_REDIS_URL: redis.url, AICP_REDIS_DEADLINE_MS: '5000' };
    return startTestGateway({
      config: { instance, redis: z.object(REDIS_ENVIRONMENT).parse(environment) },
      replicas: 2,
      fragments: world({ budgets: [budget('team', '0.05', { scope: 'team' })] }),
    });
  };

  it('go by what all of them have spent, also one that has seen nothing of it', async () => {
    const redis = await RedisServer.start(program ?? '');
    await using stack = new AsyncDisposableStack();
    stack.defer(() => redis.stop());
    const one = stack.use(await startOn(redis, 'gateway-0'));
    const other = stack.use(await startOn(redis, 'gateway-1'));
    expect(await served(one, 2)).toEqual(['small', 'small']);
    expect(await served(other, 1)).toEqual(['large']);
    expect((await decided(other)).steps).not.toContainEqual(
      expect.objectContaining({ outcome: 'unknown' }),
    );
  });

  it('hear of it within two seconds where they have looked before', async () => {
    const redis = await RedisServer.start(program ?? '');
    await using stack = new AsyncDisposableStack();
    stack.defer(() => redis.stop());
    const one = stack.use(await startOn(redis, 'gateway-0'));
    const other = stack.use(await startOn(redis, 'gateway-1'));
    expect((await decided(other)).model).toBe('small');
    await served(one, 2);
    await expect.poll(async () => (await decided(other)).model, { timeout: 2_000 }).toBe('large');
  });
});
