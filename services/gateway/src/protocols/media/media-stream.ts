import { EventSplitter } from '../event-stream/event-splitter.ts';
import { startsWith } from '../event-stream/event-data.ts';
import { KeptBytes } from '../openai-chat/chat-stream.ts';
import type { CountedTokens, StreamAnswer } from '../protocol.ts';
import { readMediaEvent, type MediaEvent } from './media-event.ts';

/** What sets the streams of one kind of requests apart. */
export interface MediaStreamKind {
  /** The type of events that end what they are about: one for each answer. */
  readonly end: RegExp;
  /** Whether each of them brings an image. */
  readonly makesImages?: true;
  /** Whether all that they bring is sound. */
  readonly isSound?: true;
  /** Whether what they bring is text. */
  readonly isText: boolean;
}

const DONE_MARK = Buffer.from('[DONE]');
/** No error needs more words. */
const LARGEST_ERROR = 65_536;

/**
 * Reads a stream of pictures, sounds or transcripts as it passes: its usage, its images and how it ended. All bytes pass unchanged, an event at a time. It
 * ends with the last of its answers, and at the first event that is an error or no JSON object: neither that nor what follows is passed on.
 */
export class MediaStream implements StreamAnswer {
  readonly isText: boolean;
  characters = 0;
  progress = 0;
  errorFrame: Buffer | undefined;
  problem: string | undefined;
  done = false;
  usage: CountedTokens | undefined;
  private readonly kind: MediaStreamKind;
  private readonly answers: number;
  private readonly events = new EventSplitter();
  private ended = 0;
  /** Whether the last event was passed on. */
  private isKept = true;

  constructor(kind: MediaStreamKind, answers: number) {
    this.kind = kind;
    this.answers = answers;
    this.isText = kind.isText;
  }

  push(piece: Buffer): Buffer | undefined {
    if (!this.goesOn()) return undefined;
    const { events } = this;
    const begin = events.begin(piece);
    const kept = new KeptBytes(piece, this.isKept ? 0 : begin, begin);
    let end = events.next();
    while (end !== -1) {
      this.isKept = this.reads();
      if (this.isKept) kept.keep(end, events.whole);
      else kept.leaveOut(end);
      end = this.goesOn() ? events.next() : -1;
    }
    this.problem ??= events.problem;
    return kept.join();
  }

  end(): Buffer | undefined {
    const { events } = this;
    if (!this.goesOn() || !events.finish() || !this.reads()) return undefined;
    return events.whole && Buffer.concat([events.whole, Buffer.from('\n\n')]);
  }

  get images(): number | undefined {
    return this.kind.makesImages ? this.ended : undefined;
  }

  get failed(): boolean {
    return this.problem !== undefined;
  }

  get finished(): boolean {
    return this.ended > 0;
  }

  get heldBytes(): number {
    return this.events.heldBytes;
  }

  private goesOn(): boolean {
    return !this.failed && !this.done;
  }

  /** Reads the event that is whole; answers whether it is passed on. */
  private reads(): boolean {
    const { data, name } = this.events;
    if (!data) return true;
    if (startsWith(data, 0, DONE_MARK)) {
      this.done = true;
      return true;
    }
    const event = readMediaEvent(data, name);
    if (!event) {
      this.problem = 'the stream holds what is no JSON object';
      return false;
    }
    if (event.isError) return this.failsBy(data);
    this.count(event);
    return true;
  }

  private failsBy(error: Buffer): false {
    this.problem = 'the stream holds an error';
    if (error.length <= LARGEST_ERROR) this.errorFrame = error;
    return false;
  }

  /** What was made is sound, where all of it is. */
  private heard(usage: CountedTokens): CountedTokens {
    if (!this.kind.isSound) return usage;
    return { ...usage, output: 0, audio_output: usage.output + usage.audio_output };
  }

  private count({ type, usage, characters }: MediaEvent): void {
    this.progress += 1;
    if (this.isText) this.characters += characters;
    this.usage = usage ? this.heard(usage) : this.usage;
    if (!this.kind.end.test(type)) return;
    this.ended += 1;
    this.done = this.ended >= this.answers;
  }
}
