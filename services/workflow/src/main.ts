import { runMain } from '@aicp/api-kit/service/run-main';
import { pollClientOf } from '@aicp/common/snapshot/poll-client';
import { toWorkflowConfig, workflowEnvironment } from './config.ts';
import { startWorkflow } from './start.ts';

await runMain(process, {
  name: 'workflow',
  environment: workflowEnvironment,
  start: async (environment, parts) =>
    await startWorkflow(toWorkflowConfig(environment), {
      ...parts,
      snapshots: pollClientOf(environment),
    }),
});
