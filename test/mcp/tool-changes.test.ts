import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { condition } from '@aicp/crds/kit/conditions';
import { connect } from '@aicp/gateway/mcp/testing/clients';
import { startToolServer, type ToolServer } from '@aicp/gateway/mcp/testing/tool-server';
import type { RunningGateway } from '@aicp/gateway/start';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AdminInstallation } from '../admin/admin-installation.ts';
import type { AdminClient } from '../admin/clients.ts';
import { gatewayOf } from './gateway-of.ts';

const PATH = '/api/v1/mcp-servers/search';

const status = z.object({ conditions: z.array(condition).default([]) });

describe('an MCP server whose tool becomes another one', () => {
  let aicp: AdminInstallation;
  let admin: AdminClient;
  let gateway: RunningGateway;
  let tools: ToolServer;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'aicp-tool-changes-'));
    tools = await startToolServer();
    aicp = await AdminInstallation.start();
    gateway = await gatewayOf(aicp, directory);
    admin = await aicp.signIn();
  });
  afterAll(async () => {
    await gateway.stop();
    await aicp[Symbol.asyncDispose]();
    await tools[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  /** What the object says by a condition: `True WaitsForApproval`. */
  const says = async (type: string) => {
    const object = await aicp.get('MCPServer', 'search');
    const { conditions } = status.parse(object?.['status'] ?? {});
    const found = conditions.find((one) => one.type === type);
    return found && { words: `${found.status} ${found.reason}`, message: found.message };
  };
  const untilSays = async (type: string, words: string) => {
    await aicp.until(async () => (await says(type))?.words === words);
  };
  const listed = async () => {
    await using client = await connect(`http://127.0.0.1:${gateway.port}/mcp`, aicp.bootstrapKey);
    return (await client.listTools()).tools.map(({ name }) => name);
  };

  it('says so in a condition, until the new definition is approved', async () => {
    const body = { name: 'search', server_type: 'streamable_http', url: tools.url };
    expect(await admin.post('/api/v1/mcp-servers', body)).toMatchObject({ status: 201 });
    await untilSays('Reachable', 'True Answers');
    await untilSays('ToolsChanged', 'False AsApproved');
    expect((await admin.post(`${PATH}/tools/echo/approve`, {})).status).toBe(200);

    tools.describe('Sends it to somebody else.');
    // A list is taken for the present one for five seconds.
    await aicp.until(async () => !(await listed()).includes('search_echo'));
    await untilSays('ToolsChanged', 'True WaitsForApproval');
    expect((await says('ToolsChanged'))?.message).toContain(
      'of echo the definition is not the approved one any more',
    );
    const shown = await admin.get(PATH);
    expect(JSON.stringify(shown.body)).toContain('WaitsForApproval');

    expect((await admin.post(`${PATH}/tools/echo/approve`, {})).status).toBe(200);
    await untilSays('ToolsChanged', 'False AsApproved');
    expect(await listed()).toContain('search_echo');
  });

  it('that goes away says so, with why and since when', async () => {
    await admin.post('/api/v1/mcp-servers', {
      ...{ name: 'away', server_type: 'streamable_http', url: 'http://127.0.0.1:9999/mcp' },
    });
    await aicp.until(async () =>
      JSON.stringify(await aicp.get('MCPServer', 'away')).includes('Unreachable'),
    );
    expect(JSON.stringify(await aicp.get('MCPServer', 'away'))).toMatch(
      /no gateway has got the list of its tools since 20[^ ]*Z \(connection refused\)/,
    );
  });
});
