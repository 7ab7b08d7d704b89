import { checkPrices } from '@aicp/contracts/routing/stages';
import { toRefusal } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';

/** Stage: nothing is sent to a model without a price, where the settings forbid it. */
export const prices: Stage<'routed', 'routed'> = {
  name: 'prices',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const { exchange, requestedName } = phase;
    const { unpricedModelPolicy: policy } = exchange.runtime.settings;
    const { route, steps, refusal } = checkPrices(phase, requestedName, {
      policy,
      hasMoneyLimit: false,
      at: exchange.at,
    });
    exchange.steps.push(...steps);
    if (refusal) flow.refuse(toRefusal(refusal));
    else flow.pass(route.instead === phase.instead ? phase : { ...phase, ...route });
  },
};
