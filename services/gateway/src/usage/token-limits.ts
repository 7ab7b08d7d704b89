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
  /** Whether the model says so of its prompt, and of an answer; else these stand for any model. */
  readonly isInputKnown: boolean;
  readonly isAnswerKnown: boolean;
}

/** What a request says that bounds what can be used for it. */
export interface AskedSize {
  /** Bytes of its body. */
  readonly size: number;
  /** The longest answer that it takes, in tokens; undefined where it does not say. */
  readonly maxTokens: number | undefined;
  /** How many answers it wants; absent: one. */
  readonly answers?: number;
}

/** Tokens that are believed of one request. */
export interface Believable {
  readonly input: number;
  readonly output: number;
}

/** More than any model takes or gives, for one of which nothing is known. */
export const MOST_TOKENS = 100_000_000;
/**
 * Tokens of a prompt that are not in its body: pictures, sounds, videos and files that it names by their address, what the provider writes around it, and
 * what tools brought that the provider runs. No model has room for more.
 */
const UNSENT_TOKENS = 2_000_000;
/** Tokens of thought that a provider may not count in the longest answer that was asked for. */
const THOUGHT_TOKENS = 500_000;
/** Of an answer for which nothing was asked; several times what any model gives. */
const LONGEST_ANSWER = 1_000_000;
/** So many answers to one request are the most that providers give (`n`). */
export const MOST_ANSWERS = 128;

/** The limits of a model; an answer fits into the context as well. */
export function toLimits(known: ModelFragment['limits']): TokenLimits {
  const input = Math.min(known?.contextWindow ?? MOST_TOKENS, MOST_TOKENS);
  const answer = Math.min(known?.maxOutputTokens ?? MOST_TOKENS, input);
  return {
    ...{ input, answer, output: Math.min(answer * MOST_ANSWERS, MOST_TOKENS) },
    isInputKnown: known?.contextWindow !== undefined,
    isAnswerKnown: known?.maxOutputTokens !== undefined,
  };
}

/**
 * The most that a model can have used for a request: what the model says, and where it does not, what the request can have come to. No token is less than
 * a byte; a provider may ask its model once for each answer.
 */
export function mostBelievable(limits: TokenLimits, asked: AskedSize): Believable {
  const { input, output, isInputKnown, isAnswerKnown } = limits;
  const answers = Math.min(asked.answers ?? 1, MOST_ANSWERS);
  const { maxTokens } = asked;
  const answer = maxTokens === undefined ? LONGEST_ANSWER : maxTokens + THOUGHT_TOKENS;
  return {
    input: isInputKnown ? input : Math.min(input, asked.size * answers + UNSENT_TOKENS),
    output: isAnswerKnown ? output : Math.min(output, answer * answers),
  };
}

/**
 * The most that is taken for what nobody counted: never more than would have been believed. An estimate knows only of what came, thoughts of which the
 * provider sends the text included, and none of that is longer than the client asked for, or the model can give.
 */
export function mostEstimated(limits: TokenLimits, asked: AskedSize): Believable {
  const { input, output } = mostBelievable(limits, asked);
  const answer = Math.min(Math.ceil(asked.maxTokens ?? Infinity), limits.answer);
  const answers = Math.min(asked.answers ?? 1, MOST_ANSWERS);
  return { input, output: Math.min(output, answer * answers) };
}

/** Whether so many tokens can be. */
export function isBelievable(tokens: TokenBuckets, { input, output }: Believable): boolean {
  return inputOf(tokens) <= input && outputOf(tokens) <= output;
}
