import type { Socket } from 'node:net';
import { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { atMost, waitFor } from '../testing/wait-for.ts';
import { clientOf, saying, askRaw, type GatewayAnswer } from '../testing/clients.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { startRawPeer, type RawPeer } from '../testing/raw-peer.ts';
import { completion, delta, ENDING, unasked } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

/** What the provider does instead of answering. */
type Fault = (socket: Socket) => void;

const answer = (body: string, head = ''): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${head}content-length: ${body.length}\r\n\r\n${body}`;
const GOOD = answer(JSON.stringify(completion('good')));
const HALF =
  '{"id":"chatcmpl-1","choices":[{"index":0,"message":{"role":"assistant","content":"half';
const CLOSED = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n';
const STREAM =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const stream = (...events: string[]): string => `${STREAM}${chunk(events.join(''))}`;
const LAST = '0\r\n\r\n';

const sends =
  (wire: string): Fault =>
  (socket) =>
    socket.write(wire);
const sendsAndCloses =
  (wire: string): Fault =>
  (socket) =>
    socket.end(wire);
const resets: Fault = (socket) => socket.resetAndDestroy();
const isSilent: Fault = () => undefined;
const fallsSilent = sends(stream(delta('half')));

/** Milliseconds that a provider has: those that say nothing are waited for, and no others, however busy the machine is. */
const SHORT_MS = 400;
const LONG_MS = 20_000;
const timeFor = (fault: Fault): number =>
  fault === isSilent || fault === fallsSilent ? SHORT_MS : LONG_MS;

/** A gateway whose only provider does this to its first two requests, and answers the third well. */
async function start(fault: Fault, port?: number) {
  let count = 0;
  const peer = await startRawPeer((socket, read) => {
    if (!read.startsWith('POST ')) return;
    count += 1;
    if (count <= 2) fault(socket);
    else socket.write(GOOD);
  });
  const baseUrl = `http://127.0.0.1:${port ?? peer.port}/v1`;
  const gateway = await startTestGateway({
    fragments: {
      providers: [provider('only', { baseUrl, timeoutMs: timeFor(fault) })],
      models: [model('main', 'only')],
      keys: [key('alice')],
    },
  });
  return {
    peer,
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
    },
  };
}

/** The errors that a caller of the stock client sees, those that it can catch and those that it cannot. */
async function errorsOf(gateway: TestGateway, isStream: boolean): Promise<unknown[]> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  process.on('unhandledRejection', onError);
  const { completions } = clientOf(gateway).chat;
  const question = { model: 'main', messages: saying('hi') };
  try {
    if (isStream) await collect(await completions.create({ ...question, stream: true }));
    else await completions.create(question);
  } catch (error) {
    errors.push(error);
  }
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onError);
  return errors;
}

function expectOpenAiError(text: string): void {
  const { error } = JSON.parse(text) as { error: object };
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type']);
}

/** The only provider is asked again as if nothing had been. */
async function expectStillOpen(gateway: TestGateway): Promise<void> {
  const again = await askRaw(gateway.url, 'main');
  expect([again.status, again.body]).toEqual([200, JSON.stringify(completion('good'))]);
}

describe('a fault before the first byte is one error in OpenAI’s form, and the next request is served', () => {
  it.each<[string, number, Fault]>([
    ['a 500', 502, sends('HTTP/1.1 500 X\r\ncontent-length: 0\r\n\r\n')],
    ['a page of HTML with 200', 502, sends(answer('<html><body>Welcome</body></html>'))],
    ['an empty answer with 200', 502, sends(answer(''))],
    ['JSON that is shorter than its length', 502, sendsAndCloses(GOOD.slice(0, -20))],
    ['JSON that is cut where the connection ends it', 502, sendsAndCloses(CLOSED + HALF)],
    ['a connection that is reset', 502, resets],
    ['what is no HTTP', 502, sends('220 mail.example ESMTP\r\n')],
    ['silence', 504, isSilent],
    ['a stream of garbage', 502, sends(stream('data: <<garbage>>\n\n'))],
    ['a stream of nothing', 502, sends(stream(': ping\n\n') + LAST)],
    [
      'a stream that begins with an error',
      502,
      sends(stream('data: {"error":{"message":"no"}}\n\n')),
    ],
  ])('%s', async (_what, status, fault) => {
    await using both = await start(fault);
    const { gateway } = both;
    const raw = await askRaw(gateway.url, 'main');
    expect([raw.status, raw.isWhole]).toEqual([status, true]);
    expectOpenAiError(raw.body);
    const errors = await errorsOf(gateway, false);
    expect(errors).toEqual([expect.any(APIError)]);
    await expectStillOpen(gateway);
    const records = await usageOf(gateway, 3);
    expect(records.map((record) => record.completion)).toEqual([
      'provider_failed',
      'provider_failed',
      'complete',
    ]);
  });

  it('a connection that is refused', async () => {
    await using both = await start(resets, 9);
    const raw = await askRaw(both.gateway.url, 'main');
    expect(raw.status).toBe(502);
    expectOpenAiError(raw.body);
    expect(await errorsOf(both.gateway, true)).toEqual([expect.any(APIError)]);
  });

  it('a 429 is passed on at once with its retry-after, and not waited out', async () => {
    const busy = 'HTTP/1.1 429 X\r\nretry-after: 7\r\ncontent-length: 2\r\n\r\n{}';
    await using both = await start(sends(busy));
    const startedAt = performance.now();
    const raw = await askRaw(both.gateway.url, 'main');
    expect(performance.now() - startedAt).toBeLessThan(atMost(2000));
    expect([raw.status, raw.isWhole]).toEqual([429, true]);
    expect(raw.head).toContain('\r\nretry-after: 7\r\n');
    expectOpenAiError(raw.body);
    expect(await errorsOf(both.gateway, false)).toEqual([expect.any(APIError)]);
    await expectStillOpen(both.gateway);
  });
});

