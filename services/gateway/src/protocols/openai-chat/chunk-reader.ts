import { JsonScanner, type JsonLimits } from '@aicp/common/json/json-scanner';
import { deltaCharacters, hasMedia } from './delta-characters.ts';
import { startsWith } from '../event-stream/event-data.ts';
import { isSpace, skipSpace } from './json-bytes.ts';
import type { Span } from './read-members.ts';

/** What a chunk may be made of: far more than any is. */
const LIMITS: JsonLimits = { depth: 128, elements: 65_536 };
/** Nobody asks for more; those beyond count as one. */
const MOST_CHOICES = 256;
const NOTHING = Buffer.alloc(0);
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const ZERO = 0x30;
/** The members that are read. No two are of the same length and begin and end alike, so that most others are told apart by these. */
const NAMES = [
  'choices',
  'delta',
  'error',
  'finish_reason',
  'index',
  'object',
  'text',
  'type',
  'usage',
] as const;
type Name = (typeof NAMES)[number];
const WRITTEN = NAMES.map((name) => ({ name, bytes: Buffer.from(name) }));
const placeOf = (length: number, first: number, last: number): number =>
  length * 32 + ((first + last) & 31);
const BY_PLACE = Array.from({ length: 512 }, (_, place) =>
  WRITTEN.find(({ bytes }) => placeOf(bytes.length, bytes[0] ?? 0, bytes.at(-1) ?? 0) === place),
);
const LONGEST_NAME = 13;
const ERROR_TEXT = Buffer.from('"error"');
/** What some providers write where there is no error. */
const NO_ERROR = ['null', 'false', '""'].map((word) => Buffer.from(word));

const NULL = Buffer.from('null');
const COMMA = 0x2c;

/** Checks the chunks of a stream as JSON, one after another, and finds in the same pass what they say of errors and ends. */
export class ChunkReader {
  /** How many choices the chunk that was read last has. */
  choices = 0;
  /** Characters of text that it brings. */
  characters = 0;
  /** Whether it brings text, or a piece of a sound or a picture. */
  hasContent = false;
  /** Whether it is an error, or holds one at its top. */
  isError = false;
  /** Whether one of its choices failed. */
  hasFailedChoice = false;
  /** Where it says that its usage is null, with a comma beside it; undefined where it does not. */
  nullUsage: Span | undefined;

  private scanner = new JsonScanner(NOTHING, LIMITS);
  private line: Buffer = NOTHING;
  private index = 0;
  private isFinished = false;
  private readonly open = new Set<number>();
  private readonly finished = new Set<number>();

  /** Whether every choice that came so far has said why it finished. */
  get allFinished(): boolean {
    return this.open.size === 0 && this.finished.size > 0;
  }

  /** Reads a chunk; false where it is no JSON object. */
  read(line: Buffer): boolean {
    this.line = line;
    this.scanner = new JsonScanner(line, LIMITS);
    this.choices = 0;
    this.characters = 0;
    this.hasContent = false;
    this.isError = false;
    this.hasFailedChoice = false;
    this.nullUsage = undefined;
    if (this.scanner.peek() !== OPEN_BRACE) return false;
    return this.scanner.eachMember(this.takeMember) && this.scanner.isAtEnd();
  }

  private readonly takeMember = (start: number, end: number): boolean => {
    const { scanner } = this;
    switch (this.nameOf(start, end)) {
      case 'choices':
        if (scanner.peek() !== OPEN_BRACKET) return scanner.skipValue();
        return scanner.eachElement(this.takeChoice);
      case 'error':
        if (this.isErrorHere()) this.isError = true;
        return scanner.problem === undefined;
      case 'usage':
        if (this.isWord(this.passValue(), NULL)) this.nullUsage = this.memberFrom(start - 1);
        return scanner.problem === undefined;
      case 'object':
      case 'type':
        if (this.isWord(this.passValue(), ERROR_TEXT)) this.isError = true;
        return scanner.problem === undefined;
      default:
        return scanner.skipValue();
    }
  };

  private readonly takeChoice = (): boolean => {
    this.index = Math.min(this.choices, MOST_CHOICES);
    this.isFinished = false;
    this.choices += 1;
    const { scanner } = this;
    if (scanner.peek() !== OPEN_BRACE) return scanner.skipValue();
    return scanner.eachMember(this.takeOfChoice) && this.endChoice();
  };

  private endChoice(): true {
    if (this.isFinished) {
      this.finished.add(this.index);
      this.open.delete(this.index);
    } else if (!this.finished.has(this.index)) {
      this.open.add(this.index);
    }
    return true;
  }

  private readonly takeOfChoice = (start: number, end: number): boolean => {
    switch (this.nameOf(start, end)) {
      case 'delta':
      case 'text':
        this.takeDelta(this.passValue());
        break;
      case 'index':
        this.takeIndex();
        break;
      case 'finish_reason':
        this.takeReason();
        break;
      case 'error':
        if (this.isErrorHere()) this.hasFailedChoice = true;
        break;
      default:
        return this.scanner.skipValue();
    }
    return this.scanner.problem === undefined;
  };

  private takeDelta(start: number): void {
    const { line, scanner } = this;
    const characters = deltaCharacters(line, start, scanner.at);
    this.characters += characters;
    if (characters > 0 || hasMedia(line, start, scanner.at)) this.hasContent = true;
  }

  private takeIndex(): void {
    const start = this.passValue();
    const { at } = this.scanner;
    const text = at - start === 1 ? undefined : this.line.toString('latin1', start, at);
    const index = text === undefined ? (this.line[start] ?? 0) - ZERO : Number(text);
    if (index >= 0) this.index = Math.min(index, MOST_CHOICES);
  }

  private takeReason(): void {
    const start = this.passValue();
    if (this.line[start] !== QUOTE || this.scanner.at - start === 2) return;
    if (this.isWord(start, ERROR_TEXT)) this.hasFailedChoice = true;
    else this.isFinished = true;
  }

  private isErrorHere(): boolean {
    const start = this.passValue();
    return !NO_ERROR.some((word) => this.isWord(start, word));
  }

  /** The member that was stepped over, and began at `start`: with the comma before it, or else the one behind it. */
  private memberFrom(start: number): Span {
    const { line, scanner } = this;
    let before = start - 1;
    while (isSpace(line[before])) before -= 1;
    if (line[before] === COMMA) return { start: before, end: scanner.at };
    const after = skipSpace(line, scanner.at);
    return { start, end: line[after] === COMMA ? after + 1 : scanner.at };
  }

  /** Steps over a value; answers where it began. */
  private passValue(): number {
    const { scanner } = this;
    scanner.peek();
    const start = scanner.at;
    scanner.skipValue();
    return start;
  }

  /** Whether the value that was stepped over is this word. */
  private isWord(start: number, word: Buffer): boolean {
    return this.scanner.at - start === word.length && startsWith(this.line, start, word);
  }

  /** The name that stands there, in whatever way it is written; undefined where it is none that is read. */
  private nameOf(start: number, end: number): Name | undefined {
    if (!this.scanner.isPlain) return this.decoded(start, end);
    const length = end - start;
    if (length > LONGEST_NAME) return undefined;
    const { line } = this;
    const found = BY_PLACE[placeOf(length, line[start] ?? 0, line[end - 1] ?? 0)];
    return found && startsWith(line, start, found.bytes) ? found.name : undefined;
  }

  private decoded(start: number, end: number): Name | undefined {
    const written = JSON.parse(`"${this.line.toString('utf8', start, end)}"`) as string;
    return NAMES.find((name) => name === written);
  }
}
