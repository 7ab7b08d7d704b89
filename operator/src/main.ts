import { randomBytes } from 'node:crypto';
import { ConfigError, readEnvironment } from '@aicp/common/config/environment';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { describeError } from '@aicp/common/kubernetes/errors';
import { loadKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { createLogger } from '@aicp/common/log/logger';
import { createRegistry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import { operatorEnvironment, toConfig } from './environment.ts';
import { startOperator } from './start.ts';

try {
  await main();
} catch (error) {
  const reason = error instanceof ConfigError ? error.message : describeError(error);
  process.stderr.write(`operator: ${reason}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const environment = readEnvironment(operatorEnvironment, process.env);
  const log = createLogger({ service: 'operator', level: environment.AICP_LOG_LEVEL });
  // Everything is told anew from what is stored, so going on after a mistake of ours is safe, and better than a loop of restarts.
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled_rejection'));
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught_exception'));

  const kubeConfig = loadKubeConfig(environment.KUBECONFIG);
  const operator = await startOperator(await toConfig(environment), {
    api: new KubernetesClient(kubeConfig, 'aicp-operator'),
    kubeConfig,
    clock: systemClock,
    random: Math.random,
    randomBytes,
    registry: createRegistry('operator'),
    log,
  });
  let stopping: Promise<void> | undefined;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    log.info({ signal }, 'stopping');
    try {
      await operator.stop();
      await kubeConfig.close();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'stop_failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping ??= stop(signal);
    });
  }
}
