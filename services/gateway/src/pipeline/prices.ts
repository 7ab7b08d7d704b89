import { useOf } from '@aicp/contracts/prices/cost';
import { checkPrices } from '@aicp/contracts/routing/stages';
import { toRefusal } from './exchange/refusal.ts';
import type { Routed } from './exchange/phases.ts';
import { hasBudget } from './spend/has-budget.ts';
import type { Stage } from './exchange/stage.ts';

/** Stage: nothing is sent to a model without a price, where the settings forbid it. What is answered from the cache costs nothing. */
export const prices: Stage<'routed', 'routed'> = {
  name: 'prices',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  isSkippedByHits: true,
  run(phase, flow) {
    const { priced, steps, refusal } = withPrices(phase);
    phase.exchange.steps.push(...steps);
    if (refusal) flow.refuse(toRefusal(refusal));
    else flow.pass(priced);
  },
};

/** A routed request without the models of which no price is known, where the settings or a budget that counts it need one. */
export function withPrices(phase: Routed) {
  const { exchange, requestedName } = phase;
  const { unpricedModelPolicy: policy } = exchange.runtime.settings;
  const { route, steps, refusal } = checkPrices(phase, requestedName, {
    policy,
    hasMoneyLimit: hasBudget(phase),
    at: exchange.at,
    use: useOf(phase.input),
  });
  const priced: Routed = route.instead === phase.instead ? phase : { ...phase, ...route };
  return { priced, steps, refusal };
}
