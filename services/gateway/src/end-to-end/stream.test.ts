import { connect } from 'node:net';
import type { ReadableStreamDefaultReader } from 'node:stream/web';
import { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';
import { key, model, provider, simulated, type Fragments } from '../testing/fragments.ts';
import {
  beginStream,
  delta,
  ENDING,
  startScriptedProvider,
  type Script,
  unasked,
} from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';

const PRICES = { input: '1000000000', output: '2000000000' };

const fragmentsFor = (baseUrl: string): Fragments => ({
  providers: [provider('acme', { baseUrl })],
  models: [model('gpt-4o', 'acme', { prices: PRICES })],
  keys: [key('alice')],
});

async function start(script: Script) {
  const upstream = await startScriptedProvider(script);
  const gateway = await startTestGateway({ fragments: fragmentsFor(upstream.url) });
  return {
    upstream,
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

const postStream = (gateway: TestGateway, more: object = {}) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice' },
    body: JSON.stringify({ model: 'gpt-4o', messages: saying('hi'), stream: true, ...more }),
  });

const readerOf = (response: Response) =>
  response.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>;

describe('a stream', () => {
  it('passes through as it comes, without the usage that the client did not ask for', async () => {
    await using both = await start((response) => {
      beginStream(response).end([delta('one'), delta(' two'), ...ENDING].join(''));
    });
    const { gateway, upstream } = both;

    const text = await (await postStream(gateway)).text();

    const expected = [delta('one'), delta(' two'), ENDING[0], ENDING[2]].map(unasked).join('');
    expect(text).toBe(`${expected}: x-aicp-cost-usd 0.00002\n\n`);
    const sent = JSON.parse(upstream.received[0]!.body.toString()) as object;
    expect(sent).toMatchObject({ stream_options: { include_usage: true } });
    const [record] = await usageOf(gateway);
    expect(record).toMatchObject({ input: 10, output: 5, source: 'provider', status: 200 });
    expect(record?.first_token_ms).toBeGreaterThan(0);
  });

  it('holds the usage for a client that asks for it', async () => {
    await using both = await start((response) => {
      beginStream(response).end([delta('one'), ...ENDING].join(''));
    });
    const options = { stream_options: { include_usage: true, include_obfuscation: false } };

    const stream = await clientOf(both.gateway).chat.completions.create({
      model: 'gpt-4o',
      messages: saying('hi'),
      stream: true,
      ...options,
    });
    const chunks = await collect(stream);

    expect(chunks.at(-1)?.usage?.total_tokens).toBe(15);
    const sent = JSON.parse(both.upstream.received[0]!.body.toString()) as object;
    expect(sent).toMatchObject(options);
  });

  it('tells its cost in a trailer', async () => {
    await using both = await start((response) => {
      beginStream(response).end([delta('one'), ...ENDING].join(''));
    });
    const raw = await rawStream(both.gateway);
    expect(raw).toMatch(/^trailer: x-aicp-cost-usd\r$/im);
    expect(raw).toMatch(/\r\n0\r\nx-aicp-cost-usd: 0\.00002\r\n\r\n$/);
  });

  it('begins when its first chunk comes, not when it is complete', async () => {
    const { promise: go, resolve } = Promise.withResolvers<undefined>();
    await using both = await start((response) => {
      beginStream(response).write(delta('one'));
      void go.then(() => response.end(ENDING.join('')));
    });
    const reader = readerOf(await postStream(both.gateway));
    const first = await reader.read();
    expect(new TextDecoder().decode(first.value)).toBe(unasked(delta('one')));
    resolve(undefined);
    while (!(await reader.read()).done);
  });

  it('cancels the provider when the client leaves, and counts what went out', async () => {
    await using both = await start((response) => {
      beginStream(response).write(delta('x'.repeat(40)));
    });
    const { gateway, upstream } = both;
    const stream = await clientOf(gateway).chat.completions.create({
      model: 'gpt-4o',
      messages: saying('y'.repeat(24)),
      stream: true,
    });
    for await (const chunk of stream) {
      expect(chunk.choices[0]?.delta.content).toHaveLength(40);
      break;
    }

    await waitFor(() => upstream.received[0]?.aborted);
    const [record] = await usageOf(gateway);
    expect(record).toMatchObject({
      completion: 'client_gone',
      source: 'estimate',
      input: 10,
      output: 10,
      cost_nano_usd: 10 * 1000 + 10 * 2000,
    });
  });

  it('that breaks half-way ends with an error and without [DONE]', async () => {
    await using both = await start((response) => {
      beginStream(response).write(delta('half'), () => response.socket?.destroy());
    });
    const { gateway } = both;
    const raw = await rawStream(gateway);
    expect(raw).toContain('data: {"error":{"message":');
    expect(raw).not.toContain('[DONE]');
    expect(raw).toMatch(/\r\n0\r\nx-aicp-cost-usd: .*\r\n\r\n$/);

    const stream = await clientOf(gateway).chat.completions.create({
      model: 'gpt-4o',
      messages: saying('hi'),
      stream: true,
    });
    await expect(collect(stream)).rejects.toThrow(APIError);
    const [record] = await usageOf(gateway);
    expect(record).toMatchObject({ completion: 'provider_failed', source: 'estimate', output: 1 });
  });

  it('that ends without a reason to finish counts as broken', async () => {
    await using both = await start((response) => {
      beginStream(response).end(delta('half'));
    });
    const raw = await rawStream(both.gateway);
    expect(raw).toContain('"code":"upstream_error"');
    expect(raw).toMatch(/\r\n0\r\nx-aicp-cost-usd: .*\r\n\r\n$/);
  });

  it('passes nothing of an event that broke in its midst', async () => {
    await using both = await start((response) => {
      const [whole, cut] = [delta('half'), delta('lost').slice(0, 40)];
      beginStream(response).write(whole + cut, () => response.socket?.destroy());
    });
    const raw = await rawStream(both.gateway);
    const events = raw
      .slice(raw.indexOf('data: '))
      .replace(/\r\n[0-9a-f]*\r\n/g, '')
      .split('\n\n');
    expect(events[0]).toBe(unasked(delta('half')).trim());
    expect(events[1]).toMatch(/^data: \{"error"/);
  });

  it('that stalls longer than the timeout is broken off', async () => {
    const upstream = await startScriptedProvider((response) => {
      beginStream(response).write(delta('then nothing'));
    });
    await using gateway = await startTestGateway({
      fragments: {
        ...fragmentsFor(upstream.url),
        providers: [provider('acme', { baseUrl: upstream.url, timeouts: { idleMs: 100 } })],
      },
    });
    expect(await rawStream(gateway)).toContain('"code":"upstream_error"');
    await waitFor(() => upstream.received[0]?.aborted);
    await upstream[Symbol.asyncDispose]();
  });

  it('waits for a client that reads slowly, and so does the provider', async () => {
    const chunk = delta('z'.repeat(60_000));
    let written = 0;
    const total = 2000;
    await using both = await start((response) => {
      beginStream(response);
      const more = () => {
        while (written < total) {
          written += 1;
          if (response.write(chunk)) continue;
          response.once('drain', more);
          return;
        }
        response.end(ENDING.join(''));
      };
      more();
    });
    // Of the files that ran in this process before, some may not have been collected yet.
    const held = process.memoryUsage().arrayBuffers;
    const response = await postStream(both.gateway);
    const reader = readerOf(response);
    await reader.read();
    let before = -1;
    await waitFor(() => {
      const stalled = written === before;
      before = written;
      return stalled && written > 0 ? true : undefined;
    });
    expect(written).toBeLessThan(total / 2);
    expect(process.memoryUsage().arrayBuffers - held).toBeLessThan(80 * 1_048_576);

    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
    }
    expect(written).toBe(total);
    expect(bytes).toBeGreaterThan((total - 10) * chunk.length);
  });

  it('of the simulated provider works like any other', async () => {
    await using gateway = await startTestGateway({
      fragments: {
        providers: [simulated('sim', { outputTokens: 5, tokensPerSecond: 500, firstTokenMs: 5 })],
        models: [model('small', 'sim')],
        keys: [key('alice')],
      },
    });
    const stream = await clientOf(gateway).chat.completions.create({
      model: 'small',
      messages: saying('hi'),
      stream: true,
    });
    const chunks = await collect(stream);
    expect(chunks).toHaveLength(6);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
    expect((await usageOf(gateway))[0]).toMatchObject({ output: 5, source: 'provider' });
  });
});

/** All bytes of a streamed answer, as they come over the wire, until the gateway ends it or hangs up. */
function rawStream(gateway: TestGateway): Promise<string> {
  const body = JSON.stringify({ model: 'gpt-4o', messages: saying('hi'), stream: true });
  const { port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    let raw = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\nte: trailers\r\nauthorization: Bearer sk-alice\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (raw += chunk));
    socket.on('close', () => {
      resolve(raw);
    });
    socket.on('error', reject);
  });
}
