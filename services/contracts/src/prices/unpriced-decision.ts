import type { UnpricedModelPolicy } from '@aicp/crds/control-plane';

/**
 * Whether a request may be sent to a model. One without a price is refused by `block`; by `warn` where a limit on money applies to the request, which could not hold
 * else; and never by `zero`, which counts it as free.
 */
export function unpricedDecision({
  isPriced,
  policy,
  hasMoneyLimit,
}: {
  readonly isPriced: boolean;
  readonly policy: UnpricedModelPolicy;
  readonly hasMoneyLimit: boolean;
}): 'serve' | 'refuse' {
  if (isPriced || policy === 'zero') return 'serve';
  return policy === 'block' || hasMoneyLimit ? 'refuse' : 'serve';
}
