import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

/** What requests may be counted by. */
export const LIMIT_SCOPES = ['global', 'organization', 'team', 'user', 'key', 'model'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

const count = z.int().min(1).optional();

export const rateLimitFragment = z.object({
  source,
  /** metadata.name of the RateLimitPolicy. */
  id: z.string(),
  organization,
  scope: z.enum(LIMIT_SCOPES),
  /** Which one of the scope, a model by its id; absent: each one by itself. */
  value: z.string().optional(),
  priority: z.number(),
  /** RFC 3339; the older of two equal priorities counts. */
  created: z.string(),
  /** Requests a minute, and so on: tokens, a day, at the same time. */
  rpm: count,
  tpm: count,
  rpd: count,
  tpd: count,
  concurrent: count,
  /** So many requests in any so many seconds. */
  burst: z.object({ requests: z.int().min(1), seconds: z.int().min(1) }).optional(),
});
export type RateLimitFragment = z.output<typeof rateLimitFragment>;

export const rateLimits = defineSection({
  name: 'rate_limits',
  item: rateLimitFragment,
  readers: ['gateway', 'admin'],
  guards: () => true,
});
