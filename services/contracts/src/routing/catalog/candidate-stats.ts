import type { RoutingModel } from './resolution.ts';

/**
 * What has been seen of models of late, by which strategies order them and conditions on candidates are held. What is sent through an
 * organization's model that uses one of the platform's counts for both.
 */
export interface CandidateStats {
  /** For conditions, 95th percentile of the time that answers took, ms; undefined where none came of late. */
  p95Ms(model: RoutingModel): number | undefined;
  /** For conditions, share of the attempts of late that the provider failed, 0 to 1; undefined where there was none. */
  errorRate(model: RoutingModel): number | undefined;
  /** For strategies, as is what follows: whether there was an attempt of late. */
  isTried(model: RoutingModel): boolean;
  /** Requests that have been sent and are not over. A number to compare by, which need not be whole. */
  inFlight(model: RoutingModel): number;
  /** Mean of the time that answers took, ms; undefined where none came of late, were it that all attempts failed. */
  meanMs(model: RoutingModel): number | undefined;
  /** Tokens used in the last minute. */
  tokensThisMinute(model: RoutingModel): number;
}
