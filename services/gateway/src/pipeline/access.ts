import { checkAccess } from '@aicp/contracts/routing/stages';
import type { Exchange } from './exchange.ts';
import { toRefusal, type Refusal } from './refusal.ts';

/** Stage: whether the key, its team and its organization all allow what it asks for. */
export function access(exchange: Exchange): Refusal | undefined {
  const { asked, askedName = '', viewer } = exchange;
  if (!asked) return undefined;
  const { step, refusal } = checkAccess(asked, askedName, viewer);
  exchange.steps.push(step);
  return refusal && toRefusal(refusal);
}
