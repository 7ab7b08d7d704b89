import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { saying } from '../testing/clients.ts';
import { failover, key, model } from '../testing/fragments.ts';
import { answers, startTwoProviders } from '../testing/two-providers.ts';
import { waitFor } from '../testing/wait-for.ts';

it('of an organization, which give the platform’s provider less time than the platform does, keep nobody else from it', async () => {
  const clock = new ManualClock();
  let isUp = false;
  await using all = await startTwoProviders({
    one: (...call) => {
      if (isUp) answers(...call);
    },
    two: answers,
    clock,
    more: {
      keys: [key('alice'), key('bob', { organization: 'acme' })],
      models: [
        model('hasty', 'one', {
          organization: 'acme',
          inherits: 'main',
          upstreamModel: 'main',
          timeouts: { firstByteMs: 1 },
        }),
      ],
      failovers: [failover('main', 'spare', { condition: 'error_rate > 0.2' })],
    },
  });
  const { first, gateway } = all;
  const ask = async (who: string, modelId: string) => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${who}` },
      body: JSON.stringify({ model: modelId, messages: saying('hi') }),
    });
    await response.text();
    return response.headers.get('x-aicp-model');
  };
  for (let index = 0; index < 30; index += 1) {
    const asked = ask('bob', 'hasty');
    await waitFor(() => first.received.length > index);
    await clock.advance(50);
    expect(await asked).toBe('spare');
  }
  await clock.advance(2_000);
  isUp = true;
  expect(await ask('alice', 'main')).toBe('main');
  const { health } = gateway.running;
  expect(health.targets().map(({ state }) => state)).toEqual(['closed', 'closed']);
  expect(health.modelNamed('hasty')?.failures).toBe(30);
});
