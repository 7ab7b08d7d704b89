import { isObject, memberOf, textOf, type RealtimeEvent } from './event-members.ts';

/** What is taken for a token of text. */
const CHARACTERS_A_TOKEN = 4;
/** Base64 characters of sound (24 kHz, 16 bits) that are one token of input, and of output: 100 ms, and 50 ms. */
const INPUT_SOUND_A_TOKEN = 6400;
const OUTPUT_SOUND_A_TOKEN = 3200;
const MS_A_TOKEN = 100;
/** Telephones' sound (8 kHz, 8 bits) is so much shorter. */
const TELEPHONE = 6;
const TELEPHONE_FORMAT = /^(?:g711_\w+|audio\/pcm[ua])$/;

/** Sound of a client. */
export interface HeardSound {
  readonly ms: number;
  readonly bytes: number;
}

const NO_SOUND: HeardSound = { ms: 0, bytes: 0 };

/** How much a model reads when it answers next, as characters of text, for limits and for what no vendor counts. */
export class ContextSize {
  /** What stands in front of the conversation: instructions and tools. */
  private readonly fixed = { instructions: 0, tools: 0 };
  private conversation = 0;
  private readonly soundRates = { input: 1, output: 1 };
  private sound: HeardSound = NO_SOUND;

  get characters(): number {
    return this.inFront + this.conversation;
  }

  private get inFront(): number {
    return this.fixed.instructions + this.fixed.tools;
  }

  /** The client sent it. */
  sent(event: RealtimeEvent): void {
    const { audio, item } = event;
    if (typeof audio === 'string') {
      const tokens = (audio.length * this.soundRates.input) / INPUT_SOUND_A_TOKEN;
      this.conversation += tokens * CHARACTERS_A_TOKEN;
      const { ms, bytes } = this.sound;
      this.sound = { ms: ms + tokens * MS_A_TOKEN, bytes: bytes + (audio.length * 3) / 4 };
    }
    if (isObject(item)) this.conversation += contentLength(item);
    this.changed(event);
  }

  /** Either side says what its session is like. What it does not name stays. */
  changed({ session }: RealtimeEvent): void {
    for (const name of ['instructions', 'tools'] as const) {
      const member = memberOf(session, name);
      if (member !== undefined) this.fixed[name] = JSON.stringify(member).length;
    }
    for (const side of ['input', 'output'] as const) {
      const format = formatOf(session, side);
      if (format !== undefined)
        this.soundRates[side] = TELEPHONE_FORMAT.test(format) ? TELEPHONE : 1;
    }
  }

  /** Characters of text that an event of the provider brings of an answer. */
  receivedIn({ type, delta }: RealtimeEvent): number {
    if (typeof delta !== 'string' || !type.startsWith('response.')) return 0;
    return type.endsWith('audio.delta')
      ? (delta.length * CHARACTERS_A_TOKEN * this.soundRates.output) / OUTPUT_SOUND_A_TOKEN
      : delta.length;
  }

  /** The sound that was sent since this was asked last: what is written down now is of it. */
  takeSound(): HeardSound {
    const { ms, bytes } = this.sound;
    this.sound = NO_SOUND;
    return { ms: Math.round(ms), bytes: Math.ceil(bytes) };
  }

  /** A response is over that had, with all that it read, so many tokens. */
  counted(tokens: number): void {
    this.conversation = Math.max(0, tokens * CHARACTERS_A_TOKEN - this.inFront);
  }
}

/** A picture is so many tokens, whatever its bytes. */
const PICTURE_TOKENS = 1000;

/** Sound within an item is counted as sound, a picture as one; everything else as it is written. */
function contentLength(item: Readonly<Record<string, unknown>>): number {
  const { content } = item;
  let length = JSON.stringify(item).length;
  for (const part of Array.isArray(content) ? content : []) {
    const sound = textOf(part, 'audio')?.length ?? 0;
    const picture = textOf(part, 'image_url')?.length ?? 0;
    const tokens = sound / INPUT_SOUND_A_TOKEN + (picture > 0 ? PICTURE_TOKENS : 0);
    length += tokens * CHARACTERS_A_TOKEN - sound - picture;
  }
  return length;
}

/** The format of the sound of a side, as either API has it; undefined where it is not said. */
function formatOf(session: unknown, side: 'input' | 'output'): string | undefined {
  const format = memberOf(memberOf(memberOf(session, 'audio'), side), 'format');
  return textOf(session, `${side}_audio_format`) ?? textOf(format, 'type');
}
