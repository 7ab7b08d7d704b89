import type { Stage } from './exchange/stage.ts';
import { leaveOpen } from './record/leave-open.ts';
import { outcomeText } from '../usage/journal/encode.ts';
import { outcomeOf } from './settle.ts';

const ANSWERED = 200;

/** Stage: notes with what a provider goes on before its client hears of it, so that a gateway that dies then still settles it. */
export const keepOpen: Stage<'served', 'served'> = {
  name: 'keep-open',
  from: 'served',
  to: 'served',
  hasEffects: true,
  run(phase, flow) {
    if (phase.usage.isOpen === true) leaveOpen(phase, outcomeText(outcomeOf(phase, ANSWERED)));
    flow.pass(phase);
  },
};
