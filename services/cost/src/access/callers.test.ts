import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELLO } from '../testing/answered.ts';
import { key, model } from '../testing/fragments.ts';
import { startTestCost, type TestCost } from '../testing/start-test-cost.ts';

describe('callers where a key is required', () => {
  let cost: TestCost;

  beforeAll(async () => {
    cost = await startTestCost(
      {
        models: [model('gpt-big', [10, 30])],
        keys: [key('k'), key('blocked', { blocked: true })],
      },
      {
        requireAuth: true,
        limits: { requestsPerMinute: 600, failedLoginsPerMinute: 4, loginsPerMinute: 60 },
      },
    );
  });
  afterAll(async () => {
    await cost.stop();
  });

  it('answers nobody without a key, but on what the process says of itself', async () => {
    const asked = { model: 'gpt-big', messages: HELLO };
    expect(await cost.post('/predict', asked)).toMatchObject({
      status: 401,
      body: { detail: 'Send an API key: X-Api-Key, or Authorization: Bearer.' },
    });
    for (const path of ['/pricing', '/accuracy']) {
      expect((await cost.get(path)).status).toBe(401);
      expect((await cost.get(path, 'sk-k')).status).toBe(200);
    }
    expect((await cost.get('/health')).status).toBe(200);
    expect((await cost.post('/predict', asked, { 'X-Api-Key': 'sk-k' })).status).toBe(200);
  });

  it('says the same of every key that does not work, and throttles who tries', async () => {
    const unknown = await cost.get('/pricing', 'sk-nobody');
    const blocked = await cost.get('/pricing', 'sk-blocked');
    const checked = await cost.post('/budget/check', { api_key: 'sk-other', estimated_cost: 1 });
    for (const { status, body } of [unknown, blocked, checked]) {
      expect(status).toBe(401);
      expect(body).toMatchObject({
        detail: 'This API key is not known here, or may not be used any more.',
      });
    }
    expect((await cost.get('/pricing', 'sk-nobody')).status).toBe(401);
    const throttled = await cost.get('/pricing', 'sk-nobody');
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
    const check = await cost.post('/budget/check', { api_key: 'sk-more', estimated_cost: 1 });
    expect(check.status).toBe(429);
  });
});

describe('callers where the settings of the installation require a key', () => {
  it('are answered with one alone, also where the process was not told to ask', async () => {
    const cost = await startTestCost({
      models: [model('gpt', [1, 1])],
      keys: [key('k')],
      requireAuth: true,
    });
    expect((await cost.get('/pricing')).status).toBe(401);
    expect((await cost.get('/pricing', 'sk-k')).status).toBe(200);
    await cost.stop();
  });
});
