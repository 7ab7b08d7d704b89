import { ConfigError, readEnvironment } from '@aicp/common/config/environment';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { loadKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { createLogger } from '@aicp/common/log/logger';
import { pollClientOf } from '@aicp/common/snapshot/poll-environment';
import { systemClock } from '@aicp/common/time/clock';
import { adminEnvironment, toAdminConfig } from './config.ts';
import { startAdmin } from './start.ts';

try {
  await main();
} catch (error) {
  const reason = error instanceof ConfigError ? error.message : String((error as Error).stack);
  process.stderr.write(`admin: ${reason}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const environment = readEnvironment(adminEnvironment, process.env);
  const log = createLogger({ service: 'admin', level: environment.AICP_LOG_LEVEL });
  const kubeConfig = loadKubeConfig(environment.KUBECONFIG);
  const admin = await startAdmin(toAdminConfig(environment), {
    api: new KubernetesClient(kubeConfig, 'aicp-admin'),
    snapshots: pollClientOf(environment),
    log,
    clock: systemClock,
    random: Math.random,
  });
  const stop = (signal: NodeJS.Signals) => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    log.info({ signal }, 'admin_stopping');
    admin
      .stop()
      .then(() => kubeConfig.close())
      .catch((error: unknown) => {
        log.error({ err: error }, 'admin_stop_failed');
        process.exitCode = 1;
      });
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
