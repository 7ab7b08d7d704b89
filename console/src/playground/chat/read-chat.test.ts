import { expect, it } from 'vitest';
import { readChat, type Usage } from './read-chat.ts';

const streamOf = (...parts: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

const chunk = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

async function read(...parts: readonly string[]) {
  let text = '';
  let usage: Usage | undefined;
  let ended: string | undefined;
  await readChat(streamOf(...parts), {
    onText: (more) => (text += more),
    onUsage: (told) => (usage = told),
    onFinish: (reason) => (ended = reason),
  });
  return { text, usage, ended };
}

it('puts the pieces of an answer together, wherever they are cut', async () => {
  const whole = `${chunk('Hel')}${chunk('lo')}data: [DONE]\n\n`;
  for (const at of [3, 20, 50]) {
    expect((await read(whole.slice(0, at), whole.slice(at))).text).toBe('Hello');
  }
});

it('tells the tokens', async () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2 };
  expect(
    (await read(chunk('Hi'), `data: ${JSON.stringify({ choices: [], usage })}\n\n`)).usage,
  ).toEqual(usage);
});

it('rejects with what the answer says where it breaks off', async () => {
  const broken = `data: ${JSON.stringify({ error: { message: 'The provider went away.' } })}\n\n`;
  await expect(read(chunk('Hel'), broken)).rejects.toThrow('The provider went away.');
});

it('tells why the model ended', async () => {
  const last = JSON.stringify({ choices: [{ delta: {}, finish_reason: 'length' }] });
  expect((await read(chunk('Hi'), `data: ${last}\n\n`)).ended).toBe('length');
});

it('says in plain words that an answer broke off which cannot be read', async () => {
  await expect(read(chunk('Hel'), 'data: {"choices\n\n')).rejects.toThrow('The answer broke off.');
});
