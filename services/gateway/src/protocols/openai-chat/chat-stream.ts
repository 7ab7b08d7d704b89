import type { CountedTokens, StreamAnswer } from '../protocol.ts';
import { readAnswerModel } from './answer-model.ts';
import { ChunkReader } from './chunk-reader.ts';
import { startsWith } from '../event-stream/event-data.ts';
import { PassedStream } from '../passing/passed-stream.ts';
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

/** One of the last lines, or what it says was used. */
type LastLine = Buffer | { readonly usage: CountedTokens | undefined };

/**
 * Reads a stream of chat completion chunks as it passes: finds its usage, how much text it brought and how it ended; takes the
 * chunk that holds nothing but usage out of it, where the client did not ask for one, and the `"usage":null` of the others, which is
 * there since the gateway asked. All other bytes pass unchanged, an event at a time: nobody can do anything with half of one. It ends at the first event that is an error, or whose data are no JSON object:
 * neither that nor what follows is passed on. It also ends with [DONE], which is passed on.
 */
export class ChatStream extends PassedStream implements StreamAnswer {
  /** Its characters are those of its text. */
  readonly isText = true;
  /** Characters of text so far. */
  characters = 0;
  /** Grows with each event that brings content; not with comments, roles and beginnings of events. */
  progress = 0;

  private readonly strip: boolean;
  private readonly chunk = new ChunkReader();
  private readonly lastLines: LastLine[] = [];
  /** What is taken out of the event that was read last, in the coordinates of its data. */
  private hole: Span | undefined;

  constructor(options: { stripUsage: boolean }) {
    super();
    this.strip = options.stripUsage;
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

  protected override closed(event: Buffer): Buffer {
    const last = event.at(-1);
    if (last === RETURN) return Buffer.concat([event, Buffer.from('\r')]);
    return Buffer.concat([event, Buffer.from(last === NEWLINE ? '\n' : '\n\n')]);
  }

  /** Where something is taken out of the event that was read last. Of data in several lines nothing is. */
  protected override holeInEvent(): Span | undefined {
    const { hole, events } = this;
    if (!hole || events.dataAt === -1) return undefined;
    return { start: events.dataAt + hole.start, end: events.dataAt + hole.end };
  }

  /** Reads the event that is whole; answers whether it is passed on. */
  protected override reads(): boolean {
    const { data, name } = this.events;
    this.hole = undefined;
    if (!data) return true;
    if (name === 'error') return this.failsBy(data);
    if (startsWith(data, 0, DONE_MARK)) {
      this.done = true;
      return true;
    }
    const { chunk } = this;
    if (!chunk.read(data)) return this.failsUnread();
    if (this.strip) this.hole = chunk.nullUsage;
    if (chunk.isError) return this.failsBy(data);
    return chunk.hasFailedChoice ? this.failsBy(undefined) : !this.isUsageAlone(data);
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
