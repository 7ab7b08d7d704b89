import { NO_TOKENS, type Completion, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { answerCharacters } from '../protocols/openai/answer-characters.ts';
import { readUsage } from '../protocols/openai/usage-object.ts';
import type { RuntimeModel } from '../routing/runtime-model.ts';
import { costOf } from '../usage/cost.ts';
import { isBelievable } from '../usage/token-limits.ts';
import type { AnswerPart } from './answer/answer-part.ts';
import type { Exchange } from './exchange.ts';
import type { Use } from './use.ts';

type Counted = Omit<Use, 'costNanoUsd'>;

/** Stage: what the answer used, by the provider's count or else by an estimate, and its cost. Teaches the estimator. */
export function reckonUsage(exchange: Exchange): void {
  const { served, runtime } = exchange;
  const counted = count(exchange);
  const isPriced = runtime.settings.costTracking && served !== undefined;
  const costNanoUsd = isPriced ? costOf(counted.tokens, served.prices) : null;
  exchange.use = { ...counted, costNanoUsd };
  exchange.note('usage', counted.source, counted.completion);
}

function count(exchange: Exchange): Counted {
  const { ending } = exchange;
  switch (ending.kind) {
    case 'document':
      return ofDocument(exchange, ending.body);
    case 'streamed':
      return ofPart(exchange, ending.stream, 'complete');
    case 'relayed':
      return ofPart(exchange, ending.part, 'complete');
    case 'broken':
      return ofPart(exchange, ending.stream, 'provider_failed');
    case 'cut':
      return ofPart(exchange, ending.part, 'provider_failed');
    case 'gone':
      return ofPart(exchange, ending.part, hasAll(ending.part) ? 'complete' : 'client_gone');
    case 'rejected':
      return { tokens: NO_TOKENS, source: 'provider', completion: 'complete' };
    case 'failed':
      return { tokens: NO_TOKENS, source: 'estimate', completion: 'provider_failed' };
  }
}

/** Some clients hang up as soon as they have read the last event. */
const hasAll = (part: AnswerPart | undefined): boolean => part?.finished === true;

function ofDocument(exchange: Exchange, body: Buffer): Counted {
  const tokens = readUsage(body);
  if (tokens && believes(exchange, tokens)) return learned(exchange, tokens, 0, 'complete');
  return { ...estimate(exchange, answerCharacters(body)), completion: 'complete' };
}

function ofPart(exchange: Exchange, part: AnswerPart | undefined, completion: Completion): Counted {
  const tokens = part?.usage;
  if (tokens && believes(exchange, tokens)) {
    return learned(exchange, tokens, part.isText ? part.characters : 0, completion);
  }
  return { ...estimate(exchange, part?.characters ?? 0), completion };
}

/** Whether the provider's count can be true; one that cannot is logged, and an estimate takes its place. */
function believes({ gateway, served }: Exchange, tokens: TokenBuckets): boolean {
  if (!served || isBelievable(tokens, served.limits)) return true;
  const { id, provider, limits } = served;
  gateway.alarms.warn('usage_not_believed', id, {
    model: id,
    provider: provider.id,
    tokens,
    limits,
  });
  return false;
}

function learned(
  { gateway, served, chat }: Exchange,
  tokens: TokenBuckets,
  characters: number,
  completion: Completion,
): Counted {
  const { estimator } = gateway;
  if (served && completion === 'complete') {
    const prompt = tokens.input + tokens.cached_input + tokens.cache_write;
    estimator.learnPrompt(served.id, chat.promptCharacters, prompt);
    estimator.learnAnswer(served.id, characters, tokens.output);
  }
  return { tokens, source: 'provider', completion };
}

/** What was sent and what came, where nobody counted. A request that never left used nothing. */
function estimate(
  { gateway, served, chat, attempts }: Exchange,
  characters: number,
): Pick<Use, 'tokens' | 'source'> {
  if (!served || attempts === 0) return { tokens: NO_TOKENS, source: 'estimate' };
  const tokensOf = (model: RuntimeModel, length: number) =>
    gateway.estimator.tokensOf(model.id, length);
  const tokens = {
    ...NO_TOKENS,
    input: tokensOf(served, chat.promptCharacters),
    output: tokensOf(served, characters),
  };
  return { tokens, source: 'estimate' };
}
