import type { RedisEnvironment } from '../../config/redis-environment.ts';
import { redisAddressOf } from '../../config/redis-environment.ts';
import type { Logger } from '../../log/logger.ts';
import type { Registry } from '../../metrics/registry.ts';
import type { Clock } from '../../time/clock.ts';
import type { Allowance } from '../allowance.ts';
import type { Counters } from '../counters.ts';
import { MemoryCounters } from '../memory-counters.ts';
import { CountersMetrics } from './counters-metrics.ts';
import type { CountersChange } from './membership.ts';
import { openClient } from './open-client.ts';
import { RedisCounters } from './redis-counters.ts';
import { RedisStore, type Store } from './store.ts';
import { STORE_TIMES } from './times.ts';

export interface OpenCountersOptions {
  /** What `openStore` gave. It is closed with the counters. */
  readonly store: Store | undefined;
  /** What a schema with `REDIS_ENVIRONMENT` read. */
  readonly environment: Pick<RedisEnvironment, 'AICP_REDIS_DEADLINE_MS'>;
  readonly clock: Clock;
  /** Gives [0, 1). */
  readonly random: () => number;
  /** A name that no process has, nor had. */
  readonly replica: string;
  readonly log: Logger;
  readonly registry: Registry;
  /** How many replicas count together; asked whenever this one counts alone. */
  readonly expectedReplicas: () => number;
  /** What of each limit is for this process while it counts alone; absent: an equal share. */
  readonly allowance?: Allowance | undefined;
  readonly onChange: (change: CountersChange) => void;
}

/** A connection to the server that the environment names; undefined where it names none. Throws a ConfigError where the environment is not sound. */
export function openStore(environment: RedisEnvironment, random: () => number): Store | undefined {
  const address = redisAddressOf(environment);
  return address && new RedisStore(openClient(address, random), address.installation);
}

/**
 * Counters in that server, else in memory. Resolves when they count together with other replicas, or when it is known that
 * the server does not answer yet (at most 2 s): they count alone until it does.
 */
export async function openCounters(options: OpenCountersOptions): Promise<Counters> {
  const { store, environment } = options;
  if (!store) return new MemoryCounters(options.clock, options.expectedReplicas, options.allowance);
  const counters = new RedisCounters({
    ...options,
    store,
    metrics: new CountersMetrics(options.registry),
    times: { ...STORE_TIMES, deadlineMs: environment.AICP_REDIS_DEADLINE_MS },
  });
  await counters.start();
  return counters;
}
