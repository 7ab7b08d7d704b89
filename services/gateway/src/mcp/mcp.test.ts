import type { IncomingHttpHeaders } from 'node:http';
import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { listen } from '@aicp/common/http/listen';
import { describe, expect, it } from 'vitest';
import { key } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { standingClock } from '../testing/limited-gateway.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { exposedName } from './exposed-name.ts';
import { connect } from './testing/clients.ts';
import { mcpCredential, mcpServer, withServers } from './testing/fragments.ts';
import { startToolServer } from './testing/tool-server.ts';

const namesIn = ({ tools }: { readonly tools: readonly { readonly name: string }[] }) =>
  tools.map(({ name }) => name);

/** The gateway itself asks for lists now and then. */
const isCall = (headers: IncomingHttpHeaders) => headers['mcp-method'] === 'tools/call';

const echo = (name: string) => ({ name, arguments: { text: 'hello' } });

describe('tools through the gateway', () => {
  it.each(['auto', 'legacy'] as const)(
    'are listed and called by clients of both eras (%s)',
    async (mode) => {
      await using tools = await startToolServer();
      await using gateway = await startTestGateway({
        fragments: withServers([mcpServer('one', tools.url), mcpServer('two', tools.url)]),
      });
      await using all = await connect(`${gateway.url}/mcp`, 'sk-k', mode);
      expect(namesIn(await all.listTools())).toEqual(
        ['one', 'two'].flatMap((id) => ['echo', 'fail', 'long'].map((name) => `${id}_${name}`)),
      );
      expect(await all.callTool(echo('two_echo'))).toMatchObject({
        content: [{ type: 'text', text: 'hello' }],
      });
      await using one = await connect(`${gateway.url}/mcp/one`, 'sk-k', mode);
      expect(namesIn(await one.listTools())).toEqual(['echo', 'fail', 'long']);
      expect(await one.callTool({ name: 'fail' })).toMatchObject({ isError: true });
    },
  );

  it('pass resources, prompts and instructions of one server on', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', tools.url)]),
    });
    await using client = await connect(`${gateway.url}/mcp/one`, 'sk-k');
    expect(client.getInstructions()).toBe('Be kind.');
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['note://one']);
    const read = await client.readResource({ uri: 'note://one' });
    expect(read.contents).toMatchObject([{ text: 'a note' }]);
    const prompt = await client.getPrompt({ name: 'greet' });
    expect(prompt.messages).toHaveLength(1);
  });

  it.each(['auto', 'legacy'] as const)(
    'are not said to tell of changed lists, which nothing does (%s)',
    async (mode) => {
      await using tools = await startToolServer();
      await using gateway = await startTestGateway({
        fragments: withServers([mcpServer('one', tools.url)]),
      });
      await using client = await connect(`${gateway.url}/mcp/one`, 'sk-k', mode);
      const said = client.getServerCapabilities();
      expect(said).toMatchObject({ tools: {}, resources: {}, prompts: {} });
      expect(JSON.stringify(said)).not.toContain('"listChanged":true');
    },
  );

  it("send the server's token, and never the caller's key", async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers(
        [mcpServer('one', tools.url, { credential: 'set', headers: { 'x-team': 'a' } })],
        [mcpCredential('one', 'of-the-server')],
      ),
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    await client.callTool(echo('one_echo'));
    expect(new Set(tools.asked.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer of-the-server']),
    );
    expect(JSON.stringify(tools.asked)).not.toContain('sk-k');
    expect(tools.asked.every((headers) => headers['x-team'] === 'a')).toBe(true);
  });

  it('fail alone: a server that is away costs the others nothing', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers([
        mcpServer('away', 'http://127.0.0.1:1/mcp'),
        mcpServer('one', tools.url),
      ]),
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    expect(namesIn(await client.listTools())).toEqual(['one_echo', 'one_fail', 'one_long']);
    expect(gateway.logged).toContainEqual(
      expect.objectContaining({ event: 'mcp_server_failed', server: 'away' }),
    );
  });

  it('answer no more than there is room for', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', tools.url)]),
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    await expect(client.callTool({ name: 'one_long' })).rejects.toThrow('gives no answer');
    expect(await client.callTool(echo('one_echo'))).toMatchObject({ content: [{ text: 'hello' }] });
  });
});

