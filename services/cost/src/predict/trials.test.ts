import { afterAll, beforeAll, expect, it } from 'vitest';
import { HELLO } from '../testing/answered.ts';
import { key, model, trial } from '../testing/fragments.ts';
import { startTestCost, type TestCost } from '../testing/start-test-cost.ts';

let cost: TestCost;
beforeAll(async () => {
  cost = await startTestCost({
    models: ['promoted', 'tried', 'random', 'closed']
      .map((id) => model(id, [10, 10]))
      .concat(model('variant', [1, 2]), model('secret', [1, 1], { organization: 'globex' })),
    keys: [key('plain')],
    abTests: [
      trial('over', ['promoted', 'variant'], { state: 'promoted' }),
      trial('on', ['tried', 'variant']),
      trial('drawn', ['random', 'variant'], { stickyBy: 'request' }),
      trial('shut', ['closed', 'secret'], { state: 'promoted' }),
    ],
  });
});
afterAll(async () => {
  await cost.stop();
});

it.each([
  ['promoted', 'sk-plain', 'variant'],
  ['tried', 'sk-plain', 'variant'],
  ['random', 'sk-plain', 'random'],
  ['closed', 'sk-plain', 'closed'],
  ['promoted', undefined, 'promoted'],
])('foretells what serves %s by A/B tests, for the key %s', async (name, secret, served) => {
  const headers = secret === undefined ? undefined : { 'X-Api-Key': secret };
  const body = { model: name, messages: HELLO, max_tokens: 100 };
  const { status, body: prediction } = await cost.post('/predict', body, headers ?? {});
  expect(status).toBe(200);
  expect(prediction).toMatchObject({
    ...{ model: name, model_served: served },
    total_estimated_cost_usd: served === 'variant' ? 0.000209 : 0.00109,
  });
});
