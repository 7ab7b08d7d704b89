import type { Logger } from '@aicp/common/log/logger';
import type { Registry } from '@aicp/common/metrics/registry';
import type { Clock } from '@aicp/common/time/clock';
import type { Recount } from '../limits/recount.ts';
import { register } from '../metrics/family.ts';
import type { Runtime } from '../routing/runtime.ts';
import { toRecord } from '../usage/journal/codec.ts';
import type { Journal } from '../usage/journal/journal.ts';
import { backgroundFamilies } from './background-families.ts';
import { BackgroundResponses } from './background-responses.ts';

/** Takes over what an earlier process left open; `recount` counts that when it is settled. Whoever opens it stops it. */
export const openBackgrounds = ({
  recount,
  registry,
  ...parts
}: {
  readonly recount: Pick<Recount, 'done' | 'countLate'>;
  readonly journal: Pick<Journal, 'settle' | 'settledLater'>;
  readonly runtime: () => Runtime | undefined;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly log: Logger;
}): BackgroundResponses => {
  const backgrounds = new BackgroundResponses({
    ...parts,
    ready: () => recount.done(),
    countEarlier: ({ intent, outcome }, runtime) => {
      recount.countLate(toRecord(intent, outcome), runtime);
    },
  });
  register(registry, backgroundFamilies(backgrounds));
  backgrounds.start();
  return backgrounds;
};
