import { nameModel as nameModelOf } from '@aicp/contracts/routing/stages';
import { toRefusal } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';

/** Stage: which model is requested, by the client, or else by its prompt, or else by the settings, and what is announced of that name. */
export const nameModel: Stage<'read', 'named'> = {
  name: 'name-model',
  from: 'read',
  to: 'named',
  hasEffects: false,
  run(phase, flow) {
    const { exchange, input, entitlement, prompt } = phase;
    const { runtime, at } = exchange;
    const model = input.model ?? prompt?.modelHint;
    const named = nameModelOf(runtime, entitlement, { model, at });
    if ('status' in named) {
      flow.refuse(toRefusal(named));
      return;
    }
    const { requestedName, deprecation } = named;
    flow.pass({ ...phase, phase: 'named', requestedName, deprecation });
  },
};
