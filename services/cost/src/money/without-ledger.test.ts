import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costEnvironment, toCostConfig } from '../config.ts';
import { HELLO } from '../testing/answered.ts';
import { key, model } from '../testing/fragments.ts';
import { startTestCost, type TestCost } from '../testing/start-test-cost.ts';

describe('a cost service that no ledger can be read by', () => {
  let cost: TestCost;

  beforeAll(async () => {
    const maxBudget = { limit: '2000000', window: '1d' } as const;
    const fragments = {
      models: [model('gpt', [1, 1])],
      keys: [key('budgeted', { maxBudget }), key('free')],
    };
    cost = await startTestCost(fragments, { hasLedger: false });
  });
  afterAll(async () => {
    await cost.stop();
  });

  it('does not take an empty database for nothing spent', async () => {
    const check = async (name: string) =>
      (await cost.post('/budget/check', { api_key: `sk-${name}`, estimated_cost: 0.001 })).status;
    expect([await check('budgeted'), await check('free')]).toEqual([503, 200]);
    const asked = { model: 'gpt', messages: HELLO };
    expect(await cost.post('/predict', asked, { 'X-Api-Key': 'sk-budgeted' })).toMatchObject({
      status: 200,
      body: {
        budget_remaining_usd: null,
        warning: 'What was spent is not known: no ledger answers.',
        basis: 'profile',
      },
    });
  });

  it('says so, and is ready all the same', async () => {
    expect(await cost.get('/health')).toMatchObject({ status: 200, body: { ledger: false } });
    expect((await cost.get('/ready')).status).toBe(200);
    const [said, ...more] = cost.entries.filter(({ event }) => event === 'ledger_missing');
    expect([said?.['level'], more]).toEqual(['info', []]);
  });

  it('is one with a database of its own, or one that was told so', () => {
    const has = (more: Record<string, string>) =>
      toCostConfig(
        costEnvironment.parse({
          ...{ AICP_DATA_DIR: '/data', AICP_INSTANCE: 'cost-0' },
          ...{ AICP_OPERATOR_URL: 'http://operator', AICP_TOKEN_FILE: '/token' },
          ...more,
        }),
      ).hasLedger;
    const AICP_DATABASE_URL = 'postgresql://db/aicp';
    expect([
      has({}),
      has({ AICP_LEDGER: 'true' }),
      has({ AICP_DATABASE_URL }),
      has({ AICP_DATABASE_URL, AICP_LEDGER: 'false' }),
    ]).toEqual([false, false, true, false]);
  });
});
