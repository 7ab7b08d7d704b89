import type { CountedTokens, StreamAnswer } from '../protocol.ts';
import { readAnswerModel } from './answer-model.ts';
import { ChunkReader } from './chunk-reader.ts';
import { startsWith } from '../event-stream/event-data.ts';
import { EventSplitter } from '../event-stream/event-splitter.ts';
import type { Span } from './read-members.ts';
import { readUsage } from './usage-object.ts';

const DONE_MARK = Buffer.from('[DONE]');
const RETURN = 0x0d;
const NEWLINE = 0x0a;
/** The usage is in one of the last events, and in none that is larger. */
const LAST_LINES = 3;
const LARGEST_LAST = 262_144;
/** The usage of a larger one is read when it comes, so that it need not be kept. */
const LARGEST_KEPT = 16_384;
/** No error needs more words. */
const LARGEST_ERROR = 65_536;

/** One of the last lines, or what it says was used. */
type LastLine = Buffer | { readonly usage: CountedTokens | undefined };

/**
 * Reads a stream of chat completion chunks as it passes: finds its usage, how much text it brought and how it ended; takes the
 * chunk that holds nothing but usage out of it, where the client did not ask for one, and the `"usage":null` of the others, which is
 * there since the gateway asked. All other bytes pass unchanged, an event at a time: nobody can do anything with half of one. It ends at the first event that is an error, or whose data are no JSON object:
 * neither that nor what follows is passed on. It also ends with [DONE], which is passed on.
 */
export class ChatStream implements StreamAnswer {
  /** Its characters are those of its text. */
  readonly isText = true;
  /** Characters of text so far. */
  characters = 0;
  /** Grows with each event that brings content; not with comments, roles and beginnings of events. */
  progress = 0;
  /** The data of the error that the provider put into the stream. */
  errorFrame: Buffer | undefined;
  /** Why it failed: the provider put an error into the stream, or something that is no event of it. */
  problem: string | undefined;
  /** Whether [DONE] came. */
  done = false;

  private readonly strip: boolean;
  private readonly events = new EventSplitter();
  private readonly chunk = new ChunkReader();
  private readonly lastLines: LastLine[] = [];
  /** What is taken out of the event that was read last, in the coordinates of its data. */
  private hole: Span | undefined;
  /** Whether the last event was passed on. */
  private isKept = true;

  constructor(options: { stripUsage: boolean }) {
    this.strip = options.stripUsage;
  }

  /** Takes what came and answers what goes on to the client: nothing, where it has to wait for the end of an event. */
  push(piece: Buffer): Buffer | undefined {
    if (!this.goesOn()) return undefined;
    const { events } = this;
    const begin = events.begin(piece);
    const kept = new KeptBytes(piece, this.isKept ? 0 : begin, begin);
    let end = events.next();
    while (end !== -1) {
      this.isKept = this.reads();
      if (this.isKept) kept.keep(end, events.whole, this.holeInEvent());
      else kept.leaveOut(end);
      end = this.goesOn() ? events.next() : -1;
    }
    this.problem ??= events.problem;
    return kept.join();
  }

  get failed(): boolean {
    return this.problem !== undefined;
  }

  /** Bytes of an event that is not whole yet. */
  get heldBytes(): number {
    return this.events.heldBytes;
  }

  /** The stream is over: an event that lacks nothing but its line ends is given them. */
  end(): Buffer | undefined {
    const { events } = this;
    if (!this.goesOn() || !events.finish() || !this.reads()) return undefined;
    const { whole } = events;
    return whole && closed(without(whole, this.holeInEvent()));
  }

  /**
   * Whether the stream came to its end: every choice that came said why it finished, or there was some content before [DONE]. One that
   * brought neither has answered nothing.
   */
  get finished(): boolean {
    return this.chunk.allFinished || (this.done && this.progress > 0);
  }

  /** The newest usage that the provider reported. */
  get usage(): CountedTokens | undefined {
    for (const line of this.lastLines.toReversed()) {
      const usage = Buffer.isBuffer(line) ? readUsage(line) : line.usage;
      if (usage) return usage;
    }
    return undefined;
  }

