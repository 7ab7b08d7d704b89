import { runMain } from '@aicp/api-kit/service/run-main';
import { pollClientOf } from '@aicp/common/snapshot/poll-client';
import { mcpHostEnvironment, toMcpHostConfig } from './config.ts';
import { startMcpHost } from './start.ts';

await runMain(process, {
  name: 'mcp-host',
  environment: mcpHostEnvironment,
  start: async (environment, parts) => {
    const host = await startMcpHost(toMcpHostConfig(environment), {
      ...parts,
      snapshots: pollClientOf(environment),
    });
    // Programs have groups of their own, which would outlive a host that fails.
    process.once('exit', () => {
      host.abandon();
    });
    return host;
  },
});
