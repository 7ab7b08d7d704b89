import { encodingOf, type Encoding } from './counting/encodings.ts';
import type { TokenCounter } from './counting/token-counter.ts';
import type { ChatPrompt } from './prompt/chat-prompt.ts';
import { imageTokens } from './prompt/image-tokens.ts';
import type { CountingModel, Factors } from './vendor-factors.ts';

/** The tokens of a prompt, as far as they do not depend on who reads it. */
export interface CountedPrompt {
  readonly prompt: ChatPrompt;
  /** Of texts and framing, by the encodings that were asked for. */
  readonly texts: ReadonlyMap<Encoding, number>;
}

/** Tokens that a model is billed for a prompt. */
export interface PromptTokens {
  readonly input: number;
  /** Those of them that are sound. */
  readonly audio: number;
}

/** Counts the texts of a prompt once in each encoding, for however many models. */
export async function countPrompt(
  prompt: ChatPrompt,
  counter: TokenCounter,
  encodings: ReadonlySet<Encoding>,
): Promise<CountedPrompt> {
  const counting = [...encodings].map(
    async (encoding) =>
      [encoding, (await counter.count(prompt.texts, encoding)) + prompt.framing] as const,
  );
  return { prompt, texts: new Map(await Promise.all(counting)) };
}

/** Tokens of the texts and the framing as a model reads them, but for what its vendor counts differently. */
export function textTokens({ texts }: Pick<CountedPrompt, 'texts'>, upstreamModel: string): number {
  const tokens = texts.get(encodingOf(upstreamModel));
  if (tokens === undefined) throw new Error(`nothing was counted as "${upstreamModel}" reads it`);
  return tokens;
}

/** What a counted prompt is for one model. */
export function tokensFor(
  counted: CountedPrompt,
  model: CountingModel,
  factors: Factors,
): PromptTokens {
  const { upstreamModel } = model;
  const { prompt } = counted;
  const text = textTokens(counted, upstreamModel);
  let images = 0;
  for (const image of prompt.images) images += imageTokens(image, upstreamModel);
  const input = Math.round(text * factors.of(model)) + images + prompt.audio;
  return { input, audio: prompt.audio };
}
