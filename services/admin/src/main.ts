import { runMain } from '@aicp/api-kit/service/run-main';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { loadKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { pollClientOf } from '@aicp/common/snapshot/poll-client';
import { adminEnvironment, toAdminConfig } from './config.ts';
import { openCounts } from './counts.ts';
import { openWorkflowEngine } from './executions/open-workflow-engine.ts';
import { openPlayground } from './playground/open-playground.ts';
import { startAdmin } from './start.ts';

await runMain(process, {
  name: 'admin',
  environment: adminEnvironment,
  start: async (environment, parts) => {
    const kubeConfig = loadKubeConfig(environment.KUBECONFIG);
    const api = new KubernetesClient(kubeConfig, 'aicp-admin');
    const snapshots = pollClientOf(environment);
    const opened = await openCounts(environment, parts);
    const admin = await startAdmin(toAdminConfig(environment), {
      ...parts,
      api,
      snapshots,
      counts: opened.counts,
      playground: openPlayground(environment, parts),
      workflows: openWorkflowEngine(environment, parts),
    });
    return {
      stop: async () => {
        await admin.stop();
        await opened.close();
        await kubeConfig.close();
      },
    };
  },
});
