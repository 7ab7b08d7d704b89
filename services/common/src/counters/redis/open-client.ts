import { Cluster, Redis } from 'ioredis';
import type { RedisAddress } from '../../config/redis-environment.ts';
import { backoffMs } from '../../time/backoff.ts';

const CONNECT_MS = 2_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;

/** A client that connects at once and again whenever the connection is lost. Commands fail while there is none: no request waits for one. */
export function openClient(address: RedisAddress, random: () => number): Redis | Cluster {
  const { where } = address;
  const retry = (attempt: number): number =>
    backoffMs({ attempt, baseMs: FIRST_WAIT_MS, maxMs: LONGEST_WAIT_MS, random });
  const common = { ...commonOptions(address), retryStrategy: retry };
  if (where.kind === 'server') {
    return new Redis({ ...common, ...where.node, db: where.database });
  }
  if (where.kind === 'cluster') return openCluster(address, retry);
  return new Redis({
    ...common,
    sentinels: where.nodes.map(({ host, port }) => ({ host, port })),
    name: where.master,
    sentinelRetryStrategy: retry,
    ...(common.tls ? { enableTLSForSentinelMode: true, sentinelTLS: common.tls } : {}),
  });
}

function openCluster(address: RedisAddress, retry: (attempt: number) => number): Cluster {
  const nodes = address.where.kind === 'cluster' ? address.where.nodes : [];
  return new Cluster(
    nodes.map(({ host, port }) => ({ host, port })),
    {
      enableOfflineQueue: false,
      clusterRetryStrategy: retry,
      slotsRefreshTimeout: CONNECT_MS,
      redisOptions: commonOptions(address),
      // Certificates are issued for names: an address that was looked up would not match.
      ...(address.tls ? { dnsLookup: asItIs } : {}),
    },
  );
}

const asItIs = (host: string, found: (error: undefined, address: string) => void): void => {
  found(undefined, host);
};

function commonOptions({ username, password, tls }: RedisAddress) {
  return {
    protocol: 2 as const,
    connectionName: 'aicp',
    disableClientInfo: true,
    connectTimeout: CONNECT_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // A master that became a replica: the next connection finds the new one.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: tls.ca === undefined ? {} : { ca: tls.ca } } : {}),
  };
}
