import { expect, it } from 'vitest';
import { budget } from '../testing/budgets.ts';
import { key, model, simulated } from '../testing/fragments.ts';
import { ask, startLimited } from '../testing/limited-gateway.ts';

/** A dollar for a thousand tokens of the answer, and nothing for the prompt: sixteen tokens are 0.016 USD. */
const prices = { input: '0', output: '1000000000000' };

it('what an organization pays itself asks nothing of the platform’s budgets, also where these are exceeded', async () => {
  await using gateway = await startLimited({
    providers: [simulated('sim'), { ...simulated('own'), organization: 'acme' }],
    models: [
      model('small', 'sim', { prices }),
      model('mine', 'own', { prices, organization: 'acme' }),
    ],
    keys: [key('alice', { organization: 'acme' })],
    budgets: [budget('all', '0.0155', { scope: 'global' })],
  });
  const statusOf = async (name: string): Promise<number> =>
    (await ask(gateway, { model: name })).status;
  expect(await statusOf('small')).toBe(200);
  expect(await statusOf('small')).toBe(429);
  expect(await statusOf('mine')).toBe(200);
  expect(await statusOf('small')).toBe(429);
});
