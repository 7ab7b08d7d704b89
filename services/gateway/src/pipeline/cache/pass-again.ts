import { Delivery, type Answered, type Routed } from '../exchange/phases.ts';
import type { Flow } from '../exchange/stage.ts';

/** Passes on a request that the cache answers, as one that was dispatched. Answers false where a provider has to be asked. */
export function passAgain(phase: Routed, flow: Flow<Answered>): boolean {
  const { cache } = phase.exchange;
  if (cache?.state !== 'hit') return false;
  const { answer, wantsUsage } = cache;
  phase.exchange.note('dispatch', 'replayed', answer.model);
  const ending = { kind: 'replayed', answer, wantsUsage } as const;
  flow.pass({ ...phase, phase: 'answered', delivery: new Delivery(phase), ending });
  return true;
}
