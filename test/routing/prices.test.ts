import { key, model, settings, simulated, snapshotOf } from '@aicp/gateway/testing/fragments';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { expect, it } from 'vitest';
import { explainer } from './explainer.ts';

it.each([
  ['block', [403, 'model_unpriced'], [200, null]],
  ['warn', [200, null], [200, null]],
  ['zero', [200, null], [200, null]],
] as const)('by %s, what has no price is answered %j', async (policy, unpriced, falling) => {
  const prices = { input: '1000000', output: '1000000' };
  const fragments = {
    settings: settings({ unpricedModelPolicy: policy }),
    providers: [simulated('sim')],
    models: [
      model('priced', 'sim', { prices }),
      model('unpriced', 'sim'),
      model('falling', 'sim', { fallbacks: ['priced'] }),
    ],
    keys: [key('alice')],
  };
  await using gateway = await startTestGateway({ fragments });
  const explain = explainer(snapshotOf(fragments));
  const answerTo = async (name: string): Promise<readonly unknown[]> => {
    const body = { model: name, messages: [{ role: 'user', content: 'Hello' }] };
    const headers = { authorization: 'Bearer sk-alice' };
    const url = `${gateway.url}/v1/chat/completions`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const explained = await explain(body, key('alice'));
    expect(explained.status).toBe(response.status);
    if (response.ok) expect(explained.model).toBe(response.headers.get('x-aicp-model'));
    return [response.status, explained.code];
  };
  expect(await answerTo('unpriced')).toEqual(unpriced);
  expect(await answerTo('falling')).toEqual(falling);
  expect(await answerTo('priced')).toEqual([200, null]);
});
