import { costOf, type Pieces } from '@aicp/contracts/prices/cost';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { RuntimeModel } from '../../routing/runtime.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** What a model charges for tokens at the moment of a request, nano-USD. Null where costs are not reckoned, and where the model has no price and none is taken for zero. */
export function costAt(
  { runtime, at }: Pick<Exchange, 'runtime' | 'at'>,
  { pricing }: Pick<RuntimeModel, 'pricing'>,
  { tokens, pieces }: { readonly tokens: TokenBuckets; readonly pieces: Pieces },
): number | null {
  const { costTracking, unpricedModelPolicy } = runtime.settings;
  if (!costTracking) return null;
  const known = costOf(tokens, pricing.at(at), pieces);
  return known === null && unpricedModelPolicy === 'zero' ? 0 : known;
}
