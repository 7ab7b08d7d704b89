import { costOf, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import { payerOf } from '@aicp/contracts/spend/payer';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import type { LikeQuestion } from '../../cache/cache-trail.ts';
import { outcomeText } from '../../usage/journal/encode.ts';
import type { Routed } from '../exchange/phases.ts';
import type { Embedded } from './embed.ts';

/** Tokens that models put around a text. */
const MARKS = 16;
const ANSWERED = 200;
/** What a client would be answered whose request ended so. */
const FAILED = 502;

/** A model was asked about a question. */
interface AskedAbout {
  /** Of the usage record. */
  readonly id: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly question: LikeQuestion;
}

/** The tokens that a question is likely to have. */
export function likelyTokensOf(
  { exchange, principal }: Routed,
  { model, text }: Pick<LikeQuestion, 'model' | 'text'>,
): number {
  const asking = { model: model.name, organization: principal.organization };
  const tokens = exchange.gateway.estimator.tokensOf(asking, text.length);
  return Math.min(tokens, model.limits.input);
}

/** Writes what came of asking a model, and notes what it cost at the request, whose limits count it. What failed costs nothing. */
export function settleEmbedding(phase: Routed, about: AskedAbout, embedded: Embedded): void {
  const { exchange } = phase;
  const { journal, metrics, clock } = exchange.gateway;
  const { id, startedAt, question } = about;
  const { model } = question;
  const ms = Math.round((clock.monotonic() - startedAt) * 1000) / 1000;
  const isAnswered = !('fault' in embedded);
  const counted = isAnswered ? believed(embedded.tokens, question) : 0;
  const tokens = counted ?? likelyTokensOf(phase, question);
  const cost = isAnswered ? costOfTokens(phase, question, tokens) : 0;
  const failed = { end: 'provider_failed', status: FAILED } as const;
  const outcome = outcomeText({
    ...{ o: id, tok: [tokens, 0, 0, 0, 0], ms },
    ...(counted === undefined ? { est: 1 } : {}),
    ...(isAnswered ? {} : failed),
    ...(cost === null ? {} : { cost }),
  });
  journal.settle(id, outcome);
  metrics.record({
    ...{ model: model.id, provider: model.provider.id, latency_ms: ms, first_token_ms: null },
    completion: isAnswered ? 'complete' : failed.end,
    status: isAnswered ? ANSWERED : FAILED,
    ...{ cost_nano_usd: cost, tokens: { ...NO_TOKENS, input: tokens } },
  });
  exchange.embedded = { tokens, cost: cost ?? 0, payer: payerOf(model.provider) };
}

/** What the provider counted; undefined where it did not, or no text of this length has so many. */
const believed = (tokens: number | undefined, { text }: LikeQuestion): number | undefined =>
  tokens !== undefined && tokens <= Buffer.byteLength(text) + MARKS ? tokens : undefined;

/** Null where costs are not reckoned, and where the model has no price and none is taken for zero. */
function costOfTokens(
  { exchange: { at, runtime } }: Routed,
  { model }: LikeQuestion,
  input: number,
): number | null {
  const { costTracking, unpricedModelPolicy } = runtime.settings;
  if (!costTracking) return null;
  const known = costOf({ ...NO_TOKENS, input }, model.pricing.at(at), ONE_REQUEST);
  return known === null && unpricedModelPolicy === 'zero' ? 0 : known;
}
