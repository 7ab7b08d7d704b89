import { Writable } from 'node:stream';
import { readEnvironment } from '../../config/environment.ts';
import { REDIS_ENVIRONMENT, redisAddressOf } from '../../config/redis-environment.ts';
import { createLogger } from '../../log/logger.ts';
import { createRegistry, type Registry } from '../../metrics/registry.ts';
import { systemClock, type Clock } from '../../time/clock.ts';
import { z } from 'zod';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { Taken } from '../counters.ts';
import { CountersMetrics } from '../redis/counters-metrics.ts';
import type { CountersChange } from '../redis/membership.ts';
import { openClient } from '../redis/open-client.ts';
import { RedisCounters } from '../redis/redis-counters.ts';
import { RedisStore, type Store } from '../redis/store.ts';
import { STORE_TIMES, type StoreTimes } from '../redis/times.ts';

/** One of those that count together, with what it logs and tells. */
export interface Replica {
  readonly counters: RedisCounters;
  readonly take: (demands: readonly Demand[], otherwise?: readonly Demand[]) => Promise<Taken>;
  readonly changes: readonly CountersChange[];
  readonly log: readonly string[];
  readonly registry: Registry;
}

/** A replica of an installation, by its environment; `AICP_REDIS_URL` is `url`. */
export async function openReplica(
  where: {
    readonly url?: string;
    readonly installation: string;
    readonly more?: Record<string, string>;
  },
  options: {
    readonly time?: () => number;
    readonly clock?: Clock;
    readonly times?: Partial<StoreTimes>;
    readonly replicas?: number;
    readonly name?: string;
    /** In the place of a server. */
    readonly store?: Store;
    /** Between the replica and its server. */
    readonly through?: (store: Store) => Store;
  } = {},
): Promise<Replica> {
  const environment = readEnvironment(z.object(REDIS_ENVIRONMENT), {
    AICP_REDIS_URL: where.url,
    AICP_REDIS_PREFIX: where.installation.replace(/\W+/g, '-').slice(0, 100),
    ...where.more,
  });
  const address = redisAddressOf(environment);
  if (!address) throw new Error('no address');
  const lines: string[] = [];
  const changes: CountersChange[] = [];
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const registry = createRegistry('test');
  const { through = (store: Store) => store } = options;
  const counters = new RedisCounters({
    store: through(
      options.store ?? new RedisStore(openClient(address, Math.random), address.installation),
    ),
    clock: options.clock ?? systemClock,
    random: Math.random,
    log: createLogger({ service: 'test', level: 'debug', destination }),
    metrics: new CountersMetrics(registry),
    // Machines that run tests are slow at times; those that test the deadline say so.
    times: { ...STORE_TIMES, deadlineMs: 5_000, ...options.times },
    replica: options.name ?? `replica-${crypto.randomUUID()}`,
    expectedReplicas: () => options.replicas ?? 4,
    onChange: (change) => changes.push(change),
    time: options.time,
  });
  await counters.start();
  const take = (demands: readonly Demand[], otherwise?: readonly Demand[]): Promise<Taken> =>
    new Promise((resolve) => {
      counters.take(demands, resolve, otherwise);
    });
  return { counters, take, changes, log: lines, registry };
}
