import {
  NO_TOKENS,
  type Completion,
  type TokenBuckets,
  type UsageRecord,
} from '@aicp/contracts/usage/usage-record';

/** What a request used, and what that costs. */
export interface Usage {
  readonly tokens: TokenBuckets;
  readonly source: UsageRecord['source'];
  readonly completion: Completion;
  /** Null where the model has no price, or costs are not reckoned. */
  readonly costNanoUsd: number | null;
  /** Whether the provider goes on with it, so that nobody knows yet; absent: no. */
  readonly isOpen?: boolean;
}

/** Nothing at all. */
export const NO_USAGE: Usage = {
  tokens: NO_TOKENS,
  source: 'estimate',
  completion: 'refused',
  costNanoUsd: 0,
};
