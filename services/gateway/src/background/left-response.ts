import { costOf, ONE_REQUEST, NO_PIECES } from '@aicp/contracts/prices/cost';
import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { OpenedHeld } from '../held/held-ids.ts';
import type { Runtime, RuntimeModel } from '../routing/runtime.ts';
import {
  parseIntent,
  parseOutcome,
  toTuple,
  type IntentLine,
  type OutcomeLine,
} from '../usage/journal/codec.ts';
import { unknownOutcome } from '../usage/journal/replay.ts';
import type { SettledLater } from '../usage/journal/settled-later.ts';
import type { FinalResponse } from './final-response.ts';

/** A response with which its provider goes on, as its intent tells of it. */
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
export const likelyOutcome = (
  { begun, likely }: LeftResponse,
  end: OutcomeLine['end'],
): OutcomeLine => ({
  ...begun,
  ...(end === undefined ? {} : { end }),
  ...{ tok: likely.tok, est: 1 as const },
  ...(likely.cost === undefined ? {} : { cost: likely.cost }),
});

/** The outcome of what came to an end. `model`: who served, with the prices of its time; undefined: it is not there any more. */
export function finalOutcome(
  left: LeftResponse,
  { completion, tokens }: FinalResponse,
  { runtime, model }: { readonly runtime: Runtime; readonly model: RuntimeModel | undefined },
): OutcomeLine {
  const end = completion === 'complete' ? undefined : completion;
  if (!tokens) return likelyOutcome(left, end);
  const { est: _, ...begun } = left.begun;
  const cost = costFor(left, tokens, { runtime, model });
  return {
    ...begun,
    ...(end === undefined ? {} : { end }),
    ...(tokens === NO_TOKENS ? { est: 1 as const } : {}),
    tok: toTuple(tokens),
    ...(cost === undefined ? {} : { cost }),
  };
}

function costFor(
  { intent, likely }: LeftResponse,
  tokens: TokenBuckets,
  { runtime, model }: { readonly runtime: Runtime; readonly model: RuntimeModel | undefined },
): number | undefined {
  // The intent has a price for all input alike: that is more than it may cost, and all that is known of a model that is gone.
  const isPriced = intent.prices !== undefined || intent.now?.prices !== undefined;
  if (!isPriced) return undefined;
  const pieces = tokens === NO_TOKENS ? NO_PIECES : ONE_REQUEST;
  const known = model && costOf(tokens, model.pricing.at(intent.at), pieces);
  if (known !== null && known !== undefined) return known;
  if (runtime.settings.unpricedModelPolicy === 'zero') return 0;
  return likely.cost;
}

/** The model that served it. */
export function modelOf(
  { intent, begun }: LeftResponse,
  runtime: Runtime,
): RuntimeModel | undefined {
  const id = begun.model ?? intent.model;
  const via = begun.via ?? intent.via;
  return runtime.catalog.models.find((model) => model.id === id && model.provider.id === via);
}
