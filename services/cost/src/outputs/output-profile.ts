import type { Spread } from './model-outputs.ts';

/**
 * What answers are before anything was seen: half of them between some 90 and 560 tokens, as chats' are. It counts as few answers, so that the first ones that were seen
 * outweigh it. Models that think before they answer are billed for that too, which makes some three times as much.
 */
const CHAT: Spread = { location: Math.log(225), variance: 1.8, within: 0.35 };
const THINKING: Spread = { ...CHAT, location: Math.log(700) };

/** Names, at vendors, of models that always think. */
const THINKS = /(^|\/)(o[1-9](-|$)|gpt-5(?!.*chat)|deepseek-r|.*(reasoner|thinking|reasoning))/i;

/** The profile of a model, by what it is called at its provider. */
export const profileOf = (upstreamModel: string): Spread =>
  THINKS.test(upstreamModel) ? THINKING : CHAT;