  /** What its last events call its model. */
  get model(): string | undefined {
    const line = this.lastLines.find((one) => Buffer.isBuffer(one));
    return line && readAnswerModel(line);
  }

  /** Where something is taken out of the event that was read last. Of data in several lines nothing is. */
  private holeInEvent(): Span | undefined {
    const { hole, events } = this;
    if (!hole || events.dataAt === -1) return undefined;
    return { start: events.dataAt + hole.start, end: events.dataAt + hole.end };
  }

  private goesOn(): boolean {
    return !this.failed && !this.done;
  }

  /** Reads the event that is whole; answers whether it is passed on. */
  private reads(): boolean {
    const { data, name } = this.events;
    this.hole = undefined;
    if (!data) return true;
    if (name === 'error') return this.failsBy(data);
    if (startsWith(data, 0, DONE_MARK)) {
      this.done = true;
      return true;
    }
    const { chunk } = this;
    if (!chunk.read(data)) {
      this.problem = 'the stream holds what is no JSON object';
      return false;
    }
    if (this.strip) this.hole = chunk.nullUsage;
    if (chunk.isError) return this.failsBy(data);
    return chunk.hasFailedChoice ? this.failsBy(undefined) : !this.isUsageAlone(data);
  }

  private failsBy(error: Buffer | undefined): false {
    this.problem = 'the stream holds an error';
    if (error && error.length <= LARGEST_ERROR) this.errorFrame = error;
    return false;
  }

  /** Counts a chunk; answers whether it holds usage and no choice, and goes. */
  private isUsageAlone(data: Buffer): boolean {
    this.remember(data);
    const { choices, characters, hasContent } = this.chunk;
    if (choices === 0) return this.strip && readUsage(data) !== undefined;
    this.characters += characters;
    if (hasContent) this.progress += 1;
    return false;
  }

  private remember(data: Buffer): void {
    if (data.length > LARGEST_LAST) return;
    const last = data.length > LARGEST_KEPT ? { usage: readUsage(data) } : data;
    if (this.lastLines.push(last) > LAST_LINES) this.lastLines.shift();
  }
}

/** An event without what is taken out of it. */
const without = (event: Buffer, hole: Span | undefined): Buffer =>
  hole ? Buffer.concat([event.subarray(0, hole.start), event.subarray(hole.end)]) : event;

/** An event with the blank line behind it. */
function closed(event: Buffer): Buffer {
  const last = event.at(-1);
  if (last === RETURN) return Buffer.concat([event, Buffer.from('\r')]);
  return Buffer.concat([event, Buffer.from(last === NEWLINE ? '\n' : '\n\n')]);
}

/** What is passed on of a piece of a stream. Events that stand side by side go as one, without being copied. */
export class KeptBytes {
  private readonly piece: Buffer;
  private readonly parts: Buffer[] = [];
  private from: number;
  private end: number;

  /** The bytes from `from` to `end` are kept already. */
  constructor(piece: Buffer, from: number, end: number) {
    this.piece = piece;
    this.from = from;
    this.end = end;
  }

  /** Keeps what goes up to `end`, but for a hole; `whole` where it began before the piece. */
  keep(end: number, whole: Buffer | undefined, hole?: Span): void {
    if (whole) {
      this.parts.push(without(whole, hole));
      this.from = end;
    } else if (hole) {
      this.end = hole.start;
      this.flush();
      this.from = hole.end;
    }
    this.end = end;
  }

  leaveOut(end: number): void {
    this.flush();
    this.from = end;
    this.end = end;
  }

  /** All that was kept; undefined where that is nothing. */
  join(): Buffer | undefined {
    this.flush();
    return this.parts.length > 1 ? Buffer.concat(this.parts) : this.parts[0];
  }

  private flush(): void {
    if (this.end > this.from) this.parts.push(this.piece.subarray(this.from, this.end));
  }
}
