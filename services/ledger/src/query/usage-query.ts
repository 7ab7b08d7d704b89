import type { TokenBuckets, UsageRecord } from '@aicp/contracts/usage/usage-record';

/** What usage is told apart by. */
export const USAGE_DIMENSIONS = [
  'organization',
  'business_unit',
  'team',
  'user',
  'key',
  'model_served',
  'provider',
  'price_version',
  'source',
  /** '' is the platform. */
  'payer',
  /** Who says the user: '' is the key, 'request' the request. */
  'user_from',
] as const;
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number];

/** Values of which a request has one; '' stands for none, as in requests of platform keys, which have no organization. */
export type UsageFilter = Readonly<Partial<Record<UsageDimension, string | readonly string[]>>>;

export interface UsageQuery<Group extends UsageDimension> {
  /**
   * Milliseconds since 1970. Where no quarter-hour (UTC) begins then, requests count up to the next one as far as their own rows are kept.
   */
  readonly from: number;
  /** Before when; a quarter-hour begins then as well. */
  readonly to: number;
  readonly groupBy: readonly Group[];
  readonly filter?: UsageFilter;
  /**
   * What has rows of its own: each quarter-hour, hour or day (UTC), or what lies between moments, such as the days of a time zone: they rise, the first is `from`
   * and the last before `to`. Absent: one row for all the time.
   */
  readonly step?: 'quarter' | 'hour' | 'day' | readonly number[];
  /**
   * Rejects with SumsDropped where a step begins or ends within a day (UTC) of which only the sum is kept. Without it, what lies between such an edge and the
   * nearest midnight is passed over.
   */
  readonly isExact?: boolean;
}

/** What requests of one group used in one step. */
export interface UsageTotals<Group extends UsageDimension> {
  /** When the step begins. */
  readonly startsMs: number;
  /** What the requests have in common; '' stands for none. */
  readonly group: Readonly<Record<Group, Group extends 'source' ? UsageRecord['source'] : string>>;
  readonly requests: number;
  /** Of these, how many have no price: they cost nothing here. */
  readonly unpriced: number;
  readonly tokens: Readonly<Record<keyof TokenBuckets, bigint>>;
  readonly costNano: bigint;
}
