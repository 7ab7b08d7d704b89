import type { OpenedHeld } from '../held/held-ids.ts';
import { livesAt } from '../pipeline/held/bound.ts';
import { kindOfStatus } from '../pipeline/exchange/failure.ts';
import {
  collectAnswer,
  NobodyWaits,
  NoRoomForAnswer,
} from '../providers/upstream/collect-answer.ts';
import { UpstreamError } from '../providers/upstream/provider-client.ts';
import type { Runtime } from '../routing/runtime.ts';

/** What a provider told of a response. */
export type Told =
  | { readonly kind: 'document'; readonly body: Buffer }
  /** It is not there any more. */
  | { readonly kind: 'missing' }
  /** Nobody knows, for now. */
  | { readonly kind: 'untold'; readonly detail: string };

export interface AskedOfProvider {
  readonly method: 'GET' | 'POST';
  /** Behind the response's own path. */
  readonly below: string;
  readonly place: Omit<OpenedHeld, 'model'>;
  readonly requestId: string;
  /** Aborts where nobody waits for it any more. */
  readonly signal: AbortSignal;
}

const LARGEST_RESPONSE = 32 * 1_048_576;

/** Asks the provider of a response for it, by the credential with which it was left there. */
export async function askProvider(runtime: Runtime, asked: AskedOfProvider): Promise<Told> {
  const { place, method, below, requestId, signal } = asked;
  const found = placeIn(runtime, place);
  if (!found) return { kind: 'untold', detail: 'its provider or credential is not there' };
  const { provider, askFor } = found;
  const { connectMs, firstByteMs } = provider.timeLimits;
  const request = {
    ...{ method, requestId, trace: '', connectTimeoutMs: connectMs, timeoutMs: firstByteMs },
    path: `/responses/${encodeURIComponent(place.upstreamId)}${below}`,
  };
  let taken = 0;
  const take = (bytes: number): boolean => (taken += bytes) <= LARGEST_RESPONSE;
  try {
    const answer = await collectAnswer((receiver) => askFor(request, receiver), { take, signal });
    if (answer.status === 404) return { kind: 'missing' };
    if (kindOfStatus(answer.status) === 'answer') return { kind: 'document', body: answer.body };
    return { kind: 'untold', detail: `the provider answered ${answer.status}` };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { kind: 'untold', detail: error.message };
  }
}

/** Undefined where nobody can be asked for it. */
function placeIn(runtime: Runtime, place: AskedOfProvider['place']) {
  const provider = runtime.catalog.models.find((one) => livesAt(one.provider, place))?.provider;
  const target = provider?.targets.find(({ name }) => name === place.credential);
  const askFor = target?.client.askFor;
  if (!provider || !askFor || provider.unusable !== undefined) return undefined;
  return { provider, askFor };
}

const isExpected = (error: unknown): error is Error =>
  error instanceof UpstreamError ||
  error instanceof NoRoomForAnswer ||
  error instanceof NobodyWaits;
