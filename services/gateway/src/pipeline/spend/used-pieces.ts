import { NO_PIECES, ONE_REQUEST, type Pieces } from '@aicp/contracts/prices/cost';
import { lengthOf } from '../../sounds/heard-sound.ts';
import { MOST_ANSWERS } from '../../usage/token-limits.ts';
import type { Answered, Ending } from '../exchange/phases.ts';

/**
 * What a request used beside its tokens. What is charged for each request is charged for those that a provider answered, be it in part, and so is all that it was to speak:
 * a provider speaks it whether anybody hears it or not, and hears all of a sound. `toldMs`: of sound, as the provider counted it.
 */
export function usedPieces(answered: Answered, toldMs: number | undefined): Pieces {
  const { ending, input } = answered;
  if (!isAnswered(ending)) return NO_PIECES;
  const { spokenCharacters } = input;
  const heardMs = lengthOf(input, toldMs);
  const images = believedImages(answered, imagesOf(ending, input.images));
  return { ...ONE_REQUEST, images, heardMs, spokenCharacters };
}

/** Images of one request that are believed where fewer were asked for: a vendor may have a name of its own for how many, and none makes more at a time. */
const MOST_IMAGES = 16;

/** A provider that tells more images than it can have made does not use up what its clients may spend. */
function believedImages(
  { exchange, delivery, input }: Answered,
  images: number | undefined,
): number | undefined {
  const most = Math.max(Math.min(input.images ?? 1, MOST_ANSWERS), MOST_IMAGES);
  if (images === undefined || images <= most) return images;
  const { id, provider } = delivery.model ?? {};
  exchange.gateway.alarms.warn('usage_not_believed', String(id), {
    ...{ model: id, provider: provider?.id, images, limits: { images: most } },
  });
  return most;
}

/** Images that were made. Where the client left, a provider goes on, and bills those that nobody sees. */
function imagesOf(ending: Ending, asked: number | undefined): number | undefined {
  if (ending.kind === 'document') return ending.images;
  if (isUnseen(ending) && asked !== undefined) return Math.min(asked, MOST_ANSWERS);
  if (isUnread(ending)) return undefined;
  if ('stream' in ending) return ending.stream.images;
  return 'part' in ending ? ending.part?.images : undefined;
}

/** Whether an answer was withheld, or its client left, before all of it came. Its provider makes all of it. */
function isUnseen(ending: Ending): boolean {
  return isUnread(ending) || (ending.kind === 'gone' && ending.inFlight);
}

/** Whether an answer was withheld before all of it came. */
export const isUnread = (ending: Ending): boolean =>
  ending.kind === 'withheld' && !ending.part.finished;

function isAnswered(ending: Ending): boolean {
  if (ending.kind === 'failed') return ending.part !== undefined;
  if (ending.kind === 'gone') return ending.inFlight || ending.part !== undefined;
  return ending.kind !== 'rejected' && ending.kind !== 'replayed';
}
