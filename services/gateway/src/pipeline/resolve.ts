import { resolveModel } from '@aicp/contracts/routing/stages';
import type { Exchange } from './exchange.ts';
import { toRefusal, type Refusal } from './refusal.ts';

/**
 * Stage: what the asked model stands for: a model by its id or an alias, a group, or the default where none was named; or what stands in
 * for one that has gone.
 */
export function resolve(exchange: Exchange): Refusal | undefined {
  const { at, chat, runtime, viewer } = exchange;
  const { askedName, deprecation, asked, step, refusal } = resolveModel(runtime, viewer, {
    model: chat.model,
    at,
  });
  exchange.askedName = askedName;
  exchange.deprecation = deprecation;
  exchange.asked = asked;
  if (step) exchange.steps.push(step);
  return refusal && toRefusal(refusal);
}
