import { unavailable } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';
import { intentOf } from './record/intent-line.ts';

const RETRY_AFTER_SECONDS = 5;
const NOT_RECORDED =
  'Usage cannot be recorded for now, so that nothing is served. Try again later, or ask whoever runs this gateway to look at its disk.';

/**
 * Stage: writes into the journal that the request is about to be sent. Goes on when that is written, or, as journal.onFull says, also when
 * it can't be. A request that is answered from the cache is sent to nobody, and is written when it is over.
 */
export const intend: Stage<'routed', 'routed'> = {
  name: 'intend',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  isSkippedByHits: true,
  run(phase, flow) {
    const { gateway, id } = phase.exchange;
    gateway.journal.intend(id, intentOf(phase), (mayGo) => {
      if (mayGo) flow.pass(phase);
      else flow.refuse(unavailable('journal_unavailable', NOT_RECORDED, RETRY_AFTER_SECONDS));
    });
  },
};
