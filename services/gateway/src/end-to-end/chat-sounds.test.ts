import { expect, it } from 'vitest';
import { budget } from '../testing/budgets.ts';
import { key, model, rateLimit } from '../testing/fragments.ts';
import { ask, startLimited } from '../testing/limited-gateway.ts';
import { wavOfSeconds } from '../testing/wav.ts';

/** A dollar for a thousand tokens. */
const DEAR = '1000000000000';
const heard = (seconds: number) => ({
  max_tokens: 1,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is said?' },
        {
          type: 'input_audio',
          input_audio: { data: wavOfSeconds(seconds).toString('base64'), format: 'wav' },
        },
      ],
    },
  ],
});

it('a limit on tokens foresees what a sound in a chat takes', async () => {
  await using gateway = await startLimited({ rateLimits: [rateLimit('keys', { tpm: 1000 })] });
  expect((await ask(gateway, heard(10))).status).toBe(200);
  const { status, headers } = await ask(gateway, heard(120));
  expect([status, headers.get('x-should-retry')]).toEqual([429, 'false']);
});

it('a budget foresees what a sound in a chat costs', async () => {
  const prices = { input: '0', output: '0', audioInput: DEAR };
  await using gateway = await startLimited({
    models: [model('small', 'sim', { prices })],
    keys: [key('alice', { organization: 'acme' })],
    budgets: [budget('each', '1')],
  });
  expect((await ask(gateway, heard(10))).status).toBe(200);
  const { status, error } = await ask(gateway, heard(200));
  expect(status).toBe(429);
  expect(error?.message).toContain('which may cost $2.00');
});

it('a budget foresees what an answer costs that is heard', async () => {
  const prices = { input: '0', output: '100000000000', audioOutput: DEAR };
  await using gateway = await startLimited({
    models: [model('small', 'sim', { prices })],
    keys: [key('alice', { organization: 'acme' })],
    budgets: [budget('each', '0.5')],
  });
  const answer = { max_tokens: 1000 };
  // What is only likely never asks for more than the whole budget: some of it has to be gone.
  for (const one of [answer, answer]) expect((await ask(gateway, one)).status).toBe(200);
  const spoken = { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } };
  expect((await ask(gateway, { ...answer, ...spoken })).status).toBe(429);
  expect((await ask(gateway, { ...answer, audio: null })).status).toBe(200);
});
