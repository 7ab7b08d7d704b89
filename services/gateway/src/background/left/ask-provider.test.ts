import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../held/held-ids.ts';
import { model, provider } from '../../testing/fragments.ts';
import { buildRuntime } from '../../testing/request-facts.ts';
import { AnswerRoom } from './answer-room.ts';
import { askProvider, type AskedOfProvider } from './ask-provider.ts';

/** Asks a provider that answers so. */
async function asking(
  answer: RequestListener,
  {
    room = new AnswerRoom(),
    credential = '',
    models = [model('small', 'up')],
    what = 'responses',
  }: {
    room?: AnswerRoom;
    credential?: string;
    models?: ReturnType<typeof model>[];
    what?: AskedOfProvider['what'];
  } = {},
) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const providers = [provider('up', { type: 'openai', baseUrl: `http://127.0.0.1:${port}/v1` })];
  const before = buildRuntime({ providers, models: [model('small', 'up')] });
  const [{ provider: up }] = before.catalog.models as [(typeof before.catalog.models)[number]];
  const runtime = buildRuntime({ providers, models });
  const clock = new ManualClock();
  const told = askProvider(runtime, {
    ...{ method: 'GET', what, below: '', requestId: 'r', clock, room, lane: 'provider up' },
    signal: new AbortController().signal,
    place: {
      ...{ provider: 'up', identityDigest: digestOf(up.identity), upstreamId: 'resp_1' },
      credential: credential || up.targets[0]!.name,
    },
  });
  const end = () => {
    server.closeAllConnections();
    server.close();
    return Promise.resolve();
  };
  return { clock, told, [Symbol.asyncDispose]: end };
}

describe('a provider that is asked for a response', () => {
  it('tells it, or that it does not have it, or nothing', async () => {
    const of = async (status: number) => {
      await using asked = await asking((_, response) => response.writeHead(status).end('{"a":1}'));
      return (await asked.told).kind;
    };
    expect([await of(200), await of(404), await of(500), await of(401)]).toEqual([
      ...['document', 'missing', 'untold', 'untold'],
    ]);
  });

  it('is asked as long as it is there itself, also where its last Model is gone', async () => {
    const answer: RequestListener = (_, response) => response.end('{}');
    await using asked = await asking(answer, { models: [] });
    expect(await asked.told).toMatchObject({ kind: 'document' });
  });

  it('is waited for no longer than half a minute, however it goes on to send', async () => {
    let isBegun = false;
    await using asked = await asking((_, response) => {
      isBegun = true;
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => {
        clearInterval(timer);
      });
      response.writeHead(200);
    });
    await until('it is asked', () => isBegun);
    await asked.clock.advance(30_000);
    expect(await asked.told).toMatchObject({ kind: 'untold' });
    expect(asked.clock.sleeping).toBe(0);
  });

  it('is not asked where its credential is gone', async () => {
    let count = 0;
    const answer: RequestListener = (_, response) => {
      count += 1;
      response.end();
    };
    await using asked = await asking(answer, { credential: 'gone' });
    expect(await asked.told).toMatchObject({ kind: 'untold' });
    expect(count).toBe(0);
  });

  it('has room for what it tells while there is some, and gives it back', async () => {
    const room = new AnswerRoom();
    const mebibyte = Buffer.alloc(1_048_576, 32);
    const large: RequestListener = (_, response) => {
      for (let sent = 0; sent < 33; sent += 1) response.write(mebibyte);
      response.end();
    };
    for (const [answer, kind] of [
      [large, 'untold'],
      [(_, response) => response.end(mebibyte), 'document'],
    ] as readonly [RequestListener, string][]) {
      await using asked = await asking(answer, { room });
      expect((await asked.told).kind).toBe(kind);
    }
    const [first, second] = [room.open(), room.open()];
    const all = 32 * mebibyte.length;
    expect([first.take(all), second.take(all), room.open().take(1)]).toEqual([true, true, false]);
  });

  it('has half of the room with all its answers together, so that others have the rest', async () => {
    const room = new AnswerRoom();
    const other = room.open('provider up');
    other.take(32 * 1_048_576);
    const answer: RequestListener = (_, response) => response.end('{}');
    await using asked = await asking(answer, { room });
    expect((await asked.told).kind).toBe('untold');
    other.giveBack();
    await using again = await asking(answer, { room });
    expect((await again.told).kind).toBe('document');
  });

  it.each([
    [1_048_576, 'document'],
    [1_048_577, 'untold'],
  ])('tells a batch of %i bytes as a %s', async (bytes, kind) => {
    const answer: RequestListener = (_, response) => response.end(Buffer.alloc(bytes, 32));
    await using asked = await asking(answer, { what: 'batches' });
    expect((await asked.told).kind).toBe(kind);
  });
});
