import { systemClock, type Clock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { credential, key, model, provider } from '../../testing/fragments.ts';
import { plainSession, startRealtimeGateway } from '../../testing/realtime-gateway.ts';
import { rawClient, upgradeHead } from '../../testing/raw-client.ts';
import { startRawPeer } from '../../testing/raw-peer.ts';
import { startTestGateway, testConfig } from '../../testing/start-test-gateway.ts';
import { startRealtimeTwin } from '../../twins/openai/realtime-twin.ts';

const KEY = { authorization: 'Bearer sk-alice' };
const DRY = { ...KEY, 'x-aicp-dry-run': 'true' };
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const chat = (name: string): string => {
  const body = JSON.stringify({ model: name, messages: [{ role: 'user', content: 'hi' }] });
  return (
    `POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer sk-alice\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  );
};

const openAiAt = (id: string, origin: string) =>
  provider(id, { type: 'openai', credential: 'set', baseUrl: `${origin}/v1` });

/** A gateway of sessions whose chat model `slow` never answers. */
async function startBesideSlow() {
  const parts = new AsyncDisposableStack();
  const twin = parts.use(await startRealtimeTwin());
  const silent = parts.use(await startRawPeer(() => undefined));
  const slow = `http://127.0.0.1:${silent.port}`;
  const fragments = {
    providers: [openAiAt('up', twin.origin), openAiAt('slow', slow)],
    credentials: [credential('up', 'sk-vendor'), credential('slow', 'sk-slow')],
    models: [model('voice', 'up', { mode: 'realtime' }), model('slow', 'slow')],
    keys: [key('alice')],
  };
  // What the lane for plain requests reads waits in it for the answer before: Node is to read all.
  const config = { drainMs: 50, fastLane: false };
  const gateway = parts.use(await startTestGateway({ fragments, config }));
  return { twin, gateway, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

async function inFlight(url: string): Promise<string | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return /^aicp_gateway_requests_in_flight\{[^}]*\} (\d+)$/m.exec(text)?.[1];
}

describe('a connection that asks for a session before its earlier requests are answered', () => {
  it.each([
    ['one', get('/health')],
    ['several', get('/health') + get('/metrics') + get('/v1/models')],
    ['one that nobody serves', get('/nothing')],
    ['one with an expectation that nobody meets', 'GET / HTTP/1.1\r\nhost: a\r\nexpect: a\r\n\r\n'],
    ['one whose body has come', chat('slow')],
    ['one whose body has come, and others', chat('slow') + get('/health') + chat('slow')],
  ])('is cut after %s, and everybody else is served', async (_name, earlier) => {
    await using it = await startBesideSlow();
    const client = await rawClient(it.gateway.url, earlier + upgradeHead(KEY));
    await expect.poll(client.isOver).toBe(true);
    expect(client.read()).not.toContain('101');
    expect(it.twin.received).toEqual([]);
    const session = await plainSession(it.gateway.url);
    await session.until('session.created');
    session.socket.close();
    await session.closed;
  });

  it('gives the places of all of them back', async () => {
    await using it = await startBesideSlow();
    const { url } = it.gateway;
    await rawClient(url, chat('slow').repeat(3) + upgradeHead(KEY));
    await expect.poll(() => inFlight(url), { timeout: 5000 }).toBe('0');
  });

  it('gets its session where they are', async () => {
    await using it = await startRealtimeGateway();
    const client = await rawClient(it.gateway.url, get('/v1/models'));
    await expect.poll(client.read).toContain('401');
    await expect.poll(client.read).toContain('\r\n\r\n{');
    client.socket.write(upgradeHead(KEY));
    await expect.poll(client.read).toContain('101 Switching');
    client.socket.destroy();
  });
});

describe('what comes with the request for a session', () => {
  it('is read as the session’s, whatever it looks like', async () => {
    await using it = await startRealtimeGateway();
    const client = await rawClient(it.gateway.url, upgradeHead(KEY) + get('/health').repeat(3));
    await expect.poll(client.isOver).toBe(true);
    expect(client.read().match(/HTTP\/1\.1/g)).toHaveLength(1);
    const session = await plainSession(it.gateway.url);
    session.socket.close();
  });

  it.each([
    ['requests', get('/health').repeat(3)],
    ['another one', upgradeHead(KEY)],
    ['bytes', '\0'.repeat(100_000)],
  ])('is left unread where it is refused: %s', async (_name, more) => {
    await using it = await startRealtimeGateway();
    const client = await rawClient(it.gateway.url, upgradeHead() + more);
    await expect.poll(client.isOver).toBe(true);
    expect(client.read()).toMatch(/^HTTP\/1\.1 401 /);
    expect(client.read().match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(it.twin.received).toEqual([]);
  });

  it('does not matter where its client resets the connection', async () => {
    await using it = await startRealtimeGateway();
    for (const headers of [{}, KEY, DRY]) {
      const client = await rawClient(it.gateway.url, upgradeHead(headers));
      client.socket.resetAndDestroy();
    }
    const session = await plainSession(it.gateway.url);
    session.socket.close();
  });
});

describe('a refused request for a session whose client leaves the connection open', () => {
  /** The time that such a client gets passes when the test says so. */
  function lingering() {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const sleep: Clock['sleep'] = (ms, signal) =>
      ms === 2000 ? promise : systemClock.sleep(ms, signal);
    return { clock: { ...systemClock, sleep }, pass: () => resolve(undefined) };
  }

  it.each([
    ['an unknown key', {}],
    ['a dry run', DRY],
  ])('is cut in the end: %s', async (_name, headers) => {
    const { clock, pass } = lingering();
    await using it = await startRealtimeGateway({ clock });
    const client = await rawClient(it.gateway.url, upgradeHead(headers));
    await expect.poll(client.isOver).toBe(true);
    // It goes on writing, which only a connection that is cut answers by a reset.
    const { promise: cut, resolve } = Promise.withResolvers<string | undefined>();
    client.socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code);
    });
    client.socket.write('still here');
    pass();
    await expect
      .poll(() => {
        client.socket.write('still here');
        return client.socket.destroyed;
      })
      .toBe(true);
    expect(['ECONNRESET', 'EPIPE']).toContain(await cut);
  });

  it('holds no place among the requests that are under way', async () => {
    const { clock } = lingering();
    const { requests } = testConfig('');
    await using it = await startRealtimeGateway({
      clock,
      config: { drainMs: 50, requests: { ...requests, mostAtOnce: 1 } },
    });
    for (const headers of [DRY, {}, DRY]) {
      const client = await rawClient(it.gateway.url, upgradeHead(headers));
      await expect.poll(client.read).toMatch(/^HTTP\/1\.1 (200|401) /);
      await expect.poll(client.isOver).toBe(true);
    }
    const session = await plainSession(it.gateway.url);
    session.socket.close();
  });

  it.each([
    ['an unknown key', {}],
    ['a dry run', DRY],
  ])('does not keep the gateway from stopping: %s', async (_name, headers) => {
    const { clock } = lingering();
    await using it = await startRealtimeGateway({ clock, config: { drainMs: 50 } });
    const client = await rawClient(it.gateway.url, upgradeHead(headers));
    await expect.poll(client.isOver).toBe(true);
    await it.gateway.running.stop();
    client.socket.destroy();
  });

  it('does not keep the gateway from stopping while its provider is waited for', async () => {
    await using silent = await startRawPeer(() => undefined);
    const up = openAiAt('up', `http://127.0.0.1:${silent.port}`);
    await using it = await startRealtimeGateway({
      config: { drainMs: 50 },
      fragments: { providers: [up] },
    });
    const client = await rawClient(it.gateway.url, upgradeHead(KEY));
    await expect.poll(() => silent.sockets.length).toBe(1);
    await it.gateway.running.stop();
    client.socket.destroy();
  });
});
