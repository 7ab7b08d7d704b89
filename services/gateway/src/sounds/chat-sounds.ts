import { soundLength } from './sound-length.ts';

/** What of a chat is sound. */
export interface ChatSounds {
  /** Milliseconds of the sounds that the model hears beside its texts, as they say themselves, or by their sizes; absent: none. */
  readonly soundMs?: number | undefined;
  /** Whether the answer is to be heard; absent: it is text. */
  readonly isSpoken?: true | undefined;
}

/** Where a value stands in a body. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** What stands beside the data of a sound: its form. */
const MOST_BESIDE = 256;
const DATA = /"data"\s*:\s*"(?:data:[a-z0-9/+.;-]{0,64};base64,)?([a-z0-9+/_=-]*)"/i;

/** Milliseconds of the sounds whose `input_audio`, as JSON, stands at these places; undefined where there are none. */
export const soundMsIn = (body: Buffer, places: readonly Place[]): number | undefined =>
  places.length === 0
    ? undefined
    : places.reduce((sum, place) => sum + msOf(body.toString('latin1', place.start, place.end)), 0);

/** Where more stands there than one sound and its form, all of it counts as sound: nobody knows what its reader takes. */
function msOf(json: string): number {
  const data = DATA.exec(json)?.[1] ?? '';
  const isAll = json.length - data.length <= MOST_BESIDE;
  return soundLength(Buffer.from(isAll ? data : json, isAll ? 'base64' : 'latin1'));
}

/** OpenAI's models that hear make a token of a tenth of a second, and Google's 32 of a second (https://ai.google.dev/gemini-api/docs/audio). */
const TOKENS_A_SECOND = 10;
const OF_GOOGLE = 32;

/** Tokens that the sounds of a chat are likely to take of a model. */
export function soundTokens(
  soundMs: number | undefined,
  { provider: { type } }: { readonly provider: { readonly type: string } },
): number {
  const rate = type === 'gemini' || type === 'vertex' ? OF_GOOGLE : TOKENS_A_SECOND;
  return soundMs === undefined ? 0 : Math.ceil((soundMs * rate) / 1000);
}