describe('a fault in the midst of a stream is one error event at its proper end, without [DONE]', () => {
  const lastEvent = ({ body }: GatewayAnswer): string =>
    body
      .slice(0, body.indexOf('\n\n', body.lastIndexOf('data: ')))
      .slice(body.lastIndexOf('data: ') + 6);

  it.each<[string, Fault, string]>([
    [
      'a connection that breaks',
      (socket) => socket.write(stream(delta('half')), () => socket.resetAndDestroy()),
      'broke off',
    ],
    [
      'a frame that is no JSON',
      sends(stream(delta('half'), 'data: <<garbage>>\n\n', ...ENDING) + LAST),
      'broke off',
    ],
    ['an end without a reason to finish', sends(stream(delta('half')) + LAST), 'broke off'],
    [
      'an error of the provider',
      sends(stream(delta('half'), 'data: {"error":{"message":"overloaded"}}\n\n')),
      'overloaded',
    ],
    ['silence', fallsSilent, 'broke off'],
    [
      'an event that is cut',
      sendsAndCloses(stream(delta('half'), delta('lost').slice(0, 40)) + LAST),
      'broke off',
    ],
  ])('%s', async (_what, fault, words) => {
    await using both = await start(fault);
    const { gateway } = both;
    const raw = await askRaw(gateway.url, 'main', { stream: true });
    expect([raw.status, raw.isWhole]).toEqual([200, true]);
    expect(raw.body).toContain(unasked(delta('half')));
    expect(raw.body).not.toContain('[DONE]');
    expect(raw.body).not.toContain('garbage');
    expect(raw.body.match(/"error"/g)).toHaveLength(1);
    expectOpenAiError(lastEvent(raw));
    expect(lastEvent(raw)).toContain(words);
    const errors = await errorsOf(gateway, true);
    expect(errors).toEqual([expect.any(APIError)]);
    await expectStillOpen(gateway);
    const [record] = await usageOf(gateway, 3);
    expect(record).toMatchObject({ completion: 'provider_failed', source: 'estimate', output: 1 });
  });

  it('but a stream that says why it finished, and not [DONE], passes as it is', async () => {
    const events = [delta('all'), ENDING[0]];
    await using both = await start(sends(stream(...events) + LAST));
    const raw = await askRaw(both.gateway.url, 'main', { stream: true });
    expect([raw.status, raw.isWhole]).toEqual([200, true]);
    expect(raw.body.startsWith(unasked(events.join('')))).toBe(true);
    expect(raw.body).not.toMatch(/\[DONE\]|error/);
    expect(await errorsOf(both.gateway, true)).toEqual([]);
    expect((await usageOf(both.gateway, 2))[0]).toMatchObject({ completion: 'complete' });
  });
});

describe('a client that leaves is told to the provider at once', () => {
  const leave = async (gateway: TestGateway, peer: RawPeer, isStream: boolean) => {
    const leaving = new AbortController();
    const { completions } = clientOf(gateway).chat;
    const question = { model: 'main', messages: saying('hi'), stream: isStream };
    const asked = completions.create(question, { signal: leaving.signal });
    const left = asked.then(
      () => 'answered',
      () => 'aborted',
    );
    if (isStream) await asked;
    await waitFor(() => peer.sockets[0]);
    const startedAt = performance.now();
    leaving.abort();
    await waitFor(() => peer.sockets[0]?.destroyed);
    expect(performance.now() - startedAt).toBeLessThan(atMost(300));
    expect(await left).toBe(isStream ? 'answered' : 'aborted');
  };

  it('while a stream runs', async () => {
    await using both = await start(sends(stream(delta('half'))));
    await leave(both.gateway, both.peer, true);
  });

  it('while it waits for an answer', async () => {
    await using both = await start(() => undefined);
    await leave(both.gateway, both.peer, false);
  });
});
