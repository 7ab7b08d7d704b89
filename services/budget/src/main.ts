import { runMain } from '@aicp/api-kit/service/run-main';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { loadKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { pollClientOf } from '@aicp/common/snapshot/poll-client';
import { budgetEnvironment, toBudgetConfig } from './config.ts';
import { startBudget } from './start.ts';

await runMain(process, {
  name: 'budget',
  environment: budgetEnvironment,
  start: async (environment, parts) => {
    const kubeConfig = loadKubeConfig(environment.KUBECONFIG);
    const budget = await startBudget(toBudgetConfig(environment), {
      ...parts,
      api: new KubernetesClient(kubeConfig, 'aicp-budget'),
      snapshots: pollClientOf(environment),
    });
    return {
      stop: async () => {
        await budget.stop();
        await kubeConfig.close();
      },
    };
  },
});
