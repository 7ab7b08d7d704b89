import { ConfigError } from '@aicp/common/config/environment';
import { z } from 'zod';
import type { DeliverySettings } from '../usage/delivery/budget-post.ts';

/** What the environment says of where records of usage go. */
export const DELIVERY_ENVIRONMENT = {
  /** The budget service; without it, records stay in the journal. */
  AICP_BUDGET_URL: z.url().optional(),
  /** CA of its certificate, where it is not a public one. */
  AICP_BUDGET_CA_FILE: z.string().optional(),
  /** The token that it knows us by; read again for every batch. */
  AICP_USAGE_TOKEN_FILE: z.string().optional(),
} as const;

/** Throws a ConfigError where there is an address and no token. */
export function deliveryOf(environment: z.output<z.ZodObject<typeof DELIVERY_ENVIRONMENT>>): {
  delivery?: DeliverySettings;
} {
  const { AICP_BUDGET_URL: url, AICP_USAGE_TOKEN_FILE: tokenFile } = environment;
  if (url === undefined) return {};
  if (tokenFile === undefined) {
    throw new ConfigError('AICP_BUDGET_URL goes with AICP_USAGE_TOKEN_FILE');
  }
  return { delivery: { url, tokenFile, caFile: environment.AICP_BUDGET_CA_FILE } };
}
