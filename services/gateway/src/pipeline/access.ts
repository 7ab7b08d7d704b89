import { mayUse, refusingLimits } from '../routing/catalog.ts';
import type { Exchange } from './exchange.ts';
import { forbidden, type Refusal } from './refusal.ts';

/** Stage: whether the key, its team and its organization all allow what it asks for. */
export function access(exchange: Exchange): Refusal | undefined {
  const { asked, askedName = '', viewer } = exchange;
  if (asked && mayUse(asked, viewer)) {
    exchange.note('access', 'allowed');
    return undefined;
  }
  const holders = asked ? refusingLimits(asked, viewer).map(({ holder }) => holder) : [];
  exchange.note('access', 'refused', holders.join(', '));
  const message = `This key may not use "${askedName}": it is not among the models of the ${holders.join(' and the ')}. GET /v1/models lists what it may use.`;
  return forbidden('model_not_allowed', message);
}
