import { describe, expect, it } from 'vitest';
import { budget } from '../testing/budgets.ts';
import { key, model } from '../testing/fragments.ts';
import { ask, startLimited } from '../testing/limited-gateway.ts';

/** A dollar for a thousand tokens of the answer, and nothing for the prompt: an answer of sixteen tokens is 0.016 USD. */
const prices = { input: '0', output: '1000000000000' };
const models = [model('small', 'sim', { prices })];

const statuses = async (count: number, send: () => Promise<{ status: number }>) => {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) found.push((await send()).status);
  return found;
};

describe('what a request without max_tokens may cost', () => {
  it('is what its organization is used to, whatever others ask for', async () => {
    await using gateway = await startLimited({
      models,
      keys: [key('alice', { organization: 'acme' }), key('evil', { organization: 'evil' })],
      budgets: [budget('acme', '0.3', { scope: 'organization', value: 'acme' })],
    });
    expect((await ask(gateway)).status).toBe(200);
    await statuses(30, () => ask(gateway, { n: 128 }, { secret: 'sk-evil' }));
    expect(await statuses(12, () => ask(gateway))).toEqual(Array(12).fill(200));
  });
});
