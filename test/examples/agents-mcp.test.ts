import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@aicp/common/http/listen';
import { connect } from '@aicp/gateway/mcp/testing/clients';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { AdminInstallation } from '../admin/admin-installation.ts';
import { gatewayOf } from '../mcp/gateway-of.ts';

const FILE = join(import.meta.dirname, '../../examples/agents/mcp/tools.yaml');

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}

/** A server of tickets as the example wants one, and a tool more. */
async function startTickets() {
  const make = (): McpServer => {
    const server = new McpServer({ name: 'tickets', version: '1.0.0' });
    for (const name of ['search', 'open', 'close']) {
      server.registerTool(name, { description: `Does ${name}.` }, () => ({
        content: [{ type: 'text', text: `${name} is done` }],
      }));
    }
    return server;
  };
  const answer = toNodeHandler(createMcpHandler(make));
  const listening = await listen(
    (request, response) => {
      const { method = 'GET', url = '/' } = request;
      void answer(Object.assign(request, { method, url }), response);
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: `http://127.0.0.1:${listening.port}/mcp`,
    [Symbol.asyncDispose]: () => listening.close(0),
  };
}

it('the example of tools lets the keys of its team, and nobody else, use two tools of its server', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'aicp-example-'));
  await using tickets = await startTickets();
  await using aicp = await AdminInstallation.start();
  const gateway = await gatewayOf(aicp, directory);
  const manifests = parseAllDocuments(await readFile(FILE, 'utf8')).map(
    (document) => document.toJS() as Manifest,
  );
  for (const { kind, metadata, spec } of manifests) {
    // The README says to write the address of one's own.
    await aicp.put(kind, metadata.name, 'url' in spec ? { ...spec, url: tickets.url } : spec);
  }
  const { key: member } = await aicp.somebody('member', { teamId: 'support' });
  const { key: stranger } = await aicp.somebody('member');
  const namesFor = async (key: string, path: string) => {
    await using client = await connect(`http://127.0.0.1:${gateway.port}${path}`, key);
    return (await client.listTools()).tools.map(({ name }) => name).toSorted();
  };
  const known = async (key: string) =>
    (
      await fetch(`http://127.0.0.1:${gateway.port}/v1/models`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status === 200;
  await aicp.until(async () => (await known(member)) && (await known(stranger)));
  await aicp.until(async () => (await namesFor(member, '/mcp')).length > 0);
  expect(await namesFor(member, '/mcp')).toEqual(['tickets_open', 'tickets_search']);
  expect(await namesFor(member, '/mcp/tickets')).toEqual(['open', 'search']);
  expect(await namesFor(stranger, '/mcp')).toEqual([]);
  await using client = await connect(`http://127.0.0.1:${gateway.port}/mcp`, member);
  expect(await client.callTool({ name: 'tickets_open' })).toMatchObject({
    content: [{ text: 'open is done' }],
  });
  await gateway.stop();
  await rm(directory, { recursive: true });
});
