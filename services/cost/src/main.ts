import { runMain } from '@aicp/api-kit/service/run-main';
import { pollClientOf } from '@aicp/common/snapshot/poll-client';
import { costEnvironment, toCostConfig } from './config.ts';
import { startCost } from './start.ts';

await runMain(process, {
  name: 'cost',
  environment: costEnvironment,
  start: async (environment, parts) =>
    await startCost(toCostConfig(environment), { ...parts, snapshots: pollClientOf(environment) }),
});
