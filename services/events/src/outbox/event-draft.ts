import { createHash } from 'node:crypto';
import type { EventType } from '@aicp/contracts/checks/event-types';

/** Something that happened, as whoever saw it writes it down. */
export interface EventDraft {
  readonly type: EventType;
  /** Of the object or the fact that it is about. */
  readonly uid: string;
  /** Which moment of its life: a state and since when, a period, a time that was due. Whoever sees the same moment again writes the same text. */
  readonly transition: string;
  readonly at: Date;
  /** What it is about: `Budget/engineering`. */
  readonly subject: string;
  /** metadata.name of the Organization whose event it is; undefined: the platform's. */
  readonly organization: string | undefined;
  /** In snake_case, as clients are sent it: less than 16 KiB as JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Names of the EventSubscriptions that are told of it; undefined, or none: all that match. */
  readonly onlyTo?: readonly string[] | undefined;
  /** A test event, which says so to whoever is told of it. */
  readonly isTest?: boolean;
}

/** Characters of a SHA-256 that an id has, in hex. */
const ID_CHARACTERS = 32;

/** The id of an event: the same for the same moment of the same object, whoever saw it and however often. It has no `.`, which Standard Webhooks forbids. */
export function eventIdOf({
  type,
  uid,
  transition,
}: Pick<EventDraft, 'type' | 'uid' | 'transition'>): string {
  const hash = createHash('sha256').update(JSON.stringify([type, uid, transition]));
  return `evt_${hash.digest('hex').slice(0, ID_CHARACTERS)}`;
}