describe('what a key may not use', () => {
  it.each([
    [{ organization: 'umbrella' }],
    [{ allowedTeams: ['research'] }],
    [{ allowedKeys: ['other'] }],
    [{ allowedTools: ['fail'] }],
    [{ tools: [{ name: 'echo', digest: '0'.repeat(64) }] }],
  ])('is answered like what does not exist: %j', async (closed) => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers(
        [mcpServer('one', tools.url, closed)],
        [],
        [key('k', { organization: 'acme', team: 'support' })],
      ),
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    expect(namesIn(await client.listTools())).not.toContain('one_echo');
    const told = async (name: string) =>
      await client.callTool(echo(name)).catch((error: unknown) => String(error).replace(name, '…'));
    expect(await told('one_echo')).toBe(await told('nobody_echo'));
  });

  it('has no address of its own either', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', tools.url, { allowedKeys: ['other'] })]),
    });
    const ask = async (id: string) => {
      const headers = { authorization: 'Bearer sk-k' };
      const answer = await fetch(`${gateway.url}/mcp/${id}`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      return [answer.status, (await answer.text()).replaceAll(id, '…')];
    };
    const told = await ask('one');
    expect(told).toEqual(await ask('none'));
    expect(told).toMatchObject([404, expect.stringContaining('that this key can use')]);
    expect(tools.asked.filter(isCall)).toEqual([]);
  });

  it('comes back with the definition that was approved', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', tools.url)]),
    });
    await using client = await connect(`${gateway.url}/mcp/one`, 'sk-k');
    expect(namesIn(await client.listTools())).toContain('echo');
  });
});

it('names of tools are cut where they are too long for models, and differ still', () => {
  const long = 'x'.repeat(70);
  expect(exposedName('one', 'echo')).toBe('one_echo');
  expect(exposedName('one', `${long}a`)).toHaveLength(64);
  expect(exposedName('one', `${long}a`)).not.toBe(exposedName('one', `${long}b`));
});

describe('a call of a tool', () => {
  it('is a record with the price of its tool, and a list is none', async () => {
    await using tools = await startToolServer();
    const terms = [{ name: 'echo', priceNanoUsd: '2000000', rpmLimit: 2 }];
    await using gateway = await startTestGateway({
      // No minute ends while it counts.
      clock: standingClock,
      fragments: withServers([mcpServer('one', tools.url, { tools: terms })]),
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    await client.listTools();
    await client.callTool(echo('one_echo'));
    await client.callTool(echo('one_echo'));
    await expect(client.callTool(echo('one_echo'))).rejects.toThrow('allows 2 requests a minute');
    const records = await usageOf(gateway, 3);
    expect(records.map(({ completion, cost_nano_usd: cost }) => [completion, cost])).toEqual([
      ['complete', 2_000_000],
      ['complete', 2_000_000],
      ['refused', 0],
    ]);
    expect(records[0]).toMatchObject({
      key: 'k',
      model_asked: 'mcp:one/echo',
      provider: 'mcp:one',
    });
  });

  it('whose server gives no answer costs nothing', async () => {
    await using tools = await startToolServer();
    const terms = [{ name: 'long', priceNanoUsd: '2000000' }];
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', tools.url, { tools: terms })]),
    });
    await using client = await connect(`${gateway.url}/mcp/one`, 'sk-k');
    await expect(client.callTool({ name: 'long' })).rejects.toThrow('gives no answer');
    const [record] = await usageOf(gateway, 1);
    expect(record).toMatchObject({ completion: 'provider_failed', cost_nano_usd: 0 });
  });

  it('is refused where its headers say another tool than its body', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', tools.url)]),
    });
    const answer = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk-k',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'one_echo',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'one_fail',
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
    expect(await answer.json()).toMatchObject({ error: { code: -32020 } });
    expect(tools.asked.filter(isCall)).toEqual([]);
  });
});

describe('a server that leads elsewhere', () => {
  it('is not followed', async () => {
    const inward = await startToolServer();
    const listening = await listen(
      (_request, response) => response.writeHead(307, { location: inward.url }).end(),
      { host: '127.0.0.1', port: 0 },
    );
    const url = `http://127.0.0.1:${listening.port}/mcp`;
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', url)]),
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    expect(namesIn(await client.listTools())).toEqual([]);
    expect(inward.asked).toEqual([]);
    await listening.close(0);
    await inward[Symbol.asyncDispose]();
  });

  it('of an organization is not asked at an address that organizations may not ask', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers(
        [mcpServer('one', tools.url, { organization: 'acme' }), mcpServer('two', tools.url)],
        [],
        [key('k', { organization: 'acme' })],
      ),
      config: { egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY } },
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    expect(namesIn(await client.listTools())).toEqual(['two_echo', 'two_fail', 'two_long']);
  });
});
