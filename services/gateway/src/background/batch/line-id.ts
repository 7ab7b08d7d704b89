import { createHmac } from 'node:crypto';

/** Characters of a record's id that say when it began, and which version it is of. */
const START = 15;
/** Hexadecimal digits of an id beyond those and the variant. */
const DIGITS = 18;

/** The id of the record of one request of a batch: the same whoever settles the batch, and however often, so that it counts once. It begins as the batch's does, and is a UUID as that is. */
export function lineIdOf(batchId: string, customId: string): string {
  const digest = createHmac('sha256', batchId).update(customId).digest('hex').slice(0, DIGITS);
  const [first, second, third] = [digest.slice(0, 3), digest.slice(3, 6), digest.slice(6)];
  return `${batchId.slice(0, START)}${first}-8${second}-${third}`;
}
