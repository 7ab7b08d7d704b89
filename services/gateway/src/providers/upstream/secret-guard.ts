const REDACTED = '[redacted]';
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
  /** Each as it is, and as JSON writes it; none where there is no credential. */
  private needles: readonly Buffer[] = [];
  private pattern = /$^/g;
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
    if (this.needles.length === 0) return bytes;
    const mayHoldIt = this.needles.some((needle) => bytes.includes(needle)) || isEscaped(bytes);
    if (!mayHoldIt) return bytes;
    const text = bytes.toString('latin1');
    const clean = text.replace(this.pattern, REDACTED);
    return clean === text ? bytes : Buffer.from(clean, 'latin1');
  }

  private prepare(): void {
    const known = [...new Set([...this.secrets, ...this.learnt])].filter(
      ({ length }) => length >= this.shortest,
    );
    // One that holds another is looked for first.
    known.sort((a, b) => b.length - a.length);
    this.needles = known.flatMap(needlesOf);
    // Each byte as an escape (`\u0041`), but for the last byte.
    this.longest = Math.max(0, ...known.map((one) => Buffer.byteLength(one) * ESCAPE_LENGTH - 1));
    this.pattern = new RegExp(known.map(patternOf).join('|') || '$^', 'g');
  }
}

const needlesOf = (secret: string): Buffer[] =>
  [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].map((form) => Buffer.from(form));

/** Whether characters stand there that need no escape, and have one. */
const isEscaped = (bytes: Buffer): boolean =>
  bytes.indexOf(BACKSLASH) !== -1 &&
  (bytes.indexOf(UNICODE_ESCAPE) !== -1 || bytes.indexOf(SOLIDUS_ESCAPE) !== -1);

/** A credential in all ways to write it, over bytes that are read as Latin-1. */
const patternOf = (secret: string): string => Array.from(secret, formsOf).join('');

function formsOf(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  const hex = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const raw = Array.from(Buffer.from(character), toPattern).join('');
  const escaped = '/"\\'.includes(character) ? String.raw`\\${raw}|` : '';
  return String.raw`(?:${escaped}\\u${hex}|${raw})`;
}

/** A byte, whatever it means in a pattern. */
const toPattern = (byte: number): string => String.raw`\x${byte.toString(16).padStart(2, '0')}`;

/** Of a provider that is told none. */
export const NO_SECRETS = new SecretGuard([]);
