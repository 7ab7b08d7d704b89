import { systemClock } from '@aicp/common/time/clock';
import { expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { collect } from '../testing/journal-lines.ts';
import { accessGrant, accessTier, key, model, simulated } from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const ENDS = Date.parse('2026-06-01T12:00:00Z');

const fragments = {
  providers: [simulated('sim')],
  models: [model('large', 'sim', { tier: 'premium' }), model('small', 'sim')],
  tiers: [accessTier('premium', { labels: ['premium'] })],
  grants: [
    accessGrant('premium', { key: 'granted' }, { expiresAt: new Date(ENDS).toISOString() }),
    accessGrant('premium', { user: 'ada' }),
  ],
  keys: [key('granted'), key('other'), key('person', { user: 'ada' })],
};

/** What comes of a request, and what the key is told that there is. */
async function outcome(gateway: TestGateway, secret: string, more: object = {}) {
  const client = clientOf(gateway, secret);
  const asked = { model: 'large', messages: saying('Hello'), ...more };
  const answered = client.chat.completions.create(asked);
  const [result] = await Promise.allSettled([answered]);
  const listed = await collect(client.models.list());
  const isListed = listed.some(({ id }) => id === 'large');
  if (result.status === 'fulfilled') return ['served', isListed];
  const { code, message } = result.reason as { code: string; message: string };
  expect(message).toContain('tier "premium"');
  expect(message).toContain('POST /api/v1/model-access/requests with {"tier_id": "premium"}');
  return [code, isListed];
}

const SERVED = ['served', true];
const REFUSED = ['model_not_allowed', false];

it('serves the models of a tier to whoever holds a grant, until the very moment of its end, while nothing else is alive', async () => {
  let now = ENDS - 1;
  const clock = { ...systemClock, now: () => now };
  await using gateway = await startTestGateway({ fragments, clock });
  const outcomes = async () => [
    await outcome(gateway, 'sk-granted'),
    await outcome(gateway, 'sk-other', { user: 'ada' }),
    await outcome(gateway, 'sk-person'),
  ];
  expect(await outcomes()).toEqual([SERVED, REFUSED, SERVED]);
  now = ENDS;
  expect(await outcomes()).toEqual([REFUSED, REFUSED, SERVED]);
});

it('refuses whose grant is deleted, and serves all once the tier is', async () => {
  await using gateway = await startTestGateway({ fragments });
  expect(await outcome(gateway, 'sk-person')).toEqual(SERVED);
  await gateway.operator.push({ ...fragments, grants: [] });
  expect(await outcome(gateway, 'sk-person')).toEqual(REFUSED);
  await gateway.operator.push({ ...fragments, grants: [], tiers: [] });
  expect(await outcome(gateway, 'sk-other')).toEqual(SERVED);
});
