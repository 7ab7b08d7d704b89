import { costInNanoUsd, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { RecordedRequest } from '@aicp/ledger/query/recorded-requests';
import { CHANGES, type Change } from './replay/comparison.ts';

/** A request that the policy changes something for. */
export interface ChangedRequest {
  readonly request: RecordedRequest;
  readonly change: Change;
  /** Who is asked first without the policy, and with it. */
  readonly from: RoutingModel | undefined;
  readonly to: RoutingModel | undefined;
}

/** Costs in nano-USD by the prices of the snapshot, of requests of which it is known what they used. */
export interface CostSums {
  requests: number;
  /** Those of which no cost can be told: nothing is recorded of their tokens, or a model has no price. */
  unknown: number;
  before: bigint;
  after: bigint;
}

/** What became of the requests of one team, or of all. */
export class OutcomeSums {
  total = 0;
  readonly changes: Record<Change, number> = {
    denied: 0,
    served: 0,
    moved: 0,
    models: 0,
    order: 0,
  };
  readonly cost: CostSums = { requests: 0, unknown: 0, before: 0n, after: 0n };

  /** How many are routed in another way; without those whose order alone is drawn anew. */
  get changed(): number {
    return CHANGES.reduce((sum, name) => sum + (name === 'order' ? 0 : this.changes[name]), 0);
  }
}

/** The costs of one request without and with the policy; undefined where one of them can't be told. */
export function costsOf(
  { request, change, from, to }: ChangedRequest,
  tokens: TokenBuckets | undefined,
): { readonly before: bigint; readonly after: bigint } | undefined {
  if (!tokens) return undefined;
  const at = Date.parse(request.at);
  const by = (model: RoutingModel | undefined): bigint | undefined =>
    model && costInNanoUsd(tokens, model.pricing.at(at), ONE_REQUEST);
  const before = by(from);
  const after = change === 'denied' ? 0n : by(to);
  return before === undefined || after === undefined ? undefined : { before, after };
}
