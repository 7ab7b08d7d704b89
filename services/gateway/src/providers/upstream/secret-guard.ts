import { unescaped } from './unescaped.ts';

const REDACTED = Buffer.from('[redacted]');
/** What is shorter stands in for a key where none is wanted (`EMPTY`, `not-needed`), and may be part of any answer. */
const SHORTEST_IN_ANSWERS = 16;
/** What is shorter is no secret, and would blot out words of an error. */
export const SHORTEST_IN_ERRORS = 6;
const ESCAPE_LENGTH = 6;
/** Tokens of the last hours: one that ended long ago is no secret. */
const MOST_LEARNT = 8;
const BACKSLASH = 0x5c;
const UNICODE_ESCAPE = Buffer.from('\\u00');
const SOLIDUS_ESCAPE = Buffer.from('\\/');

/**
 * The last line of defence: takes credentials out of whatever goes to a client, written as it is or with escapes of JSON. What it looks at
 * are whole events and whole answers, so that none is cut in two. A look costs one search of the bytes.
 */
export class SecretGuard {
  private known: readonly Known[] = [];
  private longest = 0;
  private readonly secrets: readonly string[];
  private readonly shortest: number;
  private learnt: readonly string[] = [];

  /** Of `secrets`, those of fewer than `shortest` characters are left alone. */
  constructor(secrets: readonly string[], shortest = SHORTEST_IN_ANSWERS) {
    this.secrets = secrets;
    this.shortest = shortest;
    this.prepare();
  }

  /** The last bytes of a piece that may be the beginning of a credential, at most; 0 where there is none. */
  get reach(): number {
    return this.longest;
  }

  /** Takes out these as well: tokens that are got while requests are served. Those that were learnt long before are forgotten. */
  learn(secrets: readonly string[]): void {
    this.learnt = [...secrets, ...this.learnt].slice(0, MOST_LEARNT);
    this.prepare();
  }

  /** The same bytes where they hold no credential. */
  clean(bytes: Buffer): Buffer {
    if (this.known.length === 0) return bytes;
    const found = this.known.flatMap(({ forms }) => forms.flatMap((form) => placesOf(form, bytes)));
    if (isEscaped(bytes)) found.push(...this.escapedIn(bytes));
    return found.length === 0 ? bytes : without(found, bytes);
  }

  /** Where they stand with escapes for characters that need none. */
  private escapedIn(bytes: Buffer): Place[] {
    const { bytes: plain, originOf } = unescaped(bytes);
    return this.known
      .flatMap(({ secret }) => placesOf(secret, plain))
      .map(({ start, end }) => ({ start: originOf(start), end: originOf(end) }));
  }

  private prepare(): void {
    const known = [...new Set([...this.secrets, ...this.learnt])].filter(
      ({ length }) => length >= this.shortest,
    );
    this.known = known.map((one) => ({ secret: Buffer.from(one), forms: formsOf(one) }));
    // Each byte as an escape (`\u0041`), but for the last byte.
    this.longest = Math.max(0, ...known.map((one) => Buffer.byteLength(one) * ESCAPE_LENGTH - 1));
  }
}

/** A credential, and the ways to write it that are looked for first: as it is, and as JSON writes it. */
interface Known {
  readonly secret: Buffer;
  readonly forms: readonly Buffer[];
}

/** Bytes from `start` up to `end`. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const formsOf = (secret: string): Buffer[] =>
  [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].map((form) => Buffer.from(form));

/** Whether characters stand there that need no escape, and have one. */
const isEscaped = (bytes: Buffer): boolean =>
  bytes.indexOf(BACKSLASH) !== -1 &&
  (bytes.indexOf(UNICODE_ESCAPE) !== -1 || bytes.indexOf(SOLIDUS_ESCAPE) !== -1);

function placesOf(needle: Buffer, bytes: Buffer): Place[] {
  const places: Place[] = [];
  let start = bytes.indexOf(needle);
  while (start !== -1) {
    const end = start + needle.length;
    places.push({ start, end });
    start = bytes.indexOf(needle, end);
  }
  return places;
}

/** The bytes with one mark for each place; places that overlap are one. */
function without(found: Place[], bytes: Buffer): Buffer {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: Buffer[] = [];
  let over = -1;
  for (const { start, end } of found) {
    if (start >= over) pieces.push(bytes.subarray(Math.max(over, 0), start), REDACTED);
    over = Math.max(over, end);
  }
  pieces.push(bytes.subarray(over));
  return Buffer.concat(pieces);
}

/** Of a provider that is told none. */
export const NO_SECRETS = new SecretGuard([]);
