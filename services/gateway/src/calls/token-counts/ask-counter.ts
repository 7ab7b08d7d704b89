import { parseJson } from '@aicp/common/json/parse-json';
import { countOf, isObject } from '../../formats/json/members.ts';
import { kindOfStatus } from '../../pipeline/exchange/failure.ts';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import { requestTo } from '../../pipeline/dispatch/request-to.ts';
import {
  collectAnswer,
  NobodyWaits,
  NoRoomForAnswer,
  type CollectedAnswer,
} from '../../providers/upstream/collect-answer.ts';
import {
  UpstreamError,
  type CountTokens,
  type UpstreamCall,
  type UpstreamRequest,
} from '../../providers/upstream/provider-client.ts';
import type { RuntimeModel, RuntimeTarget } from '../../routing/runtime.ts';
import { targetByWeight } from '../../routing/target-by-weight.ts';

/** Somebody who counts the tokens of requests to a model. */
export interface Counter {
  readonly model: RuntimeModel;
  readonly target: RuntimeTarget;
  readonly count: CountTokens;
}

/** What came of asking a provider. */
export type CounterAnswer =
  | {
      readonly kind: 'counted';
      readonly tokens: number;
      /** As the vendor tells it, where the client speaks its API; absent: it does not. */
      readonly document?: object;
      /** Members that the provider could not be told. */
      readonly dropped: readonly string[];
    }
  /** The request is none that the provider takes; the client is told in its words. */
  | { readonly kind: 'rejected'; readonly status: number; readonly body: Buffer }
  /** For people. */
  | { readonly kind: 'failed'; readonly detail: string };

/** Milliseconds for all of it: whoever wants to know more has an estimate by then. */
const LONGEST_MS = 3_000;
/** Bytes of an answer. */
const LONGEST_ANSWER = 65_536;

/** Who counts for a model, by a credential that may be asked now; undefined: nobody does, or can. */
export function counterFor(model: RuntimeModel, random: () => number): Counter | undefined {
  const { unusable, targets, concurrentLimit } = model.provider;
  const underWay = targets[0]?.health.provider.inFlight ?? 0;
  if (unusable !== undefined || underWay >= concurrentLimit) return undefined;
  const target = targetByWeight(targets, ({ health }) => health.isPassable, random);
  const count = target?.client.counterOf?.(model.upstreamModel);
  return target && count && { model, target, count };
}

/** Asks it. Nothing of a request that fails is the client's to know, who gets an estimate. `left`: aborts where the client is gone. */
export async function askCounter(
  counter: Counter,
  routed: Routed,
  left: AbortSignal,
): Promise<CounterAnswer> {
  const request = requestFor(counter, routed);
  let call: UpstreamCall | undefined;
  let size = 0;
  try {
    const answer = await collectAnswer((receiver) => (call = counter.count(request, receiver)), {
      take: (bytes) => (size += bytes) <= LONGEST_ANSWER,
      signal: AbortSignal.any([left, AbortSignal.timeout(LONGEST_MS)]),
    });
    return read(counter, request, { ...answer, dropped: call?.dropped ?? [] });
  } catch (error) {
    return failed(detailOf(error));
  }
}

function requestFor({ model }: Counter, routed: Routed): UpstreamRequest {
  const { connectMs, firstByteMs } = model.timeLimits;
  return {
    ...{ ...requestTo(model, routed), stream: false },
    connectTimeoutMs: Math.min(connectMs, LONGEST_MS),
    timeoutMs: Math.min(firstByteMs, LONGEST_MS),
  };
}

function read(
  { target: { client } }: Counter,
  { format, model }: UpstreamRequest,
  { status, body, dropped }: CollectedAnswer & { readonly dropped: readonly string[] },
): CounterAnswer {
  if (isOfClient(status)) return { kind: 'rejected', status, body };
  if (kindOfStatus(status) !== 'answer') return failed(`the provider answered ${status}`);
  const document = parseJson(client.guard.clean(body).toString());
  const tokens = tokensIn(document);
  if (!isObject(document) || tokens === undefined) return failed('the answer holds no count');
  const spoken = client.speaksOf?.(model) ?? client.speaks;
  return { kind: 'counted', tokens, dropped, ...(spoken.includes(format) ? { document } : {}) };
}

const failed = (detail: string): CounterAnswer => ({ kind: 'failed', detail });

/** What is wrong with the request itself. That there is nothing at an address is said by providers that do not count. */
const isOfClient = (status: number): boolean => status === 400 || status === 413 || status === 422;

/** As Anthropic and as Google tell it. */
const tokensIn = (document: unknown): number | undefined =>
  isObject(document)
    ? (countOf(document['input_tokens']) ?? countOf(document['totalTokens']))
    : undefined;

function detailOf(error: unknown): string {
  if (error instanceof NobodyWaits) return `no answer within ${LONGEST_MS} ms`;
  if (error instanceof NoRoomForAnswer) return `the answer is longer than ${LONGEST_ANSWER} bytes`;
  if (error instanceof UpstreamError && error.kind !== 'fault') return error.message;
  throw error;
}
