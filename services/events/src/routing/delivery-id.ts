import { createHash } from 'node:crypto';

/** Characters of a SHA-256 that stand for a subscription. */
const CHARACTERS = 12;
const ID_CHARACTERS = 32;

/** The id of a delivery, which is its `webhook-id`: the same for an event and a subscription over all retries and replays. It has no `.`. */
export const deliveryIdOf = (eventId: string, subscriptionUid: string): string =>
  `${eventId}-${hashOf(subscriptionUid).slice(0, CHARACTERS)}`;

/** The id of the event that a digest of these deliveries is. */
export const digestIdOf = (deliveryIds: readonly string[]): string =>
  `dig_${hashOf(deliveryIds.join('\n')).slice(0, ID_CHARACTERS)}`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
