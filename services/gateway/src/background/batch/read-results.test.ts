import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { digestOf } from '../../held/held-ids.ts';
import { model, provider } from '../../testing/fragments.ts';
import { buildRuntime } from '../../testing/request-facts.ts';
import { leftLine } from '../../testing/left-responses.ts';
import { AnswerRoom } from '../left/answer-room.ts';
import { leftResponse } from '../left/left-response.ts';
import { readResults } from './read-results.ts';
import { useOf } from './settled-batch.ts';

const MIB = 1_048_576;
const EMPTY_LINES = `${' '.repeat(MIB)}\n`;
const NO_ROOM = 'there is no room for its results';

/** Reads the one file of a batch of two requests from a provider that answers so. */
async function reading(answer: RequestListener, room = new AnswerRoom()) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const runtime = buildRuntime({
    providers: [provider('up', { type: 'openai', baseUrl: `http://127.0.0.1:${port}/v1` })],
    models: [model('small', 'up')],
  });
  const [{ provider: up }] = runtime.catalog.models as [(typeof runtime.catalog.models)[number]];
  const later = {
    ...{ at: 'up', digest: digestOf(up.identity), by: up.targets[0]!.name, up: 'batch_1' },
    ...{ lines: 2 },
  };
  const clock = new ManualClock();
  const batch = leftResponse(leftLine(1, later))!;
  const read = readResults(runtime, {
    ...{ batch, files: ['file-1'], clock, room, useOf: useOf(batch, undefined) },
    signal: new AbortController().signal,
  });
  const end = () => {
    server.closeAllConnections();
    server.close();
    return Promise.resolve();
  };
  return { clock, read, [Symbol.asyncDispose]: end };
}

const resultOf = (id: string, tokens?: number): string => {
  const usage = { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens };
  const body = tokens === undefined ? {} : { usage };
  return `${JSON.stringify({ custom_id: id, response: { status_code: 200, body } })}\n`;
};

it('reads each result once, and no more than there are requests', async () => {
  const file = ['a', 'a', 'b', 'c'].map((id) => resultOf(id)).join('\n');
  await using asked = await reading((_, response) => response.end(file));
  const read = await asked.read;
  expect(read).toMatchObject({
    ...{ kind: 'read', bytes: file.length },
    results: [{ customId: 'a' }, { customId: 'b' }],
  });
  expect(asked.clock.sleeping).toBe(0);
});

it.each([3, 5_000])(
  'keeps those that used most where %i ids are no requests of the batch',
  async (strangers) => {
    const strange = Array.from({ length: strangers }, (_, at) => resultOf(`stranger ${at}`, 1));
    const file = [...strange, resultOf('a', 90), ...strange, resultOf('b', 80)].join('');
    await using asked = await reading((_, response) => response.end(file));
    const { results } = (await asked.read) as { results: readonly { customId: string }[] };
    expect(results.map(({ customId }) => customId)).toEqual(['a', 'b']);
  },
);

it('keeps of several results of one id the one that used most', async () => {
  const file = [resultOf('a', 1), resultOf('a', 90), resultOf('a', 5), resultOf('b', 0)].join('');
  await using asked = await reading((_, response) => response.end(file));
  expect(await asked.read).toMatchObject({
    results: [{ customId: 'a', usage: { input: 90 } }, { customId: 'b' }],
  });
});

it('gives a file up for now for whose results there is no room, and gives its room back', async () => {
  const room = new AnswerRoom();
  const full = room.open('provider up');
  full.take(32 * MIB);
  await using asked = await reading((_, response) => response.end(resultOf('a')), room);
  expect(await asked.read).toMatchObject({ kind: 'untold', detail: NO_ROOM, tookMs: 0 });
  full.giveBack();
  await using again = await reading((_, response) => response.end(resultOf('a')), room);
  expect(await again.read).toMatchObject({ kind: 'read', results: [{ customId: 'a' }] });
  expect(room.open('provider up').take(32 * MIB)).toBe(true);
});

it('counts a line that has not come whole', async () => {
  const room = new AnswerRoom();
  const other = room.open('provider up');
  other.take(31 * MIB);
  await using asked = await reading((_, response) => {
    response.write(' '.repeat(2 * MIB));
  }, room);
  expect(await asked.read).toMatchObject({ kind: 'untold', detail: NO_ROOM });
});

it('passes over lines that are too long, and says of how many requests it may know nothing', async () => {
  const long = ' '.repeat(17 * MIB);
  const file = [long, '\n', resultOf('a')].join('');
  await using asked = await reading((_, response) => response.end(file));
  expect(await asked.read).toMatchObject({ results: [{ customId: 'a' }], unread: 1 });
});

it('takes a line that is no result for one that was not read', async () => {
  const strange = { custom_id: 'b', response: { status_code: 500.5, body: {} } };
  const file = `${resultOf('a')}${JSON.stringify(strange)}\n`;
  await using asked = await reading((_, response) => response.end(file));
  expect(await asked.read).toMatchObject({ results: [{ customId: 'a' }], unread: 1 });
});

it('reads no more of a file than what a batch can have come to', async () => {
  let isLeft = false;
  await using asked = await reading((_, response) => {
    response.on('close', () => (isLeft = true));
    const fill = (): boolean => response.write(EMPTY_LINES) && fill();
    response.on('drain', fill).write(resultOf('a'));
    fill();
  });
  expect(await asked.read).toMatchObject({
    ...{ kind: 'read', results: [{ customId: 'a' }], unread: 1 },
  });
  await until('its connection is closed', () => isLeft);
});

it.each([
  ['lines of which each is whole', '\n'],
  ['a line that does not end', ' '],
])('waits for %s without end no longer than a quarter of an hour', async (_what, piece) => {
  let isBegun = false;
  let isLeft = false;
  await using asked = await reading((_, response) => {
    isBegun = true;
    const timer = setInterval(() => response.write(piece), 5);
    response.on('close', () => {
      clearInterval(timer);
      isLeft = true;
    });
    response.writeHead(200);
  });
  await until('it is asked', () => isBegun);
  await asked.clock.advance(900_000);
  expect(await asked.read).toMatchObject({ kind: 'untold' });
  await until('its connection is closed', () => isLeft);
  expect(asked.clock.sleeping).toBe(0);
});
