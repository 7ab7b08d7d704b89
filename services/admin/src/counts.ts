import { readFileSync } from 'node:fs';
import type { ProcessParts } from '@aicp/api-kit/service/service';
import { ConfigError } from '@aicp/common/config/environment';
import { openCounters, openStore } from '@aicp/common/counters/redis/open-counters';
import { RedisCounters } from '@aicp/common/counters/redis/redis-counters';
import { Problem } from '@aicp/common/errors/problem';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { createRegistry } from '@aicp/common/metrics/registry';
import type { z } from 'zod';
import type { adminEnvironment } from './config.ts';
import {
  gatewayCounts,
  resolvedAddresses,
  type LimitCounts,
} from './kinds/rate-limit-policy/gateway-counts.ts';

type Environment = z.output<typeof adminEnvironment>;

/** Where the counts of limits are to be had. */
export interface OpenCounts {
  /** Undefined: nowhere. */
  readonly counts: LimitCounts | undefined;
  close(): Promise<void>;
}

/** Opens what the environment names: the Redis that gateways share, else the gateways that count. Throws a ConfigError where half of it is set. */
export async function openCounts(
  environment: Environment,
  parts: ProcessParts,
): Promise<OpenCounts> {
  const store = openStore(environment, parts.random);
  if (!store) {
    return { counts: ofGateway(environment), close: () => Promise.resolve() };
  }
  const counters = await openCounters({
    ...parts,
    store,
    environment,
    replica: `${environment.AICP_INSTANCE}:${uuidV7(parts.clock.now())}`,
    registry: createRegistry('admin-counters'),
    expectedReplicas: () => 1,
    onChange: () => undefined,
  });
  const counts: LimitCounts = {
    peek: async (demands) => {
      if (counters instanceof RedisCounters && counters.lostBecause !== undefined) {
        throw new Problem(503, 'The Redis that counts does not answer: try again when it does.', {
          headers: { 'Retry-After': '5' },
        });
      }
      return await counters.peek(demands);
    },
  };
  return { counts, close: () => counters.close() };
}

function ofGateway(environment: Environment): LimitCounts | undefined {
  const { AICP_GATEWAY_URL: url, AICP_COUNTS_TOKEN_FILE: file } = environment;
  if (url === undefined && file === undefined) return undefined;
  if (url === undefined || file === undefined) {
    throw new ConfigError('AICP_GATEWAY_URL and AICP_COUNTS_TOKEN_FILE go together');
  }
  const token = () => readFileSync(file, 'utf8').trim();
  return gatewayCounts({ url, token, addressesOf: resolvedAddresses });
}
