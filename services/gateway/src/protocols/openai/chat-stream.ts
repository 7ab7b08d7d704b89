import { jsonProblem } from '@aicp/common/json/json-scanner';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { deltaCharacters } from './delta-characters.ts';
import { skipSpace } from './json-bytes.ts';
import { readUsage } from './usage-object.ts';

const CHOICES_KEY = Buffer.from('"choices"');
/** An error as the first member, or after others that are no lists or objects. */
const ERROR_MEMBER = /^\{(?:\s*"[^"\\]*"\s*:\s*(?:"[^"\\]*"|[\w.+-]+)\s*,)*\s*"error"\s*:\s*[{"]/;
const ERROR_WITHIN = 1024;
const DATA_FIELD = Buffer.from('data:');
const FINISHED = /"finish_reason":\s*"/;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** A line longer than this (a picture, a sound) is passed on before it is whole, and not looked into. */
const LONGEST_LINE = 262_144;
/** What a chunk may be made of: far more than any is. */
const FRAME_LIMITS = { depth: 128, elements: 65_536 };
const DONE_MARK = Buffer.from('[DONE]');
/** The usage, the reason to finish and [DONE] are among the last events. */
const LAST_LINES = 3;
/** A larger line is read when it comes, so that it need not be kept. */
const LARGEST_KEPT = 16_384;

/** What one of the last lines says, or the line, to be read if it was one of the last. */
type LastLine = Buffer | { readonly usage: TokenBuckets | undefined; readonly finishes: boolean };

/**
 * Reads a stream of chat completion chunks as it passes: finds its usage, how much text it brought and how it ended; takes the
 * chunk that holds nothing but usage out of it, where the client did not ask for one. All other bytes pass unchanged, a line at a
 * time: nobody can do anything with half of one. It ends at the first event that is an error, or whose data are no JSON object:
 * neither that nor what follows is passed on.
 */
export class ChatStream {
  /** Its characters are those of its text. */
  readonly isText = true;
  /** Characters of text so far. */
  characters = 0;
  /** Grows with each event that brings content; not with comments, roles and beginnings of events. */
  progress = 0;
  /** The data of the error that the provider put into the stream. */
  errorFrame: Buffer | undefined;
  /** Whether some data were no JSON object. */
  private isGarbage = false;

  private readonly strip: boolean;
  private readonly lastLines: LastLine[] = [];
  private done = false;
  private held: Buffer | undefined;
  private inLongLine = false;
  private lineOfEvent = 0;
  private dropBlank = false;

  constructor(options: { stripUsage: boolean }) {
    this.strip = options.stripUsage;
  }

  /** Takes what came and answers what goes on to the client: nothing, where it has to wait for the end of a line. */
  push(chunk: Buffer): Buffer | undefined {
    if (this.failed) return undefined;
    const bytes = this.held ? Buffer.concat([this.held, chunk]) : chunk;
    const whole = bytes.lastIndexOf(NEWLINE) + 1;
    const kept = this.readLines(bytes, whole);
    return join(kept, this.hold(bytes, whole));
  }

  /** Whether the provider put an error into the stream, or something that is no event of it. */
  get failed(): boolean {
    return this.isGarbage || this.errorFrame !== undefined;
  }

  /** Why it failed. */
  get problem(): string {
    return this.errorFrame
      ? 'the stream holds an error'
      : 'the stream holds what is no JSON object';
  }

  /** What was still held back when the stream ended. */
  end(): Buffer | undefined {
    const { held } = this;
    this.held = undefined;
    if (!held) return undefined;
    const isUsage = this.readLine(held, 0, held.length);
    return this.failed || (this.strip && isUsage) ? undefined : held;
  }

  /** What has to be passed on before another event, where what was passed on so far ends in the midst of one. */
  get endOfEvent(): string {
    if (this.inLongLine) return '\n\n';
    return this.lineOfEvent > 0 ? '\n' : '';
  }

  /** Whether the stream came to its end: [DONE], or a reason to finish. */
  get finished(): boolean {
    return this.done || this.lastLines.some(finishes);
  }

  /** The newest usage that the provider reported. */
  get usage(): TokenBuckets | undefined {
    for (const line of this.lastLines.toReversed()) {
      const usage = usageIn(line);
      if (usage) return usage;
    }
    return undefined;
  }

  /** Holds the beginning of a line back until its end comes; answers what need not wait. */
  private hold(bytes: Buffer, whole: number): Buffer | undefined {
    this.held = undefined;
    if (this.failed || whole === bytes.length) return undefined;
    const rest = bytes.subarray(whole);
    if (!this.inLongLine && rest.length <= LONGEST_LINE) {
      this.held = rest;
      return undefined;
    }
    this.inLongLine = true;
    return rest;
  }

  /** Reads the lines up to `whole`; answers the bytes that stay. */
  private readLines(bytes: Buffer, whole: number): Buffer | undefined {
    const kept: Buffer[] = [];
    let keptFrom = 0;
    let at = 0;
    while (at < whole) {
      const next = bytes.indexOf(NEWLINE, at) + 1;
      if (this.takesOut(bytes, at, next)) {
        if (at > keptFrom) kept.push(bytes.subarray(keptFrom, at));
        keptFrom = this.failed ? whole : next;
      }
      at = this.failed ? whole : next;
    }
    if (kept.length === 0) return keptFrom < whole ? bytes.subarray(keptFrom, whole) : undefined;
    if (keptFrom < whole) kept.push(bytes.subarray(keptFrom, whole));
    return Buffer.concat(kept);
  }

  /** Whether the line from `at` up to `next` goes: a chunk of usage alone, or the blank line that ended its event. */
  private takesOut(bytes: Buffer, at: number, next: number): boolean {
    if (this.inLongLine) {
      this.inLongLine = false;
      this.progress += 1;
      this.lineOfEvent += 1;
      return false;
    }
    let end = next - 1;
    if (end > at && bytes[end - 1] === RETURN) end -= 1;
    const dropBlank = this.dropBlank;
    this.dropBlank = false;
    if (end === at) {
      this.lineOfEvent = 0;
      return dropBlank;
    }
    const takesOut = this.readLine(bytes, at, end) && this.strip;
    if (this.failed) return true;
    if (takesOut) this.dropBlank = this.lineOfEvent === 0;
    else this.lineOfEvent += 1;
    return takesOut;
  }

  /** Reads one line without its end; answers whether it is a chunk that holds usage and no choice. */
  private readLine(bytes: Buffer, at: number, end: number): boolean {
    if (!startsWith(bytes, at, DATA_FIELD)) return false;
    const start = at + DATA_FIELD.length + (bytes[at + DATA_FIELD.length] === SPACE ? 1 : 0);
    if (startsWith(bytes, start, DONE_MARK)) {
      this.done = true;
      return false;
    }
    const line = bytes.subarray(start, end);
    if (line[0] !== OPEN_BRACE || jsonProblem(line, FRAME_LIMITS)) {
      this.isGarbage = true;
      return false;
    }
    return this.readChunk(line);
  }

  /** Reads one chunk; answers whether it holds usage and no choice. */
  private readChunk(line: Buffer): boolean {
    const last = line.length > LARGEST_KEPT ? factsOf(line) : line;
    if (this.lastLines.push(last) > LAST_LINES) this.lastLines.shift();
    const choices = line.indexOf(CHOICES_KEY);
    if (choices === -1) {
      if (ERROR_MEMBER.test(line.toString('latin1', 0, ERROR_WITHIN))) this.errorFrame = line;
      return false;
    }
    if (isEmptyList(line, choices + CHOICES_KEY.length)) return readUsage(line) !== undefined;
    const characters = deltaCharacters(line, choices, line.length);
    this.characters += characters;
    if (characters > 0) this.progress += 1;
    return false;
  }
}

const factsOf = (line: Buffer) => ({ usage: usageIn(line), finishes: finishes(line) });

const usageIn = (line: LastLine): TokenBuckets | undefined =>
  Buffer.isBuffer(line) ? readUsage(line) : line.usage;

const finishes = (line: LastLine): boolean =>
  Buffer.isBuffer(line) ? FINISHED.test(line.toString('latin1')) : line.finishes;

/** Whether `: []` stands at `at`. */
function isEmptyList(bytes: Buffer, at: number): boolean {
  const open = skipSpace(bytes, skipSpace(bytes, at) + 1);
  return bytes[open] === OPEN_BRACKET && bytes[skipSpace(bytes, open + 1)] === CLOSE_BRACKET;
}

function startsWith(bytes: Buffer, at: number, prefix: Buffer): boolean {
  for (let index = 0; index < prefix.length; index += 1) {
    if (bytes[at + index] !== prefix[index]) return false;
  }
  return true;
}

function join(first: Buffer | undefined, second: Buffer | undefined): Buffer | undefined {
  if (!first || !second) return first ?? second;
  return Buffer.concat([first, second]);
}
