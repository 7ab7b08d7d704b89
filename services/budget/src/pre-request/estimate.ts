import { costOf, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import { promptCharacters } from '@aicp/contracts/routing/request/chat-facts';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import type { NamedModel } from '../snapshot/model-names.ts';

/** A request that somebody is about to send. */
export interface PreRequest {
  readonly model: string;
  readonly messages: unknown;
  readonly max_tokens?: number | undefined;
  /** How many answers are asked for; absent: one. */
  readonly n?: number | undefined;
  /** As the request will have them: tags of its spend. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

const CHARACTERS_A_TOKEN = 4;
/** Of an answer whose length nobody bounds. */
const USUAL_OUTPUT = 500;

/** What a request would cost, nano-USD; undefined where its model has no price. */
export function estimate(
  { messages, max_tokens: most, n = 1 }: PreRequest,
  { fragment: { limits }, pricing }: Pick<NamedModel, 'fragment' | 'pricing'>,
  nowMs: number,
): bigint | undefined {
  const input = Math.ceil(promptCharacters(messages) / CHARACTERS_A_TOKEN);
  const answer = most ?? Math.min(USUAL_OUTPUT, limits?.maxOutputTokens ?? USUAL_OUTPUT);
  const output = answer * n;
  const cost = costOf({ ...NO_TOKENS, input, output }, pricing.at(nowMs), ONE_REQUEST);
  return cost === null ? undefined : BigInt(cost);
}
