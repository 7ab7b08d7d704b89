import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { McpServerFragment } from '@aicp/contracts/snapshot/sections/mcp-servers';
import type { McpServerReport } from '@aicp/contracts/poll/health-report';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { toMcpServers } from '../servers/mcp-servers.ts';
import { connect } from '../testing/clients.ts';
import { mcpServer, withServers } from '../testing/fragments.ts';
import { startToolServer } from '../testing/tool-server.ts';
import { McpWatch } from './mcp-watch.ts';

const AWAY = 'http://127.0.0.1:9999/mcp';
const OTHER = '0'.repeat(64);

function watching() {
  const clock = new ManualClock();
  const { log, entries } = recordingLog();
  const egress = { platform: LOCAL_TOO, tenants: PUBLIC_ONLY };
  const watch = new McpWatch({ egress, clock, random: () => 0.5, log });
  onTestFinished(() => watch.stop());
  const told: string[] = [];
  watch.onChange(() => {
    told.push(JSON.stringify(watch.report()));
  });
  const take = (...servers: McpServerFragment[]) => {
    watch.take(toMcpServers(servers, []));
  };
  const reported = (name: string) => watch.report().find((one) => one.name === name);
  const untilReported = async (name: string, holds: (of: McpServerReport) => boolean) => {
    await until(name, () => {
      const report = reported(name);
      return report !== undefined && holds(report);
    });
  };
  const events = () => entries.map(({ event }) => event);
  return { clock, events, reported, take, told, untilReported, watch };
}

describe('what is seen of MCP servers', () => {
  it('is told at once of new ones, and once a minute asked for again', async () => {
    await using tools = await startToolServer();
    const { clock, reported, take, told, untilReported, watch } = watching();
    take(mcpServer('one', tools.url), mcpServer('away', AWAY));
    expect(watch.report()).toEqual([]);
    watch.start();
    await clock.advance(0);
    await untilReported('one', ({ reachable }) => reachable);
    await untilReported('away', ({ reachable }) => !reachable);
    expect(reported('one')).toEqual({
      ...{ name: 'one', uid: 'MCPServer-one', reachable: true },
      ...{ since: '2026-01-01T00:00:00.000Z', changed: [] },
    });
    expect(reported('away')).toEqual({
      ...{ name: 'away', uid: 'MCPServer-away', reachable: false },
      ...{ since: '2026-01-01T00:00:00.000Z', fault: 'connection refused' },
    });
    const asked = tools.asked.length;
    await clock.advance(58_000);
    expect(tools.asked.length).toBe(asked);
    await clock.advance(2_000);
    await until('it is asked again', () => tools.asked.length > asked);
    await clock.advance(1_000);
    // Each of the two was news once.
    expect(told).toHaveLength(2);
  });

  it('is since when it holds, and that it is over soon after', async () => {
    const tools = await startToolServer();
    const { port } = new URL(tools.url);
    const { clock, events, reported, take, untilReported, watch } = watching();
    take(mcpServer('one', tools.url));
    watch.start();
    await clock.advance(0);
    await untilReported('one', ({ reachable }) => reachable);
    await tools[Symbol.asyncDispose]();
    await clock.advance(61_000);
    await untilReported('one', ({ reachable }) => !reachable);
    expect(reported('one')).toMatchObject({ since: '2026-01-01T00:01:00.000Z', changed: [] });
    await using again = await startToolServer(Number(port));
    await clock.advance(16_000);
    await untilReported('one', ({ reachable }) => reachable);
    expect(again.asked.length).toBeGreaterThan(0);
    expect(events()).toContain('mcp_server_unreachable');
    expect(events()).toContain('mcp_server_reachable');
  });

  it('says which tools are not as they were approved, and nothing of them once they are', async () => {
    await using tools = await startToolServer();
    const { clock, events, reported, take, told, untilReported, watch } = watching();
    const pinned = [{ name: 'echo', digest: OTHER }, { name: 'fail' }];
    take(mcpServer('one', tools.url, { tools: pinned }));
    watch.start();
    await clock.advance(0);
    await untilReported('one', ({ changed }) => changed?.join() === 'echo');
    expect(events()).toContain('mcp_tools_changed');
    const before = told.length;
    take(mcpServer('one', tools.url, { tools: [{ name: 'echo' }] }));
    expect(reported('one')?.changed).toEqual([]);
    expect(told).toHaveLength(before + 1);
  });

  it('is forgotten where the server is another one, or at another address, or none', async () => {
    await using tools = await startToolServer();
    const { clock, take, untilReported, watch } = watching();
    take(mcpServer('one', tools.url));
    watch.start();
    await clock.advance(0);
    await untilReported('one', ({ reachable }) => reachable);
    take(mcpServer('one', AWAY));
    expect(watch.report()).toEqual([]);
    await clock.advance(1_000);
    await untilReported('one', ({ reachable }) => !reachable);
    take();
    expect(watch.report()).toEqual([]);
  });
});

describe('a gateway', () => {
  it('tells the operator what it sees, and at once where that is another thing', async () => {
    await using tools = await startToolServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', tools.url, { tools: [] })]),
    });
    const told = async (holds: (of: McpServerReport) => boolean) =>
      await waitFor(() =>
        gateway.operator.polls.at(-1)?.health?.mcp_servers?.some(holds) === true ? true : undefined,
      );
    await told(({ name, reachable }) => name === 'one' && reachable);
    await gateway.operator.push(
      withServers([mcpServer('one', tools.url, { tools: [{ name: 'echo', digest: OTHER }] })]),
    );
    await told(({ changed }) => changed?.join() === 'echo');
    await using client = await connect(`${gateway.url}/mcp`, 'sk-k');
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).not.toContain('one_echo');
  });

  it('without MCP servers asks nobody, and reports none', async () => {
    await using gateway = await startTestGateway({ fragments: {} });
    await waitFor(() => gateway.operator.polls.find(({ applied }) => applied !== null));
    expect(gateway.operator.polls.at(-1)?.health?.mcp_servers).toEqual([]);
  });
});
