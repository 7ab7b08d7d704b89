import { openParts, type AdminDeps } from './admin-parts.ts';
import type { AdminConfig } from './config.ts';
import { isReady } from './http/health-routes.ts';
import { serve } from './serve.ts';

export interface RunningAdmin {
  readonly port: number;
  /** Undefined where /metrics has no port of its own. */
  readonly metricsPort: number | undefined;
  /** Whether it can do its work. */
  ready(): boolean;
  /** No new connections, then the open requests end, then what they stand on. */
  stop(): Promise<void>;
}

/**
 * Starts an admin service; resolves when it listens and has a snapshot, or has looked for one in vain. The database and the Kubernetes
 * API may come later. Rejects where a port or the data directory can't be used.
 */
export async function startAdmin(config: AdminConfig, deps: AdminDeps): Promise<RunningAdmin> {
  const { log } = deps;
  await using starting = new AsyncDisposableStack();
  const parts = await openParts(config, deps, starting);
  const serving = await serve(parts);
  starting.defer(() => serving.stop());
  await parts.receiver.start();
  starting.defer(() => parts.receiver.stop());
  const { port, metricsPort } = serving;
  log.info({ port, instance: config.instance }, 'admin_started');
  const running = starting.move();
  return {
    port,
    metricsPort,
    ready: () => isReady(serving.health()),
    stop: async () => {
      await running.disposeAsync();
      log.info({}, 'admin_stopped');
    },
  };
}
