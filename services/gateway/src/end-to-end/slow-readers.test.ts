import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { key, model, provider, simulated } from '../testing/fragments.ts';
import { startIsolatedGateway } from '../testing/gateway-process.ts';
import { chatHead, pour, startRawPeer } from '../testing/raw-peer.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, testConfig } from '../testing/start-test-gateway.ts';
import { askSlowly, rawRequest } from '../testing/clients.ts';
import { waitFor } from '../testing/wait-for.ts';

const MIB = 1_048_576;
/** 512 are what the gateway is held to; so many bytes take minutes on a machine that does other things too. */
const READERS = Number(process.env.AICP_SLOW_READERS ?? 60);
/** 610 MiB with 512 readers: what it takes by itself, what it has not collected yet, and so much for each. They are sent 20 MB each. */
const MOST_MIB = 250 + 0.7 * READERS;
/** So many large JSON answers of one key at a time find room in its share of the memory for answers, at 0.32 MiB each. */
const ROOM_FOR_JSON = 140;
/** Read by each, after all of them have waited for the others: enough that what the gateway held back moves on. */
const READ_BYTES = MIB / 4;
const WITHIN_MS = 90_000;

interface Answer {
  readonly contentType: string;
  readonly begin: string;
  readonly piece: string;
  readonly end: string;
}

const text = (length: number): string => `"${'x'.repeat(length)}"`;
const event = (length: number): string =>
  `data: {"choices":[{"index":0,"delta":{"content":${text(length)}},"finish_reason":null}]}\n\n`;

const CHOICES = '"choices":[{"index":0,"message":{"role":"assistant","content":"x"}}]';
const JSON_ANSWER: Answer = {
  contentType: 'application/json',
  begin: `{${CHOICES},"x":[0`,
  piece: `,${text(65_533)}`,
  end: ']}',
};
const LATE_CHOICES: Answer = { ...JSON_ANSWER, begin: '{"x":[0', end: `],${CHOICES}}` };
const STREAM: Answer = {
  contentType: 'text/event-stream',
  begin: event(5),
  piece: event(250_000),
  end: 'data: [DONE]\n\n',
};

/** A gateway before a provider that answers 20 MB, as fast as they are taken. */
async function startBefore({ contentType, begin, piece, end }: Answer) {
  await using starting = new AsyncDisposableStack();
  const times = Math.ceil((20 * MIB) / piece.length);
  const bytes = Buffer.from(piece);
  const length = begin.length + times * bytes.length + end.length;
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ncontent-length: ${length}\r\n\r\n`;
  const peer = starting.use(
    await startRawPeer((socket, read) => {
      if (read.startsWith('POST ')) pour(socket, head + begin, { piece: bytes, times, end });
    }),
  );
  const gateway = starting.use(
    await startIsolatedGateway({
      providers: [
        provider('only', { baseUrl: `http://127.0.0.1:${peer.port}/v1`, timeoutMs: 90_000 }),
      ],
      models: [model('main', 'only')],
      keys: [key('alice')],
    }),
  );
  const running = starting.move();
  return { gateway, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

it.each([
  [
    'slow readers of JSON',
    READERS,
    JSON_ANSWER,
    READERS > ROOM_FOR_JSON ? ['200', '503'] : ['200'],
  ],
  ['slow readers of streams with large events', READERS, STREAM, ['200']],
  ['readers of JSON that is only known for an answer at its end', 20, LATE_CHOICES, ['200', '503']],
])(
  '%s, of 20 MB each, take little memory of the gateway, which answers others',
  async (what, count, answer, statuses) => {
    await using around = await startBefore(answer);
    const { port, process: gateway, url } = around.gateway;
    const request = rawRequest({ stream: answer === STREAM });
    const readers = Array.from({ length: count }, () => askSlowly(port, request));
    await Promise.all(readers.map((reader) => reader.readUpTo(1)));
    expect((await fetch(`${url}/health/liveliness`)).status).toBe(200);
    await Promise.all(readers.map((reader) => reader.readUpTo(READ_BYTES)));
    const seen = new Set(readers.map(({ status }) => status));
    for (const reader of readers) reader.leave();
    const peak = await gateway.peakMemory();
    process.stdout.write(`${count} ${what}: ${[...seen].join(' ')}, ${Math.round(peak)} MiB\n`);
    expect(statuses).toEqual(expect.arrayContaining([...seen]));
    expect(peak).toBeLessThan(answer === LATE_CHOICES ? 400 : MOST_MIB);
    expect(await waitFor(() => isIdle(url), WITHIN_MS)).toBe(true);
  },
  240_000,
);

/** Whether the gateway has no request under way, and holds no bytes of any. */
async function isIdle(url: string): Promise<true | undefined> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const inFlight = /^aicp_gateway_requests_in_flight\{[^}]*\} (\d+)$/m.exec(metrics)?.[1];
  const held = [...metrics.matchAll(/^aicp_gateway_held_bytes\{[^}]*\} (\d+)$/gm)];
  const isEmpty = held.length > 0 && held.every(([, value]) => value === '0');
  return inFlight === '0' && isEmpty ? true : undefined;
}

