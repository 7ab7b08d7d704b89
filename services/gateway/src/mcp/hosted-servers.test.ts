import { PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { connect } from './testing/clients.ts';
import { mcpServer, withServers } from './testing/fragments.ts';
import { startToolServer } from './testing/tool-server.ts';

const SECRET = 'a secret that the host knows, too';
const closed = { platform: PUBLIC_ONLY, tenants: PUBLIC_ONLY };
const stdio = (id: string) => mcpServer(id, '', { transport: 'stdio', url: undefined });

describe('a server of type stdio', () => {
  it('is asked at the MCP host, with its secret, wherever other servers may not stand', async () => {
    await using tools = await startToolServer();
    const mcpHost = { url: tools.url.replace('/mcp', ''), secret: SECRET };
    await using gateway = await startTestGateway({
      fragments: withServers([stdio('files'), mcpServer('near', tools.url)]),
      config: { mcpHost, egress: closed },
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(['files_echo', 'files_fail', 'files_long']);
    expect(await client.callTool({ name: 'files_echo', arguments: { text: 'a' } })).toMatchObject({
      content: [{ type: 'text', text: 'a' }],
    });
    expect(new Set(tools.paths)).toEqual(new Set(['/servers/files']));
    expect(tools.asked.every((one) => one.authorization === `Bearer ${SECRET}`)).toBe(true);
  });

  it('has no tools where there is no host, and takes nothing from others', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers([stdio('files'), mcpServer('one', tools.url)]),
    });
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(['one_echo', 'one_fail', 'one_long']);
  });
});
