import { listen } from '@aicp/common/http/listen';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { connect } from './testing/clients.ts';
import { mcpServer, withServers } from './testing/fragments.ts';
import { startToolServer } from './testing/tool-server.ts';

const NOWHERE = 'http://127.0.0.1:1/mcp';
const echo = (name: string) => ({ name, arguments: { text: 'hello' } });

/** A clock that can be set forward, with which lists of tools grow old. */
function forwardClock(): Clock & { forward(ms: number): void } {
  let ahead = 0;
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() + ahead,
    sleep: (ms, signal) => systemClock.sleep(ms, signal),
    forward: (ms) => {
      ahead += ms;
    },
  };
}

describe('a tool of a server that is down', () => {
  it.each([
    ['/mcp', 'one_echo'],
    ['/mcp/one', 'echo'],
  ])('is known still at %s, and its call gives no answer', async (path, name) => {
    const tools = await startToolServer();
    const clock = forwardClock();
    const fragments = withServers([mcpServer('one', tools.url)]);
    await using gateway = await startTestGateway({ fragments, clock });
    await using client = await connect(`${gateway.url}${path}`, 'sk-k');
    await client.callTool(echo(name));
    await tools[Symbol.asyncDispose]();
    clock.forward(3_600_000);
    const failure = { code: -32603, message: expect.stringContaining('gives no answer') as string };
    await expect(client.callTool(echo(name))).rejects.toMatchObject(failure);
    await expect(client.callTool(echo(`${name}_other`))).rejects.toMatchObject({ code: -32602 });
    const [, record] = await usageOf(gateway, 2);
    expect(record).toMatchObject({ completion: 'provider_failed', cost_nano_usd: 0 });
  });

  it.each([
    ['/mcp', 'away_echo', 'away_fail'],
    ['/mcp/away', 'echo', 'fail'],
  ])('may be there at %s where it never listed any', async (path, name, other) => {
    const fragments = withServers([mcpServer('away', NOWHERE, { allowedTools: ['echo'] })]);
    await using gateway = await startTestGateway({ fragments });
    await using client = await connect(`${gateway.url}${path}`, 'sk-k');
    await expect(client.callTool(echo(name))).rejects.toMatchObject({ code: -32603 });
    await expect(client.callTool(echo(other))).rejects.toMatchObject({ code: -32602 });
  });
});

describe('a call that its server refuses', () => {
  it('is answered, and no failure of the server', async () => {
    await using tools = await startToolServer();
    const fragments = withServers([mcpServer('one', tools.url)]);
    await using gateway = await startTestGateway({ fragments });
    await using client = await connect(`${gateway.url}/mcp/one`, 'sk-k');
    await expect(client.getPrompt({ name: 'nobody' })).rejects.toMatchObject({ code: -32602 });
    expect(await usageOf(gateway, 1)).toMatchObject([{ completion: 'complete' }]);
    expect(gateway.logged.filter(({ event }) => event === 'mcp_server_failed')).toEqual([]);
  });
});

/** A server whose tool `wait` ends with its call alone, and `proceed` when the test says so. */
async function startWaitingServer() {
  const called = Promise.withResolvers<undefined>();
  const ended = Promise.withResolvers<undefined>();
  const proceeding = Promise.withResolvers<undefined>();
  const node = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'waiting', version: '1.0.0' });
      server.registerTool('wait', { description: 'Waits.' }, async ({ mcpReq: { signal } }) => {
        called.resolve(undefined);
        signal.addEventListener('abort', () => {
          ended.resolve(undefined);
        });
        await ended.promise;
        return { content: [] };
      });
      server.registerTool('proceed', { description: 'Waits for the test.' }, async () => {
        await proceeding.promise;
        return { content: [] };
      });
      return server;
    }),
  );
  const listening = await listen(
    (request, response) => {
      const { method = 'GET', url = '/' } = request;
      void node(Object.assign(request, { method, url }), response);
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: `http://127.0.0.1:${listening.port}/mcp`,
    called: called.promise,
    ended: ended.promise,
    proceed: () => {
      proceeding.resolve(undefined);
    },
    [Symbol.asyncDispose]: () => listening.close(0),
  };
}

const jsonrpc = '2.0';
const cancelOf = (requestId: number) => ({
  ...{ jsonrpc, method: 'notifications/cancelled' },
  params: { requestId, reason: 'enough' },
});
const waiting = {
  ...{ jsonrpc, id: 2, method: 'tools/call' },
  params: { name: 'wait', arguments: {} },
};

/** What sends messages as a client of this version does, in a session of its own. */
async function sessionAt(url: string, version: string) {
  const send = async (body: object, more: Record<string, string> = {}) =>
    await fetch(url, {
      method: 'POST',
      headers: {
        ...{ authorization: 'Bearer sk-k', 'content-type': 'application/json' },
        ...{ accept: 'application/json, text/event-stream', ...more },
      },
      body: JSON.stringify(body),
    });
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: version, capabilities: {}, clientInfo };
  const begun = await send({ jsonrpc, id: 1, method: 'initialize', params });
  await begun.text();
  const session = {
    'mcp-session-id': begun.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': version,
  };
  return (body: object) => send(body, session);
}

it('a call that a client cancels in a batch takes no answer of the others with it', async () => {
  await using tools = await startWaitingServer();
  const fragments = withServers([mcpServer('one', tools.url)]);
  await using gateway = await startTestGateway({ fragments });
  const send = await sessionAt(`${gateway.url}/mcp/one`, '2025-03-26');
  const other = { ...waiting, id: 3, params: { name: 'proceed', arguments: {} } };
  const calls = send([waiting, other]);
  await tools.called;
  await send(cancelOf(2));
  await tools.ended;
  tools.proceed();
  const text = await (await calls).text();
  expect(text).toContain('"id":3');
  expect(text).not.toContain('"id":2');
});

it('a call that a client of 2025 cancels has no answer, and is no failure of the server', async () => {
  await using tools = await startWaitingServer();
  const fragments = withServers([mcpServer('one', tools.url)]);
  await using gateway = await startTestGateway({ fragments });
  const send = await sessionAt(`${gateway.url}/mcp/one`, '2025-06-18');
  const call = send(waiting);
  await tools.called;
  await send(cancelOf(2));
  expect(await (await call).text()).not.toContain('"id":2');
  await tools.ended;
  expect(await usageOf(gateway, 1)).toMatchObject([{ completion: 'client_gone' }]);
  expect(gateway.logged.filter(({ event }) => event === 'mcp_server_failed')).toEqual([]);
});
