import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prediction } from '../predict/predict-body.ts';
import { answered, HELLO, HELLO_TOKENS } from '../testing/answered.ts';
import { key, model } from '../testing/fragments.ts';
import { startTestCost, type TestCost } from '../testing/start-test-cost.ts';

describe('a cost service beside a ledger', () => {
  let cost: TestCost;

  beforeAll(async () => {
    cost = await startTestCost({
      models: [model('gpt-big', [10, 30]), model('claude-x', [3, 15])],
      keys: [
        key('long'),
        key('short'),
        key('theirs', { organization: 'umbrella' }),
        key('nobodys', { organization: undefined }),
        key('root', { role: 'platform_admin', organization: undefined }),
      ],
    });
  });
  afterAll(async () => {
    await cost.stop();
  });

  const medianFor = async (secret: string): Promise<Prediction> =>
    (
      await cost.post(
        '/predict',
        { model: 'gpt-big', messages: HELLO },
        { 'X-Api-Key': `sk-${secret}` },
      )
    ).body;

  it('follows what the ledger takes in, key by key, and publishes how well it did', async () => {
    expect(await medianFor('long')).toMatchObject({ basis: 'profile' });
    const records = Array.from({ length: 60 }, (_, one) => [
      answered({ key: 'long', output: 2_000 + 10 * (one % 7), reasoning: 500 }),
      answered({ key: 'short', output: 20 + (one % 3) }),
      // Neither was answered to its end, or counted by whoever answered.
      answered({ key: 'short', output: 9_000, completion: 'client_gone' }),
      answered({ key: 'short', output: 9_000, source: 'estimate' }),
    ]);
    await cost.record(...records.flat());
    await until('it has learned', async () => (await medianFor('long')).basis === 'history');
    await until('it has learned all', async () => {
      const { body } = await cost.get('/accuracy', 'sk-long');
      return (body as { samples: number }[])[0]?.samples === 119;
    });
    const long = await medianFor('long');
    expect(long.estimated_output_tokens).toBeGreaterThan(2_400);
    expect(long.estimated_output_tokens).toBeLessThan(2_650);
    expect((await medianFor('short')).estimated_output_tokens).toBeLessThan(25);
    expect(await medianFor('theirs')).toMatchObject({ basis: 'profile' });
    const { body } = await cost.get('/accuracy', 'sk-short');
    const [accuracy] = body as { model: string; median_absolute_percentage_error: number }[];
    expect(accuracy).toMatchObject({ model: 'gpt-big', requests: null });
    expect(accuracy?.median_absolute_percentage_error).toBeLessThan(0.1);
    for (const others of [undefined, 'sk-theirs', 'sk-nobodys']) {
      expect((await cost.get('/accuracy', others)).body, others).toEqual([]);
    }
    expect((await cost.get('/accuracy', 'sk-root')).body).toEqual(body);
    const metrics = await (await fetch(`${cost.url}/metrics`)).text();
    expect(metrics).toMatch(/aicp_cost_answers_total\{position="within".*\} \d+/);
  });

  it('learns how a provider counts from requests that were sent under the id of their prediction', async () => {
    const ask = async (id: string): Promise<Prediction> =>
      (
        await cost.post(
          '/predict',
          { model: 'claude-x', messages: HELLO },
          { 'X-Api-Key': 'sk-short', 'X-Request-Id': id },
        )
      ).body;
    const first = await ask('request-0');
    expect(first.input_tokens).toBe(Math.round(HELLO_TOKENS * 1.15));
    const of = (id: number) =>
      answered({
        request_id: `request-${id}`,
        key: 'short',
        model_served: 'claude-x',
        input: 16,
        output: 10,
        cost_nano_usd: 200_000,
      });
    for (let id = 1; id <= 60; id += 1) await ask(`request-${id}`);
    await cost.record(...Array.from({ length: 61 }, (_, id) => of(id)));
    await until('the factor has moved', async () => (await ask('last')).input_tokens === 16);
    const { body } = await cost.get('/accuracy', 'sk-short');
    expect(body).toContainEqual(
      expect.objectContaining({
        model: 'claude-x',
        requests: expect.objectContaining({ samples: 61 }) as object,
      }),
    );
  });
});
