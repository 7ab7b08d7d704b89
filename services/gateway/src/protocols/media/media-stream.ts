import { startsWith } from '../event-stream/event-data.ts';
import { PassedStream } from '../passing/passed-stream.ts';
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

/**
 * Reads a stream of pictures, sounds or transcripts as it passes: its usage, its images and how it ended. All bytes pass unchanged, an event at a time. It
 * ends with the last of its answers, and at the first event that is an error or no JSON object: neither that nor what follows is passed on.
 */
export class MediaStream extends PassedStream implements StreamAnswer {
  readonly isText: boolean;
  characters = 0;
  progress = 0;
  usage: CountedTokens | undefined;
  private readonly kind: MediaStreamKind;
  private readonly answers: number;
  private ended = 0;

  constructor(kind: MediaStreamKind, answers: number) {
    super();
    this.kind = kind;
    this.answers = answers;
    this.isText = kind.isText;
  }

  get images(): number | undefined {
    return this.kind.makesImages ? this.ended : undefined;
  }

  get finished(): boolean {
    return this.ended > 0;
  }

  protected override reads(): boolean {
    const { data, name } = this.events;
    if (!data) return true;
    if (startsWith(data, 0, DONE_MARK)) {
      this.done = true;
      return true;
    }
    const event = readMediaEvent(data, name);
    if (!event) return this.failsUnread();
    if (event.isError) return this.failsBy(data);
    this.count(event);
    return true;
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
