import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { startOpenAiTwin } from '../openai-twin.ts';

async function startAlone() {
  const twin = await startOpenAiTwin();
  const client = new OpenAI({ apiKey: 'sk-vendor', baseURL: `${twin.origin}/v1`, maxRetries: 0 });
  return { client, [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose]() };
}

const asked = { model: 'small', input: 'Hello', background: true };

it('is queued, under way and then whole, with what it used', async () => {
  await using twin = await startAlone();
  const { responses } = twin.client;
  const { id, status, usage, output } = await responses.create(asked);
  expect({ status, usage, output }).toEqual({ status: 'queued', usage: null, output: [] });
  expect((await responses.retrieve(id)).status).toBe('in_progress');
  expect((await responses.retrieve(id)).status).toBe('in_progress');
  const whole = await responses.retrieve(id);
  expect(whole).toMatchObject({ id, status: 'completed', output_text: 'You said: Hello' });
  expect(whole.usage?.output_tokens).toBeGreaterThan(0);
});

it('is cancelled while it runs, and stays as it is afterwards', async () => {
  await using twin = await startAlone();
  const { responses } = twin.client;
  const { id } = await responses.create(asked);
  expect(await responses.cancel(id)).toMatchObject({ id, status: 'cancelled', usage: null });
  expect((await responses.retrieve(id)).status).toBe('cancelled');
  const other = await responses.create(asked);
  for (let polls = 0; polls < 3; polls += 1) await responses.retrieve(other.id);
  expect((await responses.cancel(other.id)).status).toBe('completed');
});

it('fails where its question asks for it', async () => {
  await using twin = await startAlone();
  const { responses } = twin.client;
  const { id } = await responses.create({ ...asked, input: 'Please fail with 500' });
  await responses.retrieve(id);
  await responses.retrieve(id);
  expect(await responses.retrieve(id)).toMatchObject({
    ...{ status: 'failed', output: [], usage: null, error: { code: 'server_error' } },
  });
});

it('has to be stored, and is no stream unless it was made as one', async () => {
  await using twin = await startAlone();
  const { responses } = twin.client;
  await expect(responses.create({ ...asked, store: false })).rejects.toMatchObject({ status: 400 });
  const { id } = await responses.create(asked);
  await expect(responses.retrieve(id, { stream: true })).rejects.toMatchObject({ status: 400 });
});
