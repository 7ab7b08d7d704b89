import { batchPrices } from '@aicp/contracts/prices/batch-prices';
import { costOf, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { OpenedHeld } from '../../held/held-ids.ts';
import type { Runtime, RuntimeModel } from '../../routing/runtime.ts';
import {
  parseIntent,
  parseOutcome,
  toTuple,
  type IntentLine,
  type OutcomeLine,
} from '../../usage/journal/codec.ts';
import { costByIntent, unknownOutcome } from '../../usage/journal/replay.ts';
import type { SettledLater } from '../../usage/journal/settled-later.ts';
import type { FinalResponse } from './final-response.ts';

/** A response, or a batch, with which its provider goes on, as its intent tells of it. */
export interface LeftResponse {
  readonly id: string;
  readonly intent: IntentLine;
  readonly later: SettledLater;
  /** What is known of its outcome. */
  readonly begun: OutcomeLine;
  /** What it costs if nobody will know more. */
  readonly likely: OutcomeLine;
}

/** Reads the line of an intent that is settled later; undefined where it is damaged. */
export function leftResponse(line: string): LeftResponse | undefined {
  const intent = parseIntent(line);
  const later = intent?.later;
  const begun = later && parseOutcome(later.out);
  const unknown = unknownOutcome(line);
  const likely = unknown === undefined ? undefined : parseOutcome(unknown);
  if (!intent || !later || !begun || !likely) return undefined;
  return { id: intent.i, intent, later, begun, likely };
}

/** Where it lives. */
export const placeOf = ({ later }: LeftResponse): Omit<OpenedHeld, 'model'> => ({
  ...{ provider: later.at, identityDigest: later.digest },
  ...{ credential: later.by, upstreamId: later.up },
});

/** The outcome of which nobody will know more. */
export function likelyOutcome(left: LeftResponse, end: OutcomeLine['end']): OutcomeLine {
  const { begun, likely } = left;
  const cost = likely.cost ?? costOfUnpriced(left);
  return {
    ...begun,
    ...(end === undefined ? {} : { end }),
    ...{ tok: likely.tok, est: 1 as const },
    ...(cost === undefined ? {} : { cost }),
  };
}

/** The outcome of what came to an end. `model`: who served, with the prices of its time; undefined: it is not there any more. */
export function finalOutcome(
  left: LeftResponse,
  { completion, tokens }: FinalResponse,
  model: Pick<RuntimeModel, 'pricing'> | undefined,
): OutcomeLine {
  const end = completion === 'complete' ? undefined : completion;
  if (!tokens) return likelyOutcome(left, end);
  const { est: _, ...begun } = left.begun;
  const cost = costFor(left, tokens, model);
  return {
    ...begun,
    ...(end === undefined ? {} : { end }),
    ...(tokens === NO_TOKENS ? { est: 1 as const } : {}),
    tok: toTuple(tokens),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** Undefined where costs are not reckoned, and where nobody knows. */
export function costFor(
  left: LeftResponse,
  tokens: TokenBuckets,
  model: Pick<RuntimeModel, 'pricing'> | undefined,
): number | undefined {
  const { intent, later } = left;
  if (later.unpriced === undefined) return undefined;
  if (tokens === NO_TOKENS) return 0;
  if (!model) return costByIntent(intent, tokens) ?? costOfUnpriced(left);
  const prices = model.pricing.at(intent.at);
  const inForce = later.lines === undefined ? prices : batchPrices(prices);
  return costOf(tokens, inForce, ONE_REQUEST) ?? costOfUnpriced(left);
}

const costOfUnpriced = ({ later }: LeftResponse): number | undefined =>
  later.unpriced === 'zero' ? 0 : undefined;

/** The model that served it, with the prices that its intent names; undefined where it is gone, or others have been set since. */
export function modelOf(
  { intent, begun }: LeftResponse,
  runtime: Runtime,
): RuntimeModel | undefined {
  const id = begun.model ?? intent.model;
  const via = begun.via ?? intent.via;
  const model = runtime.catalog.models.find((one) => one.id === id && one.provider.id === via);
  const { ver } = intent.now ?? intent;
  const isOfThen = ver === undefined || model?.pricing.at(intent.at).version === ver;
  return isOfThen ? model : undefined;
}
