import { connect } from '@aicp/gateway/mcp/testing/clients';
import { mcpServer, withServers } from '@aicp/gateway/mcp/testing/fragments';
import { startToolServer } from '@aicp/gateway/mcp/testing/tool-server';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { median } from '../measure.ts';

/**
 * What the gateway adds to a call of a tool: calls through it and directly, one after the other in turn, by the same client, in one process with the server of tools.
 * With `--bars`, fails beyond 2 ms.
 */

const WARM_UP = 300;
const CALLS = 1000;
const MOST_MS = 2;

await using tools = await startToolServer();
await using gateway = await startTestGateway({
  fragments: withServers([mcpServer('one', tools.url)]),
});
await using direct = await connect(tools.url, 'none');
await using through = await connect(`${gateway.url}/mcp`, 'sk-k');

const timed = async (client: typeof direct, name: string): Promise<number> => {
  const began = performance.now();
  await client.callTool({ name, arguments: { text: 'hello' } });
  return performance.now() - began;
};

const times: Record<'direct' | 'through', number[]> = { direct: [], through: [] };
for (let call = 0; call < WARM_UP + CALLS; call += 1) {
  const alone = await timed(direct, 'echo');
  const passed = await timed(through, 'one_echo');
  if (call < WARM_UP) continue;
  times.direct.push(alone);
  times.through.push(passed);
}

const figures = {
  direct_p50_ms: median(times.direct),
  gateway_p50_ms: median(times.through),
  added_p50_ms: median(times.through) - median(times.direct),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
if (process.argv.includes('--bars') && figures.added_p50_ms > MOST_MS) process.exitCode = 1;
