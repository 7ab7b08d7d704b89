import { costOf, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import { PriceSchedule } from '@aicp/contracts/prices/price-schedule';
import { promptCharacters } from '@aicp/contracts/routing/request/chat-facts';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';

/** A request that somebody is about to send. */
export interface PreRequest {
  readonly model: string;
  readonly messages: unknown;
  readonly max_tokens?: number | undefined;
}

const CHARACTERS_A_TOKEN = 4;
/** Of an answer whose length nobody bounds. */
const USUAL_OUTPUT = 500;

/** What a request would cost, nano-USD; undefined where its model is not known here, or has no price. */
export function estimate(
  { messages, max_tokens: most }: PreRequest,
  model: ModelFragment | undefined,
  nowMs: number,
): bigint | undefined {
  if (!model) return undefined;
  const input = Math.ceil(promptCharacters(messages) / CHARACTERS_A_TOKEN);
  const output = most ?? Math.min(USUAL_OUTPUT, model.limits?.maxOutputTokens ?? USUAL_OUTPUT);
  const prices = new PriceSchedule(model, model.mode).at(nowMs);
  const cost = costOf({ ...NO_TOKENS, input, output }, prices, ONE_REQUEST);
  return cost === null ? undefined : BigInt(cost);
}
