import { makeAssertion } from '@aicp/contracts/delegation/assertion';
import { expect, it } from 'vitest';
import { ADMIN_SECRET, EngineFixture } from '../testing/engine-fixture.ts';
import { GATEWAY_SECRET } from '../testing/fake-gateway.ts';
import { keyOf, sectionsOf } from '../testing/fragments.ts';

const signed = (secret: string) =>
  makeAssertion(
    { type: 'key', uid: 'uid-of-APIKey-bot', generation: 0 },
    { secret, nowMs: Date.now(), audience: 'aicp-workflow' },
  );

it('Credentials that another service has signed are taken however many logins of its address have failed.', async () => {
  await using engine = await EngineFixture.start({ sections: sectionsOf([], [keyOf('bot')]) });
  const list = async (credential: string) => {
    const headers = { authorization: `Bearer ${credential}` };
    return (await engine.get('/api/v1/executions', headers)).status;
  };
  const call = async (credential: string) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'none' } };
    const headers = { authorization: `Bearer ${credential}` };
    return (await engine.post('/api/v1/a2a/research', body, headers)).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    statuses.push(await list('sk-wrong'), await list(`aicpfor-${count}`), await call('sk-wrong'));
  }
  expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  expect(await list(signed(ADMIN_SECRET))).toBe(200);
  expect(await call(signed(GATEWAY_SECRET))).toBe(200);
  expect(await list(signed('a secret that nobody here knows of'))).toBe(429);
});
