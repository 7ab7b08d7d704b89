import type { TokenCounter } from './counting/token-counter.ts';
import type { ChatPrompt } from './prompt/chat-prompt.ts';
import { imageTokens } from './prompt/image-tokens.ts';
import type { VendorFactors } from './vendor-factors.ts';

/** The tokens of a prompt, as far as they do not depend on who reads it. */
export interface CountedPrompt {
  readonly prompt: ChatPrompt;
  /** Of texts and framing, in the encoding o200k. */
  readonly text: number;
}

/** Tokens that a model is billed for a prompt. */
export interface PromptTokens {
  readonly input: number;
  /** Those of them that are sound. */
  readonly audio: number;
}

/** Counts the texts of a prompt once, for however many models. */
export async function countPrompt(
  prompt: ChatPrompt,
  counter: TokenCounter,
): Promise<CountedPrompt> {
  return { prompt, text: (await counter.count(prompt.texts)) + prompt.framing };
}

/** What a counted prompt is for one model. */
export function tokensFor(
  { prompt, text }: CountedPrompt,
  upstreamModel: string,
  factors: Pick<VendorFactors, 'of'>,
): PromptTokens {
  let images = 0;
  for (const image of prompt.images) images += imageTokens(image, upstreamModel);
  const input = Math.round(text * factors.of(upstreamModel)) + images + prompt.audio;
  return { input, audio: prompt.audio };
}
