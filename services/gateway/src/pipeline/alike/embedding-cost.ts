import { costOf, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import { unpricedDecision } from '@aicp/contracts/prices/unpriced-decision';
import { payerOf } from '@aicp/contracts/spend/payer';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { ONLY_CREDENTIAL } from '../../usage/journal/attempt-line.ts';
import type { OutcomeLine } from '../../usage/journal/codec.ts';
import { outcomeText } from '../../usage/journal/encode.ts';
import type { Routed } from '../exchange/phases.ts';
import { costAt } from '../spend/cost-at.ts';
import type { Embedded } from './embed.ts';
import type { OpenQuestion } from './question-of.ts';

/** Tokens that models put around a text. */
const MARKS = 16;
/** What a client would be answered whose request ended so. */
const STATUS = { answered: 200, rejected: 400, failed: 502 } as const;

/** A model was asked about a question. */
interface AskedAbout {
  /** Of the usage record. */
  readonly id: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly question: OpenQuestion;
  /** The name of the credential. */
  readonly credential: string;
}

/** The tokens that a question is likely to have. */
export function likelyTokensOf(
  { exchange, principal }: Routed,
  { model, text }: Pick<OpenQuestion, 'model' | 'text'>,
): number {
  const asking = { model: model.name, organization: principal.organization };
  const tokens = exchange.gateway.estimator.tokensOf(asking, text.length);
  return Math.min(tokens, model.limits.input);
}

/** Whether the model may be asked as far as its price goes: what has none is free by `zero` alone, or where no limit on money applies. */
export function mayCost({ exchange, taken }: Routed, { model }: OpenQuestion): boolean {
  const { costTracking, unpricedModelPolicy: policy } = exchange.runtime.settings;
  const one = { ...NO_TOKENS, input: 1 };
  const isPriced = costOf(one, model.pricing.at(exchange.at), ONE_REQUEST) !== null;
  const hasMoneyLimit = (taken?.ofMoney.length ?? 0) > 0;
  return !costTracking || unpricedDecision({ isPriced, policy, hasMoneyLimit }) === 'serve';
}

/** Writes what came of asking a model, and notes what it cost at the request, whose limits count it. What failed costs what the provider counted all the same, and else nothing. */
export function settleEmbedding(phase: Routed, about: AskedAbout, embedded: Embedded): void {
  const { exchange } = phase;
  const { journal, metrics, clock } = exchange.gateway;
  const { id, startedAt, question, credential } = about;
  const { model } = question;
  const ms = Math.round((clock.monotonic() - startedAt) * 1000) / 1000;
  const end = endOf(embedded);
  const used = usedOf(phase, question, embedded);
  const { tokens, cost } = used;
  journal.settle(id, outcomeText(outcomeOf({ id, ms, credential, embedded, ...used })));
  metrics.record({
    ...{ model: model.id, provider: model.provider.id, latency_ms: ms, first_token_ms: null },
    completion: end === 'failed' ? 'provider_failed' : 'complete',
    status: STATUS[end],
    ...{ cost_nano_usd: cost, tokens: { ...NO_TOKENS, input: tokens } },
  });
  exchange.embedded = { tokens, cost: cost ?? 0, payer: payerOf(model.provider) };
}

interface UsedByEmbedding {
  readonly tokens: number;
  /** Whether nobody counted them that is believed. */
  readonly isEstimate: boolean;
  /** Nano-USD; null where it is not known. */
  readonly cost: number | null;
}

function usedOf(phase: Routed, question: OpenQuestion, embedded: Embedded): UsedByEmbedding {
  if ('fault' in embedded && embedded.tokens === undefined)
    return { tokens: 0, isEstimate: false, cost: 0 };
  const counted = believed(embedded.tokens, question);
  const tokens = counted ?? likelyTokensOf(phase, question);
  const charged = { tokens: { ...NO_TOKENS, input: tokens }, pieces: ONE_REQUEST };
  const cost = costAt(phase.exchange, question.model, charged);
  return { tokens, isEstimate: counted === undefined, cost };
}

/** As the journal has it. */
function outcomeOf(
  told: UsedByEmbedding & {
    readonly id: string;
    readonly ms: number;
    readonly credential: string;
    readonly embedded: Embedded;
  },
): OutcomeLine {
  const { id, ms, credential, embedded, tokens, isEstimate, cost } = told;
  const end = endOf(embedded);
  const by = credential === ONLY_CREDENTIAL ? {} : { by: credential };
  const outcome: OutcomeLine = { o: id, tok: [tokens, 0, 0, 0, 0], ms };
  if (isEstimate) outcome.est = 1;
  if (end !== 'answered') outcome.status = STATUS[end];
  if ('fault' in embedded && end === 'failed') {
    outcome.end = 'provider_failed';
    outcome.att = [{ ms, e: end, why: embedded.fault, ...by }];
  } else if (credential !== ONLY_CREDENTIAL) outcome.att = [{ ms, ...by }];
  if (cost !== null) outcome.cost = cost;
  return outcome;
}

function endOf(embedded: Embedded): keyof typeof STATUS {
  if (!('fault' in embedded)) return 'answered';
  return embedded.fault === 'rejected' ? 'rejected' : 'failed';
}

/** What the provider counted; undefined where it did not, or no text of this length has so many. */
const believed = (tokens: number | undefined, { text }: OpenQuestion): number | undefined =>
  tokens !== undefined && tokens <= Buffer.byteLength(text) + MARKS ? tokens : undefined;
