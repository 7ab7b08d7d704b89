import { MOST_ANSWERS } from '../usage/token-limits.ts';
import type { Routed } from './exchange/phases.ts';

const NO_TOKENS = [0, 0] as const;

/**
 * The tokens that a request is likely to take of the model that is asked first: of its prompt, and of all its answers. An answer has as many
 * as the client allows, or else what this model usually gives.
 */
export function likelyTokens(
  { exchange, input, candidates }: Routed,
  { isBounded = false }: { readonly isBounded?: boolean } = {},
): readonly [input: number, output: number] {
  const [first] = candidates;
  if (!first) return NO_TOKENS;
  const { estimator } = exchange.gateway;
  const { maxTokens, promptCharacters, answers = 1 } = input;
  const { limits } = first;
  const most = Math.min(maxTokens ?? Infinity, limits.answer);
  const answer =
    isBounded && maxTokens !== undefined ? most : estimator.expectedAnswer(first.name, most);
  return [
    Math.min(estimator.tokensOf(first.name, promptCharacters), limits.input),
    Math.min(Math.ceil(answer) * Math.min(answers, MOST_ANSWERS), limits.output),
  ];
}
