import type { RedisEnvironment } from '../../config/redis-environment.ts';
import { redisAddressOf } from '../../config/redis-environment.ts';
import type { Logger } from '../../log/logger.ts';
import type { Registry } from '../../metrics/registry.ts';
import type { Clock } from '../../time/clock.ts';
import type { Counters } from '../counters.ts';
import { MemoryCounters } from '../memory-counters.ts';
import { CountersMetrics } from './counters-metrics.ts';
import type { CountersChange } from './membership.ts';
import { openClient } from './open-client.ts';
import { RedisCounters } from './redis-counters.ts';
import { RedisStore } from './store.ts';
import { STORE_TIMES } from './times.ts';

export interface OpenCountersOptions {
  /** What a schema with `REDIS_ENVIRONMENT` read. */
  readonly environment: RedisEnvironment;
  readonly clock: Clock;
  /** Gives [0, 1). */
  readonly random: () => number;
  /** A name that no process has, nor had. */
  readonly replica: string;
  readonly log: Logger;
  readonly registry: Registry;
  /** How many replicas count together; asked whenever this one counts alone. */
  readonly expectedReplicas: () => number;
  readonly onChange: (change: CountersChange) => void;
}

/**
 * Counters in the server that the environment names, else in memory. Resolves when they count together with other replicas, or when it is known that
 * the server does not answer yet (at most 2 s): they count alone until it does. Throws a ConfigError where the environment is not sound.
 */
export async function openCounters(options: OpenCountersOptions): Promise<Counters> {
  const address = redisAddressOf(options.environment);
  if (!address) return new MemoryCounters(options.clock, options.expectedReplicas);
  const client = openClient(address, options.random);
  const counters = new RedisCounters({
    ...options,
    store: new RedisStore(client, address.installation),
    metrics: new CountersMetrics(options.registry),
    times: { ...STORE_TIMES, deadlineMs: options.environment.AICP_REDIS_DEADLINE_MS },
  });
  await counters.start();
  return counters;
}
