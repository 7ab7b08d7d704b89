import type { RoutingModel } from '@aicp/contracts/routing/served';
import type { TokenLimits } from '../usage/token-limits.ts';
import type { Prices } from '../usage/cost.ts';
import type { RuntimeProvider } from './runtime-provider.ts';

/** A model as requests use it: what routing reads of it, and what is needed to send a request there and to bill it. */
export interface RuntimeModel extends RoutingModel {
  readonly provider: RuntimeProvider;
  readonly upstreamModel: string;
  readonly weight: number;
  /** Unix seconds. */
  readonly created: number;
  readonly prices: Prices;
  readonly priceVersion: string;
  /** Tokens that a request can have at most. */
  readonly limits: TokenLimits;
}
