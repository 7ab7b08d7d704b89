import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { inputOf, outputOf } from '@aicp/contracts/usage/token-totals';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';

/** Tokens that a request to a model can have at most. */
export interface TokenLimits {
  /** Of its prompt. */
  readonly input: number;
  /** Of one answer to it. */
  readonly answer: number;
  /** Of all its answers together. */
  readonly output: number;
}

/** More than any model takes or gives, for one of which nothing is known. */
export const MOST_TOKENS = 100_000_000;
/** So many answers to one request are the most that providers give (`n`). */
export const MOST_ANSWERS = 128;

/** The limits of a model; an answer fits into the context as well. */
export function toLimits(known: ModelFragment['limits']): TokenLimits {
  const input = Math.min(known?.contextWindow ?? MOST_TOKENS, MOST_TOKENS);
  const answer = Math.min(known?.maxOutputTokens ?? MOST_TOKENS, input);
  return { input, answer, output: Math.min(answer * MOST_ANSWERS, MOST_TOKENS) };
}

/** Whether a model can have used so many tokens for one request. */
export function isBelievable(tokens: TokenBuckets, { input, output }: TokenLimits): boolean {
  return inputOf(tokens) <= input && outputOf(tokens) <= output;
}
