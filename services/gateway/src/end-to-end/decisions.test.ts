import { describe, expect, it } from 'vitest';
import { saying } from '../testing/clients.ts';
import { key, model, simulated, type Fragments } from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const fragments: Fragments = {
  providers: [simulated('sim')],
  models: [model('gpt-4o', 'sim')],
  keys: [key('alice')],
};

const ask = (gateway: TestGateway, options: { model: string; secret?: string; user?: string }) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.secret ?? 'sk-alice'}` },
    body: JSON.stringify({ model: options.model, user: options.user, messages: saying('hi') }),
  });

describe('the decisions', () => {
  it('of the newest requests are kept, newest first, and logged', async () => {
    await using gateway = await startTestGateway({ fragments });
    await ask(gateway, { model: 'gpt-4o' });
    await ask(gateway, { model: 'unknown' });
    const decisions = gateway.running.decisions.newest();
    expect(decisions).toMatchObject([
      // Whose it was is known of it too.
      { asked_model: 'unknown', result: 'fail', status: 404, attributes: { key: 'alice' } },
      { asked_model: 'gpt-4o', result: 'serve', model: 'gpt-4o', status: 200 },
    ]);
    expect(decisions[1]?.steps.map((step) => step.stage)).toEqual([
      'authenticate',
      'resolve',
      'access',
      'dispatch',
      'usage',
    ]);
    const logged = gateway.logged.filter((entry) => entry.event === 'request_decided');
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(gateway.logged)).not.toContain('sk-alice');
  });

  it('tell a user whom the request names itself from the one of its key', async () => {
    const keys = [key('alice', { user: 'ada' }), key('bob')];
    await using gateway = await startTestGateway({ fragments: { ...fragments, keys } });
    for (const name of ['gpt-4o', 'unknown']) {
      for (const secret of ['sk-alice', 'sk-bob']) {
        await ask(gateway, { model: name, secret, user: 'ada' });
      }
    }
    const told = gateway.running.decisions.newest().map(({ attributes }) => attributes);
    const [bobs, alices] = [
      ['bob', 'ada', 'request'],
      ['alice', 'ada', undefined],
    ];
    expect(told.map(({ key: id, user, user_from: from }) => [id, user, from])).toEqual([
      ...[bobs, alices],
      ...[bobs, alices],
    ]);
  });
});
