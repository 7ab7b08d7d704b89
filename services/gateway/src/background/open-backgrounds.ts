import type { Counters } from '@aicp/common/counters/counters';
import type { Logger } from '@aicp/common/log/logger';
import type { Registry } from '@aicp/common/metrics/registry';
import type { Clock } from '@aicp/common/time/clock';
import type { Limiter } from '../limits/limiter.ts';
import { EarlierHolds } from '../limits/earlier/earlier-holds.ts';
import type { Recount } from '../limits/earlier/recount.ts';
import { register } from '../metrics/family.ts';
import type { Runtime } from '../routing/runtime.ts';
import type { Journal } from '../usage/journal/journal.ts';
import { backgroundFamilies } from './background-families.ts';
import { BackgroundResponses } from './background-responses.ts';
import { takenOver } from './taken-over.ts';

/** Takes over what an earlier process left open, when `recount` has counted what that one settled. Whoever opens it stops it. */
export const openBackgrounds = ({
  recount,
  registry,
  limiter,
  counters,
  ...parts
}: {
  readonly recount: Pick<Recount, 'done'>;
  readonly limiter: Limiter;
  readonly counters: Counters;
  readonly journal: Pick<Journal, 'settle' | 'refuse' | 'settledLater'>;
  readonly runtime: () => Runtime | undefined;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly log: Logger;
}): BackgroundResponses => {
  const backgrounds = new BackgroundResponses({
    ...parts,
    ready: () => recount.done(),
    takeOver: (runtime) => {
      const holds = new EarlierHolds({ limiter, counters, clock: parts.clock }, runtime);
      return (left) => takenOver(left, holds, runtime);
    },
  });
  register(registry, backgroundFamilies(backgrounds));
  backgrounds.start();
  return backgrounds;
};
