import { readFileSync } from 'node:fs';
import { ConfigError } from '@aicp/common/config/environment';
import type { z } from 'zod';
import type { adminEnvironment } from './config.ts';
import { gatewayCounts, type LimitCounts } from './kinds/rate-limit-policy/gateway-counts.ts';

/** Where the counts of limits are to be had, by the environment; undefined: nowhere. Throws a ConfigError where half of it is set. */
export function countsOf(
  environment: Pick<
    z.output<typeof adminEnvironment>,
    'AICP_GATEWAY_URL' | 'AICP_COUNTS_TOKEN_FILE'
  >,
): LimitCounts | undefined {
  const { AICP_GATEWAY_URL: url, AICP_COUNTS_TOKEN_FILE: file } = environment;
  if (url === undefined && file === undefined) return undefined;
  if (url === undefined || file === undefined) {
    throw new ConfigError('AICP_GATEWAY_URL and AICP_COUNTS_TOKEN_FILE go together');
  }
  return gatewayCounts(url, () => readFileSync(file, 'utf8').trim());
}
