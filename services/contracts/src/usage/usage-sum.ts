import { z } from 'zod';
import { costNanoUsd } from './cost-nano-usd.ts';
import { tokenBuckets, usageRecord } from './usage-record.ts';

/**
 * What is left of usage records that a gateway's disk had no room for: their sums, by everything that spend is told apart by but tags. It counts like one record
 * with so many requests.
 */
export const usageSum = z.object({
  /** UUIDv7; the idempotency key. */
  id: z.string(),
  /** RFC 3339, the hour (UTC) in which the requests came. */
  hour: z.string(),
  organization: usageRecord.shape.organization,
  business_unit: usageRecord.shape.business_unit,
  team: usageRecord.shape.team,
  user: usageRecord.shape.user,
  user_from: usageRecord.shape.user_from,
  key: usageRecord.shape.key,
  model_served: usageRecord.shape.model_served,
  provider: usageRecord.shape.provider,
  price_version: usageRecord.shape.price_version,
  source: usageRecord.shape.source,
  payer: usageRecord.shape.payer,
  requests: z.int().min(1).max(1_000_000_000_000),
  ...tokenBuckets.shape,
  cost_nano_usd: costNanoUsd.nullable(),
});
export type UsageSum = z.output<typeof usageSum>;
