import { costInNanoUsd, mostCost, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import type { Prices } from '@aicp/contracts/prices/prices';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import type { PromptTokens } from '../tokens/prompt-tokens.ts';

/** What one request costs, nano-USD. */
export interface Costs {
  /** Of the prompt, and for being answered at all. */
  readonly input: bigint;
  readonly output: bigint;
  readonly total: bigint;
}

/** The cost of a prompt with an answer of so many tokens; undefined where a price is missing. The parts add up to the total. */
export function costsOf(prompt: PromptTokens, output: number, prices: Prices): Costs | undefined {
  const tokens = { ...NO_TOKENS, input: prompt.input - prompt.audio, audio_input: prompt.audio };
  const input = costInNanoUsd(tokens, prices, ONE_REQUEST);
  const total = costInNanoUsd({ ...tokens, output }, prices, ONE_REQUEST);
  return input === undefined || total === undefined
    ? undefined
    : { input, output: total - input, total };
}

/** The most that a request with this prompt, and an answer of so many tokens, can cost; undefined where a price is missing. */
export const mostOf = (prompt: PromptTokens, output: number, prices: Prices): bigint | undefined =>
  mostCost({ input: prompt.input, output }, prices);
