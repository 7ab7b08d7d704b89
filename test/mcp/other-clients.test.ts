import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { UpstreamWays } from '@aicp/common/mcp/upstream-ways';
import { systemClock } from '@aicp/common/time/clock';
import { connect } from '@aicp/gateway/mcp/testing/clients';
import { mcpServer, withServers } from '@aicp/gateway/mcp/testing/fragments';
import { startToolServer } from '@aicp/gateway/mcp/testing/tool-server';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { startConformanceServer } from './conformance.ts';
import { startSessionServer, startSseServer } from './legacy-servers.ts';

const hello = { content: [{ type: 'text', text: 'hello' }] };

describe('MCP through the gateway', () => {
  it('serves clients of the SDK before', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', tools.url)]),
    });
    const client = new Client({ name: 'before', version: '1' });
    const requestInit = { headers: { authorization: 'Bearer sk-k' } };
    const url = new URL(`${gateway.url}/mcp/one`);
    const transport = new StreamableHTTPClientTransport(url, { requestInit });
    await client.connect(transport);
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(['echo', 'fail', 'long']);
    const call = { name: 'echo', arguments: { text: 'hello' } };
    expect(await client.callTool(call)).toMatchObject(hello);
    await client.close();
  });

  it('keeps a session with a server of 2025, and opens another where that was forgotten', async () => {
    await using server = await startSessionServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('old', server.url)]),
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    expect(await client.callTool({ name: 'old_hello' })).toMatchObject(hello);
    await using other = await connect(`${gateway.url}/mcp`, 'sk-k');
    expect(await other.callTool({ name: 'old_hello' })).toMatchObject(hello);
    expect(server.sessions()).toBe(1);
    server.forget();
    expect(await client.callTool({ name: 'old_hello' })).toMatchObject(hello);
    expect(server.sessions()).toBe(1);
  });

  it('asks a server of 2024, and leaves none of its streams open', async () => {
    await using server = await startSseServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('older', server.url, { transport: 'sse' })]),
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    expect(await client.callTool({ name: 'older_hello' })).toMatchObject(hello);
    await expect.poll(server.sessions).toBe(0);
  });
});

it('a server of tools that never answers is waited for no longer than it has', async () => {
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const ways = new UpstreamWays({
    egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
    clock: systemClock,
  });
  const upstream = ways.to(
    {
      owner: 'platform',
      transport: 'streamable_http',
      url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`,
      headers: {},
      token: undefined,
    },
    { limits: { connectMs: 50, listMs: 50 } },
  );
  await expect(upstream.tools()).rejects.toThrow();
  // Nobody waits a second time at once.
  await expect(upstream.tools()).rejects.toThrow();
  expect(asked).toBe(1);
  await ways.close();
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

/** A Python that has the SDK: the README of the folder says how to get one. */
const PYTHON = process.env['AICP_TEST_PYTHON'];

it.each(PYTHON === undefined ? [] : [PYTHON])(
  'the Python SDK uses tools, resources and prompts, and is asked in the middle of calls (%s)',
  { timeout: 60_000 },
  async (python) => {
    await using server = await startConformanceServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', server.url)]),
    });
    const script = join(import.meta.dirname, 'python/client.py');
    const { stdout } = await promisify(execFile)(python, [script, gateway.url, 'sk-k', 'one']);
    const found = JSON.parse(stdout) as Record<string, Record<string, unknown>>;
    const called = {
      called: 'This is a simple text response for testing.',
      elicited: 'state-ok',
      region: 'ok',
      logged: 3,
    };
    const one = {
      resources: 3,
      read: 'This is the content of the static text resource.',
      got: "Prompt with arguments: arg1='one', arg2='two'",
    };
    const asked = {
      asked: expect.stringContaining('ann@example.com') as string,
      sampled: expect.stringContaining('a thought') as string,
    };
    expect(found).toMatchObject({
      'auto /mcp': called,
      'auto /mcp/one': { ...called, ...one },
      'legacy /mcp': { ...called, ...asked },
      'legacy /mcp/one': { ...called, ...one, ...asked },
    });
  },
);
