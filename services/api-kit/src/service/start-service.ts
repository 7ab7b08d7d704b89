import { openDatabase, shareable } from '@aicp/common/database/open-database';
import { createRegistry } from '@aicp/common/metrics/registry';
import { CallerLimits } from '../access/caller-limits.ts';
import type { ServiceConfig } from './environment.ts';
import { isReady, type Health } from './health-routes.ts';
import { serve } from './serve.ts';
import type { ServiceDefinition, ProcessParts } from './service.ts';

export interface RunningService {
  readonly port: number;
  /** Undefined where /metrics has no port of its own. */
  readonly metricsPort: number | undefined;
  /** Whether it can do its work. */
  ready(): boolean;
  /** Takes no new connections, lets open requests end, and then ends what they stand on. */
  stop(): Promise<void>;
}

/**
 * Starts a service; resolves when it listens and its features have begun. The database may come later. Rejects where a port or the data
 * directory can't be used.
 */
export async function startService<Tables>(
  definition: ServiceDefinition<Tables>,
  config: ServiceConfig,
  parts: ProcessParts,
): Promise<RunningService> {
  const { name } = definition;
  const { log } = parts;
  await using starting = new AsyncDisposableStack();
  const location = shareable(config.database, parts);
  const database = await openDatabase<Tables>({ ...definition.database, ...parts, location });
  starting.defer(() => database.close());
  const registry = createRegistry(name);
  const limits = new CallerLimits(config.limits);
  const floor = { ...parts, config, database, location, registry, limits };
  const features = await definition.open(floor);
  for (const part of features.background ?? []) {
    part.start();
    starting.defer(() => part.stop());
  }
  let isDraining = false;
  const health = (): Health => ({
    own: features.health?.now() ?? { isReady: true, report: {} },
    database: database.isMigrated(),
    isDraining,
  });
  const serving = await serve({ definition, floor, features, health });
  starting.defer(async () => {
    isDraining = true;
    await serving.close();
  });
  await features.begin?.(starting);
  const { port, metricsPort } = serving;
  log.info({ port, instance: config.instance }, `${name}_started`);
  const running = starting.move();
  return {
    port,
    metricsPort,
    ready: () => isReady(health()),
    stop: async () => {
      await running.disposeAsync();
      log.info({}, `${name}_stopped`);
    },
  };
}
