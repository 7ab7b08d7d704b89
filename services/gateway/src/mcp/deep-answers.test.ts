import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@aicp/common/http/listen';
import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { connect } from './testing/clients.ts';
import { mcpServer, withServers } from './testing/fragments.ts';

const DEEP = '{"type":"object","a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
const SAYS: Readonly<Record<string, string>> = {
  initialize:
    '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"deep","version":"1"}}',
  'tools/list': `{"tools":[{"name":"deep","inputSchema":${DEEP}},{"name":"fine","inputSchema":{"type":"object"}}]}`,
  'tools/call': `{"content":[],"structuredContent":${DEEP}}`,
};

/** A server whose definitions and answers are 10,000 levels deep. */
const listener: RequestListener = (request, response) => {
  void text(request).then((body) => {
    const { id, method } = JSON.parse(body || '{}') as { id?: unknown; method?: string };
    const result = SAYS[method ?? ''];
    if (id === undefined || request.method !== 'POST') {
      response.writeHead(request.method === 'POST' ? 202 : 405).end();
      return;
    }
    const said =
      result === undefined ? '"error":{"code":-32601,"message":"no"}' : `"result":${result}`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${said}}`);
  });
};

describe('a server of tools that answers deeper than can be passed on', () => {
  it.each(['auto', 'legacy'] as const)(
    'loses the tool whose definition is so, and the answer that is (%s)',
    async (mode) => {
      const server = await listen(listener, { host: '127.0.0.1', port: 0 });
      await using _closing = { [Symbol.asyncDispose]: () => server.close(0) };
      await using gateway = await startTestGateway({
        fragments: withServers([mcpServer('one', `http://127.0.0.1:${server.port}/mcp`)]),
      });
      await using client = await connect(`${gateway.url}/mcp`, 'sk-k', mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['one_fine']);
      await expect(client.callTool({ name: 'one_fine' })).rejects.toMatchObject({ code: -32603 });
    },
  );
});
