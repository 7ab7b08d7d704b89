import { totalOf } from '@aicp/contracts/usage/token-totals';
import type { EarlierHolds } from '../limits/earlier/earlier-holds.ts';
import type { LeftBy } from '../pipeline/exchange/backgrounds.ts';
import type { Runtime } from '../routing/runtime.ts';
import { toRecord, type OutcomeLine } from '../usage/journal/codec.ts';
import { likelyOutcome, modelOf, type LeftResponse } from './left/left-response.ts';

/** As limits and budgets let it go on. */
function heldOutcome(left: LeftResponse): OutcomeLine {
  const likely = likelyOutcome(left, undefined);
  const { holds } = left.later;
  return holds ? { ...likely, tok: [holds[0], 0, 0, 0, 0], cost: holds[1] } : likely;
}

/** Holds again what a response of an earlier process held, until it is settled. */
export function takenOver(
  left: LeftResponse,
  holds: Pick<EarlierHolds, 'take'>,
  runtime: Runtime,
): LeftBy {
  const { intent } = left;
  const held = holds.take(toRecord(intent, heldOutcome(left)));
  return {
    model: modelOf(left, runtime),
    settle: (outcome, bytes) => {
      const record = toRecord(intent, outcome);
      const { payer } = record;
      held.settle({
        ...{ tokens: totalOf(record), cost: record.cost_nano_usd ?? 0, payer },
        // An organization's own provider is believed for what came alone, where others share the count.
        most: payer === 'organization' ? bytes : Infinity,
      });
    },
  };
}
