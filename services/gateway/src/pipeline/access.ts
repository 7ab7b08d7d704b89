import { mayUse } from '../routing/catalog.ts';
import type { Exchange } from './exchange.ts';
import { forbidden, type Refusal } from './refusal.ts';

/** Stage: whether the key may use what it asks for. */
export function access(exchange: Exchange): Refusal | undefined {
  const { asked, caller } = exchange;
  if (asked && mayUse(asked, caller)) {
    exchange.note('access', 'allowed');
    return undefined;
  }
  const message = `This key may not use "${exchange.askedName ?? ''}". GET /v1/models lists what it may use.`;
  return forbidden('model_not_allowed', message);
}
