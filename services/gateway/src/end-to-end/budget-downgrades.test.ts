import { describe, expect, it } from 'vitest';
import type { Demand } from '@aicp/contracts/limits/demands';
import {
  accessTier,
  allowedModels,
  key,
  model,
  rateLimit,
  rule,
  type Fragments,
} from '../testing/fragments.ts';
import { budget } from '../testing/budgets.ts';
import { ask, startLimited } from '../testing/limited-gateway.ts';
import type { TestGateway } from '../testing/start-test-gateway.ts';

/** A dollar for a thousand tokens of the answer, and nothing for the prompt: sixteen tokens are 0.016 USD. */
const prices = { input: '0', output: '1000000000000' };
const cheap = { input: '0', output: '1000000000' };
/** Names its length, so that all of its cost is sure. */
const long = { max_tokens: 16 };
const acme = { organization: 'acme', team: 'ml', businessUnit: 'eu', user: 'ada' };
/** The month of the test gateways' clock. */
const NOVEMBER = {
  kind: 'period',
  startsMs: Date.UTC(2026, 10, 1),
  endsMs: Date.UTC(2026, 11, 1),
} as const;

const start = (fragments: Fragments) =>
  startLimited({
    models: [model('small', 'sim', { prices }), model('large', 'sim', { prices: cheap })],
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

describe('a budget that has a cheaper model serve', () => {
  const downgrade = budget('each', '0.02', { action: 'downgrade', downgradeTo: 'large' });
  const served = ({ headers }: { headers: Headers }) => [
    headers.get('x-aicp-model'),
    headers.get('x-aicp-routed-from'),
  ];

  it('does so from its limit on, and counts what that costs', async () => {
    await using gateway = await start({ budgets: [downgrade] });
    expect(served(await ask(gateway))).toEqual(['small', null]);
    expect(served(await ask(gateway))).toEqual(['large', 'small']);
    expect(served(await ask(gateway, { model: 'large' }))).toEqual(['large', null]);
    expect(await spent(gateway, 'key/acme/alice:usd-month')).toEqual([16_032_000, 0]);
  });

  it.each<[string, Fragments]>([
    ['the lists', { teams: [allowedModels('Team', 'ml', ['small'])] }],
    ['the tiers', { tiers: [accessTier('closed', { models: ['large'] })] }],
    ['a policy', { policies: [rule('no', 'deny', ['large'])] }],
    ['the catalog', { models: [model('small', 'sim', { prices })] }],
  ])('blocks where %s does not allow that model, and says what to do', async (_, fragments) => {
    await using gateway = await start({ ...fragments, budgets: [downgrade] });
    expect((await ask(gateway, long)).status).toBe(200);
    const { status, error } = await ask(gateway, long);
    expect(status).toBe(429);
    expect(error?.message).toBe(
      'The budget "each" of $0.02 a month, of which $0.016 is spent or reserved, has no room for this request, which may cost $0.016. It begins anew at 2026-12-01T00:00:00Z. At this limit the model "large" is to serve instead (downgradeTo), but it cannot: an administrator has to make sure that it exists, has a price, is allowed to this key and has room in its own limits, or to set another one.',
    );
  });

  it('says nothing of that model where a budget that blocks is used up as well', async () => {
    const models = [model('small', 'sim', { prices }), model('large', 'sim', { prices })];
    const end = budget('end', '0.021');
    await using gateway = await start({ models, budgets: [downgrade, end] });
    await ask(gateway, long);
    const { error } = await ask(gateway, long);
    expect(error?.message).toMatch(/^The budget "end" of \$0\.021 a month.*:00Z\.$/);
    const hard = budget('hard', '0.02', { scope: 'team' });
    await using other = await start({ models, budgets: [downgrade, hard] });
    await ask(other, long);
    expect((await ask(other, long)).error?.message).toMatch(/^The budget "hard" .*:00Z\.$/);
  });

  it('blocks at the limit of another that does', async () => {
    const hard = budget('hard', '0.01602', { scope: 'team' });
    await using gateway = await start({ budgets: [downgrade, hard] });
    expect(served(await ask(gateway, long))).toEqual(['small', null]);
    expect(served(await ask(gateway, long))).toEqual(['large', 'small']);
    expect((await ask(gateway, long)).status).toBe(429);
  });

  it('does so at its own limit alone, not where another budget or a rate limit refuses', async () => {
    const far = budget('far', '100', { scope: 'model', value: 'small', organization: undefined });
    const cheaper = { ...far, action: 'downgrade', downgradeTo: 'large' } as const;
    await using limited = await start({
      budgets: [cheaper],
      rateLimits: [rateLimit('m', { scope: 'model', rpd: 1 })],
    });
    expect(await statuses(2, () => ask(limited))).toEqual([200, 429]);
    await using blocked = await start({ budgets: [cheaper, budget('each', '0.02')] });
    expect(await statuses(2, () => ask(blocked, long))).toEqual([200, 429]);
  });
});