const { requests } = testConfig('');
const WHOLE = '{"model":"small","messages":[]}';
const STREAMED = '{"model":"small","messages":[],"stream":true}';

it.each([
  ['it was answered', 'Bearer sk-alice', WHOLE, {}],
  ['its stream has ended', 'Bearer sk-alice', STREAMED, {}],
  ['its key is not known', 'Bearer sk-other', '{', {}],
  ['its body cannot be read', 'Bearer sk-alice', '{', {}],
  ['it asks what would be done', 'Bearer sk-alice\r\nx-aicp-dry-run: true', WHOLE, {}],
  ['there is no place for it', 'Bearer sk-alice', WHOLE, { mostAtOnce: 0 }],
])('a client that does not read that %s is cut', async (_why, secret, body, more) => {
  await using gateway = await startTestGateway({
    fragments: {
      providers: [simulated('sim')],
      models: [model('small', 'sim')],
      keys: [key('alice')],
    },
    config: { clientStallMs: 50, requests: { ...requests, ...more } },
  });
  // As if the system took nothing: what it takes for a client that does not read is megabytes.
  const hold = (message: unknown): void => {
    (message as { readonly socket: Socket }).socket.cork();
  };
  subscribe('net.server.socket', hold);
  const socket = connect({ port: gateway.running.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(chatHead(body.length).replace('Bearer sk-alice', secret) + body);
  await waitFor(() => socket.closed);
  unsubscribe('net.server.socket', hold);
});

it('a client that reads slowly makes no provider slow: the time in which it does not read counts for nobody', async () => {
  const clock = new ManualClock();
  let written = 0;
  await using peer = await startScriptedProvider((response) => {
    const more = (): void => {
      while (written < 20) {
        written += 1;
        if (response.write(event(MIB))) continue;
        response.once('drain', more);
        return;
      }
      response.end(STREAM.end);
    };
    response.writeHead(200, { 'content-type': STREAM.contentType });
    more();
  });
  await using gateway = await startTestGateway({
    clock,
    fragments: {
      providers: [provider('only', { baseUrl: peer.url })],
      models: [model('main', 'only')],
      keys: [key('alice')],
    },
  });
  const reader = askSlowly(Number(new URL(gateway.url).port), rawRequest({ stream: true }));
  await reader.readUpTo(1);
  let before = -1;
  await waitFor(() => {
    const stalled = written === before;
    before = written;
    return stalled;
  });
  expect(written).toBeLessThan(20);
  await clock.advance(20_000);
  await reader.readUpTo(20 * MIB);
  const times = await waitFor(() => {
    const of = gateway.running.health.modelNamed('main')?.times;
    return of?.answers === 1 ? of : undefined;
  });
  expect(times.meanMs).toBeLessThan(1_000);
  reader.leave();
});
