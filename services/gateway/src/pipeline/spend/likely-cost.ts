import { dearestCost } from '@aicp/contracts/budgets/dearest-cost';
import type { LikelyCost } from '@aicp/contracts/budgets/money-demands';
import { batchPrices } from '@aicp/contracts/prices/batch-prices';
import { costOf, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import { ratesFor, type Prices } from '@aicp/contracts/prices/prices';
import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { SpendRequest } from '../../limits/limiter.ts';
import { soundTokens, type ChatSounds } from '../../sounds/chat-sounds.ts';
import { heardTokens } from '../../sounds/heard-sound.ts';
import { spokenTokens } from '../../usage/spoken-tokens.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { payerOf } from '@aicp/contracts/spend/payer';
import { costTags } from '@aicp/contracts/usage/cost-tags';
import { likelyTokens } from '../exchange/likely-tokens.ts';
import type { Routed } from '../exchange/phases.ts';

/**
 * What a routed request asks of budgets: the cost of the dearest candidate that may serve it, and of a budget of a model the cost of that one; undefined where no
 * budget can apply. What an organization's own provider serves costs the platform nothing.
 */
export function spendRequest(
  phase: Routed,
  model: RuntimeModel | undefined,
): SpendRequest | undefined {
  const { exchange, principal, candidates, input, headerMetadata } = phase;
  const { budgets, settings } = exchange.runtime;
  if (!settings.costTracking || (budgets.isEmpty && !principal.maxBudget)) return undefined;
  return {
    budgets,
    tags: costTags(input.metadata, headerMetadata),
    isDowngraded: phase.isDowngraded === true,
    isOwn: candidates.every(({ provider }) => payerOf(provider) === 'organization'),
    costOf: dearestCost(candidates, model, (one) => likelyCost(phase, one)),
  };
}

/** What a request may cost, nano-USD, if that model serves it. */
export function likelyCost(phase: Asking, model: RuntimeModel): LikelyCost {
  const { parts } = phase.input;
  return parts ? costOfParts(phase, model, parts) : costOfOne(phase, model, false);
}

type Asking = Pick<Routed, 'exchange' | 'input' | 'principal'>;

function costOfParts(
  { exchange, principal }: Asking,
  model: RuntimeModel,
  parts: NonNullable<Routed['input']['parts']>,
): LikelyCost {
  const sum = { likely: 0, sure: 0 };
  for (const input of parts) {
    const { likely, sure } = costOfOne({ exchange, principal, input }, model, true);
    sum.likely = Math.min(sum.likely + likely, Number.MAX_SAFE_INTEGER);
    sum.sure = Math.min(sum.sure + sure, Number.MAX_SAFE_INTEGER);
  }
  return sum;
}

function costOfOne(phase: Asking, model: RuntimeModel, isOfBatch: boolean): LikelyCost {
  const { images, spokenCharacters, heardMs, maxTokens, soundMs, isSpoken } = phase.input;
  const [all, written] = likelyTokens(phase, model, { isBounded: true });
  const sounds = Math.min(all, soundTokens(soundMs, model));
  const prompt = all - sounds;
  const answers = spokenCharacters === undefined ? written : 0;
  const heard = { ...spokenTokens(spokenCharacters), ...soundsOf(sounds), ...heardTokens(heardMs) };
  const ofOne = model.pricing.at(phase.exchange.at);
  const prices = isOfBatch ? batchPrices(ofOne) : ofOne;
  const pieces = { ...ONE_REQUEST, images, spokenCharacters, heardMs };
  const sure = { ...NO_TOKENS, input: prompt, ...heard };
  if (maxTokens !== undefined) sure.output = answers;
  return {
    likely:
      costOf(
        { ...inDearestBuckets({ ...model, isSpoken }, [prompt, answers], prices), ...heard },
        prices,
        pieces,
      ) ?? 0,
    sure: costOf(sure, prices, pieces) ?? 0,
  };
}

const soundsOf = (tokens: number): Partial<TokenBuckets> =>
  tokens === 0 ? {} : { audio_input: tokens };

/** A prompt may be written to the provider's cache, and an answer be thought over, at prices of their own; in a session either may be sound, and so an answer that is to be heard. */
function inDearestBuckets(
  { mode, isSpoken }: Pick<RuntimeModel, 'mode'> & Pick<ChatSounds, 'isSpoken'>,
  [prompt, answers]: readonly [number, number],
  prices: Prices,
): TokenBuckets {
  const rates = ratesFor(prices, prompt);
  const { input = 0n, cacheWrite = 0n, output = 0n, reasoning = 0n } = rates;
  const isSession = mode === 'realtime';
  const audioInput = isSession ? (rates.audioInput ?? 0n) : 0n;
  const audioOutput = isSession || isSpoken === true ? (rates.audioOutput ?? 0n) : 0n;
  const ofPrompt = dearest({ input, cache_write: cacheWrite, audio_input: audioInput });
  const ofAnswer = dearest({ output, reasoning, audio_output: audioOutput });
  return { ...NO_TOKENS, [ofPrompt]: prompt, [ofAnswer]: answers };
}

/** The name of the first of the highest prices. */
const dearest = (prices: Readonly<Record<string, bigint>>): string =>
  Object.entries(prices).reduce((most, one) => (one[1] > most[1] ? one : most))[0];
