import type { Pieces } from '@aicp/contracts/prices/cost';
import { inputOf, outputOf, totalOf } from '@aicp/contracts/usage/token-totals';
import { NO_TOKENS, type Completion, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { AnswerPart, CountedTokens } from '../protocols/protocol.ts';
import {
  isBelievable,
  MOST_ANSWERS,
  mostBelievable,
  mostEstimated,
} from '../usage/token-limits.ts';
import { soundTokens } from '../sounds/chat-sounds.ts';
import { heardTokens, lengthOf } from '../sounds/heard-sound.ts';
import { spokenTokens } from '../usage/spoken-tokens.ts';
import type { Usage } from '../usage/usage.ts';
import { mostTokens } from './exchange/believed-tokens.ts';
import { likelyTokens } from './exchange/likely-tokens.ts';
import type { Answered, Ending } from './exchange/phases.ts';
import type { Stage } from './exchange/stage.ts';
import { costAt } from './spend/cost-at.ts';
import { isUnread, usedPieces } from './spend/used-pieces.ts';

type Counted = Omit<Usage, 'costNanoUsd'> & Pick<CountedTokens, 'heardMs'>;
type Uncharged = Omit<Counted, 'heardMs'> & { readonly pieces: Pieces };

/** Stage: what the answer used, by the provider's count or else by an estimate, and its cost. Teaches the estimator. */
export const countUsage: Stage<'answered', 'served'> = {
  name: 'count-usage',
  from: 'answered',
  to: 'served',
  hasEffects: true,
  run(phase, flow) {
    const { exchange, delivery } = phase;
    const { model } = delivery;
    const counted = count(phase);
    if (isOpen(phase, counted)) {
      exchange.note('usage', 'open', counted.completion);
      flow.pass({ ...phase, phase: 'served', usage: openUsage(counted) });
      return;
    }
    const { tokens, source, completion, pieces } = counted;
    const costNanoUsd = cost(phase, tokens, pieces);
    model?.health.used(totalOf(tokens));
    exchange.note('usage', source, completion);
    const usage = { tokens, source, completion, costNanoUsd };
    flow.pass({ ...phase, phase: 'served', usage });
  },
};

/** Whether its provider goes on with what it keeps, and says later what that used. */
const isOpen = ({ input, delivery }: Answered, { source }: Pick<Counted, 'source'>): boolean =>
  input.holding?.goesOn === true && delivery.left !== undefined && source === 'estimate';

const openUsage = ({ completion }: Pick<Counted, 'completion'>): Usage => ({
  ...{ tokens: NO_TOKENS, source: 'estimate', completion, costNanoUsd: null, isOpen: true },
});

/** Null where costs are not reckoned, and where the model has no price and none is taken for zero. What was sent to nobody costs nothing, whoever would have served. */
function cost(
  { exchange, delivery: { model } }: Answered,
  tokens: TokenBuckets,
  pieces: Pieces,
): number | null {
  if (model) return costAt(exchange, model, { tokens, pieces });
  return exchange.runtime.settings.costTracking ? 0 : null;
}

/** The client left before its request was sent, or between two attempts of which none had begun to answer. */
const NOTHING_SENT: Counted = { tokens: NO_TOKENS, source: 'estimate', completion: 'client_gone' };

function count(answered: Answered): Uncharged {
  const { heardMs, ...counted } = countTokens(answered);
  return { ...counted, pieces: usedPieces(answered, heardMs) };
}

function countTokens(answered: Answered): Counted {
  const { ending } = answered;
  if (isInPart(ending)) {
    const part = 'stream' in ending ? ending.stream : ending.part;
    const counted = ofPart(answered, part, COMPLETION_OF_PART[ending.kind]);
    return isCutMedia(answered, counted) ? expected(answered, counted) : counted;
  }
  switch (ending.kind) {
    case 'document':
      return ofDocument(answered, ending.original ?? ending.body);
    case 'gone':
      return ofGone(answered, ending);
    case 'rejected':
    case 'replayed':
      return { tokens: NO_TOKENS, source: 'provider', completion: 'complete' };
    case 'failed':
      return ofFailed(answered, ending);
  }
}

/** Answers of which the client got what had come, or could have. */
const COMPLETION_OF_PART = {
  streamed: 'complete',
  broken: 'provider_failed',
  relayed: 'complete',
  cut: 'provider_failed',
  withheld: 'complete',
} as const satisfies Partial<Record<Ending['kind'], Completion>>;

type PartEnding = Extract<Ending, { readonly kind: keyof typeof COMPLETION_OF_PART }>;

const isInPart = (ending: Ending): ending is PartEnding =>
  Object.hasOwn(COMPLETION_OF_PART, ending.kind);

/** What was never answered costs nothing; an answer that broke off costs as a stream does. */
function ofFailed(
  answered: Answered,
  { isLimited, part }: Extract<Ending, { readonly kind: 'failed' }>,
): Counted {
  if (part) return ofPart(answered, part, 'provider_failed');
  const completion = isLimited === true ? 'refused' : 'provider_failed';
  return { tokens: NO_TOKENS, source: 'estimate', completion };
}

/** Some clients hang up as soon as they have read the last event: that answer is complete. */
function ofGone(
  answered: Answered,
  { inFlight, part }: Extract<Ending, { readonly kind: 'gone' }>,
): Counted {
  if (!inFlight) return part ? ofPart(answered, part, 'client_gone') : NOTHING_SENT;
  const counted = ofPart(answered, part, part?.finished === true ? 'complete' : 'client_gone');
  const { stream, spokenCharacters } = answered.input;
  const isExpected = counted.source === 'estimate' && !stream && spokenCharacters === undefined;
  return isExpected || isCutMedia(answered, counted) ? expected(answered, counted) : counted;
}

/** What came of pictures says nothing of what it would have used. */
const isCutMedia = ({ input, ending }: Answered, { source, completion }: Counted): boolean =>
  input.images !== undefined &&
  source === 'estimate' &&
  (completion !== 'complete' || isUnread(ending));

const expected = (answered: Answered, counted: Counted): Counted => ({
  ...counted,
  tokens: asExpected(answered, counted.tokens),
});

/** A provider goes on with an answer that is no stream, and bills what nobody sees of it: as much as is likely, if that is more than came. */
function asExpected(answered: Answered, tokens: TokenBuckets): TokenBuckets {
  const [, output] = likelyTokens(answered, answered.delivery.model);
  return { ...tokens, output: Math.max(tokens.output, output) };
}

function ofDocument(answered: Answered, body: Buffer): Counted {
  const { protocol } = answered.exchange;
  const tokens = protocol.usageOf(body);
  const charactersOf = (): number => protocol.charactersOf(body);
  const belief = tokens ? beliefIn(answered, tokens, charactersOf) : 'none';
  if (tokens && belief === 'all') return learned(answered, tokens, 0, 'complete');
  const estimated = estimate(answered, charactersOf(), belief === 'prompt' ? tokens : undefined);
  return { ...estimated, completion: 'complete' };
}

function ofPart(answered: Answered, part: AnswerPart | undefined, completion: Completion): Counted {
  const tokens = part?.usage;
  const belief = tokens ? beliefIn(answered, tokens, () => part.characters) : 'none';
  if (tokens && belief === 'all') {
    return learned(answered, tokens, part.isText ? part.characters : 0, completion);
  }
  const prompt = belief === 'prompt' ? tokens : undefined;
  return { ...estimate(answered, part?.characters ?? 0, prompt), completion };
}

/** What is believed of a provider's count: all of it, its prompt alone, or nothing. */
type Belief = 'all' | 'prompt' | 'none';

/**
 * What of the provider's count can be true; what cannot is logged, and an estimate takes its place. A count of no answer is not of one that has text,
 * be it that the provider left it out.
 */
function beliefIn(
  { exchange, delivery, input }: Answered,
  counted: CountedTokens,
  characters: () => number,
): Belief {
  const { model } = delivery;
  if (!model) return 'all';
  const { misfit, heardMs: _, ...tokens } = counted;
  const { id } = model;
  const limits = mostBelievable(model.limits, input);
  const provider = model.provider.id;
  const { alarms } = exchange.gateway;
  const canBe = isBelievable(tokens, limits);
  if (!canBe || (outputOf(tokens) === 0 && characters() > 0)) {
    alarms.warn('usage_not_believed', id, { model: id, provider, tokens, limits });
    return canBe && inputOf(tokens) > 0 ? 'prompt' : 'none';
  }
  if (misfit !== undefined) {
    alarms.warn('usage_adjusted', provider, { model: id, provider, tokens, detail: misfit });
  }
  return 'all';
}

function learned(
  { exchange, delivery, input, ending, principal }: Answered,
  { heardMs, ...tokens }: CountedTokens,
  characters: number,
  completion: Completion,
): Counted {
  if (heardMs !== undefined) {
    const ofSound = heardTokens(lengthOf(input, heardMs));
    return { tokens: { ...NO_TOKENS, ...ofSound }, source: 'estimate', completion, heardMs };
  }
  const { estimator } = exchange.gateway;
  const { model } = delivery;
  if (model && completion === 'complete') {
    const asking = { model: model.name, organization: principal.organization };
    estimator.learnText(asking, input.promptCharacters, inputOf(tokens));
    const most = mostTokens(model, ending, 0);
    estimator.learnText(asking, characters, Math.min(tokens.output, most));
    const answers = Math.min(input.answers ?? 1, MOST_ANSWERS);
    estimator.learnAnswer(asking, Math.min(outputOf(tokens), most), answers);
  }
  return { tokens, source: 'provider', completion };
}

/**
 * What was sent and what came, where nobody counted; a provider that sends without end is not paid without end. `prompt`: a count of which the prompt
 * is believed.
 */
function estimate(
  { exchange, delivery, input, principal }: Answered,
  characters: number,
  prompt: CountedTokens | undefined,
): Pick<Usage, 'tokens' | 'source'> {
  const { model } = delivery;
  if (!model) return { tokens: NO_TOKENS, source: 'estimate' };
  const { estimator } = exchange.gateway;
  const asking = { model: model.name, organization: principal.organization };
  const most = mostEstimated(model.limits, input);
  const output = Math.min(estimator.tokensOf(asking, characters), most.output);
  if (prompt) {
    const { misfit: _, heardMs: __, ...tokens } = prompt;
    return { tokens: { ...tokens, output }, source: 'estimate' };
  }
  const sent = Math.min(estimator.tokensOf(asking, input.promptCharacters), most.input);
  const { spokenCharacters, heardMs, soundMs } = input;
  const sounds = Math.min(soundTokens(soundMs, model), most.input - sent);
  const ofSounds = {
    ...{ ...spokenTokens(spokenCharacters), audio_input: sounds },
    ...heardTokens(heardMs),
  };
  return { tokens: { ...NO_TOKENS, input: sent, output, ...ofSounds }, source: 'estimate' };
}
