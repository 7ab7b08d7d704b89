import { endUserOf, LONGEST_USER } from '@aicp/contracts/routing/request/chat-facts';

/** Where a value stands in a body. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where a request of OpenAI's APIs names whom it is for. */
export interface EndUserPlaces {
  readonly user?: Place;
  readonly safety_identifier?: Place;
}

const QUOTE = 0x22;
/** Bytes of a unit of text at most: an escape. */
const BYTES_A_UNIT = 6;

/** Whom a request says that it is for, cut where it is too long to be anybody's name; undefined: it names nobody. */
export const endUserIn = (
  body: Buffer,
  { user, safety_identifier }: EndUserPlaces,
): string | undefined => endUserOf(beginningOf(body, user), beginningOf(body, safety_identifier));

/** The beginning of a string, at least as much of it as counts. Undefined where it is none. */
function beginningOf(body: Buffer, place: Place | undefined): string | undefined {
  if (!place || body[place.start] !== QUOTE) return undefined;
  const end = Math.min(place.end - 1, place.start + 1 + (LONGEST_USER + 1) * BYTES_A_UNIT);
  return unescaped(body.toString('utf8', place.start + 1, end));
}

/** The text of a string's inside that may end in the middle of an escape. */
function unescaped(inside: string): string {
  const whole = inside.replace(/(?<!\\)((?:\\\\)*)\\(?:u[0-9a-f]{0,3})?$/i, '$1');
  return JSON.parse(`"${whole}"`) as string;
}
