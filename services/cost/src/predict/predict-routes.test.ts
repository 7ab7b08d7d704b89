import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, HELLO, HELLO_TOKENS } from '../testing/answered.ts';
import { budget, denial, key, model } from '../testing/fragments.ts';
import { startTestCost, type TestCost } from '../testing/start-test-cost.ts';
import type { Prediction } from './predict-body.ts';

describe('predictions over HTTP', () => {
  let cost: TestCost;

  beforeAll(async () => {
    cost = await startTestCost({
      models: [
        model('gpt-big', [10, 30], { aliases: ['best'], limits: { maxOutputTokens: 4_096 } }),
        model('gpt-small', [1, 2]),
        model('gpt-mid', [5, 15]),
        model('gpt-denied', [0.1, 0.1]),
        model('gpt-secret', [0.2, 0.2], { organization: 'globex' }),
        model('free-for-now', [0, 0], { prices: {} }),
        model('embedder', [0.1, 0], { mode: 'embedding' }),
      ],
      keys: [
        key('plain'),
        key('narrow', { allowedModels: ['gpt-big', 'gpt-mid'] }),
        key('budgeted', { maxBudget: { limit: '2000000', window: '1d' } }),
        key('spent', { organization: 'broke' }),
        key('blocked', { blocked: true }),
        key('foreign', { organization: 'globex' }),
      ],
      policies: [
        denial('gpt-denied'),
        {
          ...denial('gpt-big'),
          id: 'thrifty',
          condition: 'thrifty == yes && budget_remaining_usd < 0.001',
        },
      ],
      budgets: [
        budget('brokes', 0.01, { organization: 'broke', value: 'broke' }),
        budget('everything', 1_000, {
          organization: undefined,
          scope: 'global',
          value: undefined,
        }),
      ],
    });
    await cost.record(
      answered({ organization: 'broke', key: 'spent', cost_nano_usd: 9_999_000 }),
      answered({ key: 'budgeted', cost_nano_usd: 1_500_000 }),
    );
  });
  afterAll(async () => {
    await cost.stop();
  });

  const predict = async (body: object, secret?: string) =>
    await cost.post('/predict', body, secret === undefined ? {} : { 'X-Api-Key': secret });
  const estimate = async (body: object, secret?: string): Promise<Prediction> => {
    const { status, body: prediction } = await predict(body, secret);
    expect(status).toBe(200);
    return prediction;
  };

  it('estimates a request without a key, with every field that there is', async () => {
    const prediction = await estimate({ model: 'gpt-mid', messages: HELLO, max_tokens: 100 });
    expect(prediction).toEqual({
      model: 'gpt-mid',
      model_served: 'gpt-mid',
      input_tokens: HELLO_TOKENS,
      estimated_output_tokens: 100,
      input_cost_usd: 0.000045,
      estimated_output_cost_usd: 0.0015,
      total_estimated_cost_usd: 0.001545,
      budget_remaining_usd: null,
      within_budget: true,
      warning: null,
      confidence_low_usd: expect.any(Number) as number,
      confidence_high_usd: 0.001545,
      max_cost_usd: 0.001545,
      basis: 'profile',
      alternatives: [{ model: 'gpt-small', total_estimated_cost_usd: 0.000209 }],
    });
  });

  it('takes a prompt of half a megabyte, and none above one', async () => {
    const words = 'some words '.repeat(50_000);
    const prediction = await estimate({
      model: 'gpt-big',
      messages: [{ role: 'user', content: words }],
    });
    expect(prediction.input_tokens).toBeGreaterThan(99_000);
    const tooLarge = [{ role: 'user', content: words.repeat(3) }];
    expect((await predict({ model: 'gpt-big', messages: tooLarge })).status).toBe(413);
  });

  it('says all that is wrong with a body', async () => {
    const faultsOf = async (body: object, path = '/predict') => {
      const answer = await cost.post(path, body);
      expect(answer.status).toBe(422);
      return (answer.body as unknown as { errors: { path: string; message: string }[] }).errors;
    };
    const noModel = { path: 'model', message: 'is required, as there is no default model' };
    expect(await faultsOf({ model: 'gpt-big' })).toMatchObject([{ path: 'messages' }]);
    expect(await faultsOf({ model: 7 })).toMatchObject([{ path: 'model' }, { path: 'messages' }]);
    expect(await faultsOf({ messages: HELLO })).toEqual([noModel]);
    expect(await faultsOf({})).toEqual([{ path: 'messages', message: 'is required' }, noModel]);
    expect(await faultsOf({ messages: [], n: 0 })).toMatchObject([
      { path: 'messages' },
      { path: 'n' },
      noModel,
    ]);
    expect(await faultsOf([{ messages: HELLO, model: 'gpt-big' }, {}], '/predict/batch')).toEqual([
      { path: '1.messages', message: 'is required' },
      { ...noModel, path: '1.model' },
    ]);
  });

  it('names the nearest models for one that there is not, of those that the caller may see', async () => {
    const unknown = await predict({ model: 'gpt-smal', messages: HELLO }, 'sk-plain');
    expect(unknown.status).toBe(404);
    const { detail, nearest_models: nearest } = unknown.body as {
      detail: string;
      nearest_models: string[];
    };
    expect(detail).toMatch(
      /^There is no model "gpt-smal" that you can see. Did you mean "gpt-small"/,
    );
    expect(nearest[0]).toBe('gpt-small');
    const secret = await predict({ model: 'gpt-secre', messages: HELLO }, 'sk-plain');
    expect(JSON.stringify(secret.body)).not.toContain('gpt-secret');
    const own = await predict({ model: 'gpt-secre', messages: HELLO }, 'sk-foreign');
    expect(JSON.stringify(own.body)).toContain('gpt-secret');
  });

  it('knows an alias, and says who serves', async () => {
    const prediction = await estimate({ model: 'best', messages: HELLO });
    expect(prediction).toMatchObject({ model: 'best', model_served: 'gpt-big' });
    expect(prediction.max_cost_usd).toBeCloseTo((9 * 10 + 4_096 * 30) / 1e6, 9);
  });

  it('refuses what the gateway would refuse, and names no such alternative', async () => {
    const listed = await predict({ model: 'gpt-small', messages: HELLO }, 'sk-narrow');
    expect(listed).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } });
    const denied = await predict({ model: 'gpt-denied', messages: HELLO }, 'sk-plain');
    expect(denied).toMatchObject({ status: 403, body: { code: 'policy_denied' } });
    const narrow = await estimate({ model: 'gpt-big', messages: HELLO }, 'sk-narrow');
    expect(narrow.alternatives.map((one) => one.model)).toEqual(['gpt-mid']);
    const plain = await estimate({ model: 'gpt-big', messages: HELLO }, 'sk-plain');
    expect(plain.alternatives.map((one) => one.model)).toEqual(['gpt-small', 'gpt-mid']);
  });

  it('has no cost for a model without a price, and says so', async () => {
    expect(await estimate({ model: 'free-for-now', messages: HELLO })).toMatchObject({
      total_estimated_cost_usd: null,
      max_cost_usd: null,
      alternatives: [],
      warning: 'The model "free-for-now" has no price: what it costs is not known.',
    });
  });

  it('refuses a model without a price where a limit on money applies', async () => {
    const refused = await predict({ model: 'free-for-now', messages: HELLO }, 'sk-budgeted');
    expect(refused).toMatchObject({ status: 403, body: { code: 'model_unpriced' } });
  });

  it('expects no answer of an embedding', async () => {
    const prediction = await estimate({ model: 'embedder', messages: HELLO });
    expect(prediction).toMatchObject({
      estimated_output_tokens: 0,
      total_estimated_cost_usd: 9e-7,
      max_cost_usd: 9e-7,
    });
  });

  it('multiplies the answer where several are asked for', async () => {
    const one = await estimate({ model: 'gpt-mid', messages: HELLO, max_tokens: 10 });
    const four = await estimate({ model: 'gpt-mid', messages: HELLO, max_tokens: 10, n: 4 });
    expect(four.estimated_output_tokens).toBe(4 * one.estimated_output_tokens);
    expect(four.input_cost_usd).toBe(one.input_cost_usd);
  });

  it('holds the estimate against the budgets of the key', async () => {
    const budgeted = await estimate(
      { model: 'gpt-big', messages: HELLO, max_tokens: 100 },
      'sk-budgeted',
    );
    expect(budgeted).toMatchObject({
      budget_remaining_usd: 0.0005,
      within_budget: false,
      warning:
        'This request would pass max_budget of the key "budgeted" (0.0005 of 0.002 USD are left).',
    });
    const plain = await estimate({ model: 'gpt-big', messages: HELLO }, 'sk-plain');
    expect(plain).toMatchObject({ within_budget: true, warning: null });
    // Nobody is told what all organizations together have spent.
    expect(plain.budget_remaining_usd).toBeNull();
  });

  it('goes by policies that ask what budgets leave, as the gateway does', async () => {
    const body = { model: 'gpt-big', messages: HELLO, metadata: { thrifty: 'yes' } };
    const poor = await predict(body, 'sk-budgeted');
    expect(poor).toMatchObject({ status: 403, body: { code: 'policy_denied' } });
    expect((await predict(body, 'sk-plain')).status).toBe(200);
    const { alternatives } = await estimate({ ...body, model: 'gpt-mid' }, 'sk-budgeted');
    expect(alternatives.map(({ model: one }) => one)).not.toContain('gpt-big');
  });

  it('takes a key as a bearer token, too', async () => {
    const { body } = await cost.post(
      '/predict',
      { model: 'gpt-big', messages: HELLO },
      { Authorization: 'Bearer sk-budgeted' },
    );
    expect(body).toMatchObject({ budget_remaining_usd: 0.0005 });
  });

  it('checks a cost against the budgets of a key', async () => {
    const check = async (secret: string, estimated: number) =>
      await cost.post('/budget/check', { api_key: secret, estimated_cost: estimated });
    expect(await check('sk-spent', 0.000001)).toMatchObject({
      status: 200,
      body: {
        allowed: true,
        budget_limit: 0.01,
        current_spend: 0.009999,
        remaining: 0.000001,
        message: 'There is room in the budget "brokes" (0.000001 of 0.01 USD are left).',
      },
    });
    expect((await check('sk-spent', 0.000002)).body).toMatchObject({
      allowed: false,
      message: '0.000002 USD would pass the budget "brokes" (0.000001 of 0.01 USD are left).',
    });
    expect((await check('sk-plain', 5)).body).toMatchObject({
      allowed: true,
      budget_limit: null,
    });
  });

  it('answers several requests at a time, each by itself', async () => {
    const { status, body } = await cost.post('/predict/batch', [
      { model: 'gpt-big', messages: HELLO },
      { model: 'nothing-like-it', messages: HELLO },
      { model: 'gpt-small', messages: HELLO },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { model: 'gpt-big', input_tokens: HELLO_TOKENS },
      { status: 404 },
      { model: 'gpt-small' },
    ]);
    const many = Array.from({ length: 101 }, () => ({ model: 'gpt-big', messages: HELLO }));
    expect((await cost.post('/predict/batch', many)).status).toBe(422);
  });

  it('lists what models cost, of those that the caller may ask about', async () => {
    const { body } = await cost.get('/pricing');
    const rows = body as { model: string }[];
    expect(rows.map((row) => row.model)).not.toContain('gpt-secret');
    expect(rows.find((row) => row.model === 'gpt-big')).toEqual({
      model: 'gpt-big',
      currency: 'USD',
      input_price_per_million: 10,
      output_price_per_million: 30,
      cached_input_price_per_million: 10,
      cache_write_price_per_million: 10,
      reasoning_price_per_million: 30,
      audio_input_price_per_million: 10,
      audio_output_price_per_million: 30,
      price_per_request: null,
      ...{ price_per_image: null, price_per_minute: null, character_price_per_million: null },
      batch_discount_percent: 0,
      tiers: [],
      source: 'model: gpt-big',
      price_version: 'v1',
      updated_at: '2025-10-09T08:53:20.000Z',
    });
    const own = (await cost.get('/pricing', 'sk-foreign')).body as { model: string }[];
    expect(own.map((row) => row.model)).toContain('gpt-secret');
  });

  it('is ready, and says what it stands on', async () => {
    expect(await cost.get('/health')).toMatchObject({
      status: 200,
      body: { status: 'ready', database: true, config: { epoch: 1, revision: 1 } },
    });
  });

  it('has a document of its routes', async () => {
    const { body } = await cost.get('/openapi.json');
    expect(Object.keys((body as { paths: object }).paths)).toEqual(
      expect.arrayContaining([
        '/predict',
        '/predict/batch',
        '/budget/check',
        '/pricing',
        '/accuracy',
      ]),
    );
  });
});
