import { isObject, memberOf, textOf, type RealtimeEvent } from './event-members.ts';

/** What is taken for a token of text. */
const CHARACTERS_A_TOKEN = 4;
/** Base64 characters of sound (24 kHz, 16 bits) that are one token of input, and of output: 100 ms, and 50 ms. */
const INPUT_SOUND_A_TOKEN = 6400;
const OUTPUT_SOUND_A_TOKEN = 3200;
/** Telephones' sound (8 kHz, 8 bits) is so much shorter. */
const TELEPHONE = 6;
const TELEPHONE_FORMAT = /^(?:g711_\w+|audio\/pcm[ua])$/;

/** How much a model reads when it answers next, as characters of text, for limits and for what no vendor counts. */
export class ContextSize {
  /** What stands in front of the conversation: instructions and tools. */
  private fixed = 0;
  private conversation = 0;
  private soundRate = 1;

  get characters(): number {
    return this.fixed + this.conversation;
  }

  /** The client sent it. */
  sent(event: RealtimeEvent): void {
    const { audio, item } = event;
    if (typeof audio === 'string')
      this.conversation +=
        (audio.length * CHARACTERS_A_TOKEN * this.soundRate) / INPUT_SOUND_A_TOKEN;
    if (isObject(item)) this.conversation += contentLength(item);
    const session = memberOf(event, 'session');
    if (!isObject(session)) return;
    this.fixed = JSON.stringify([session['instructions'], session['tools']]).length;
    if (isOfTelephones(session)) this.soundRate = TELEPHONE;
  }

  /** Characters of text that an event of the provider brings of an answer. */
  receivedIn({ type, delta }: RealtimeEvent): number {
    if (typeof delta !== 'string' || !type.startsWith('response.')) return 0;
    return type.endsWith('audio.delta')
      ? (delta.length * CHARACTERS_A_TOKEN * this.soundRate) / OUTPUT_SOUND_A_TOKEN
      : delta.length;
  }

  /** A response is over that had, with all that it read, so many tokens. */
  counted(tokens: number): void {
    this.conversation = Math.max(0, tokens * CHARACTERS_A_TOKEN - this.fixed);
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

function isOfTelephones(session: Readonly<Record<string, unknown>>): boolean {
  const audio = memberOf(session, 'audio');
  const formats = [
    ...[session['input_audio_format'], session['output_audio_format']],
    ...['input', 'output'].map((side) =>
      memberOf(memberOf(memberOf(audio, side), 'format'), 'type'),
    ),
  ];
  return formats.some((one) => typeof one === 'string' && TELEPHONE_FORMAT.test(one));
}
