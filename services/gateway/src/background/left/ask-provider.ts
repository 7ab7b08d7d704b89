import { pause, type Clock } from '@aicp/common/time/clock';
import type { OpenedHeld } from '../../held/held-ids.ts';
import { livesAt } from '../../pipeline/held/bound.ts';
import { kindOfStatus } from '../../pipeline/exchange/failure.ts';
import {
  collectAnswer,
  NobodyWaits,
  NoRoomForAnswer,
  type CollectedAnswer,
} from '../../providers/upstream/collect-answer.ts';
import { UpstreamError } from '../../providers/upstream/provider-client.ts';
import type { Runtime } from '../../routing/runtime.ts';
import type { AnswerRoom } from './answer-room.ts';

/** What a provider told of a response, or of a batch. */
export type Told =
  | { readonly kind: 'document'; readonly body: Buffer }
  /** It is not there any more. */
  | { readonly kind: 'missing' }
  /** Nobody knows, for now. */
  | { readonly kind: 'untold'; readonly detail: string };

export interface AskedOfProvider {
  readonly method: 'GET' | 'POST';
  /** What lives there. */
  readonly what: 'responses' | 'batches';
  /** Behind the response's own path. */
  readonly below: string;
  readonly place: Omit<OpenedHeld, 'model'>;
  readonly requestId: string;
  /** Aborts where nobody waits for it any more. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly room: AnswerRoom;
  /** Whose answers have no more of that room together than one may have. */
  readonly lane: string;
}

/** A provider that sends a byte now and then keeps its place no longer than that. */
const LONGEST_ANSWER_MS = 30_000;
/** Bytes of a batch, which says how it stands and no more, however many requests it has. It is read at once, and time and again. */
const LARGEST_BATCH = 1_048_576;

/** Asks the provider of a response or a batch for it, by the credential with which it was left there, and waits for half a minute at most. */
export async function askProvider(runtime: Runtime, asked: AskedOfProvider): Promise<Told> {
  const { place, what, method, below, requestId, clock } = asked;
  const found = placeIn(runtime, place);
  if (!found) return { kind: 'untold', detail: 'its provider or credential is not there' };
  const { provider, askFor } = found;
  const { connectMs, firstByteMs } = provider.timeLimits;
  const request = {
    ...{ method, requestId, trace: '', connectTimeoutMs: connectMs, timeoutMs: firstByteMs },
    path: `/${what}/${encodeURIComponent(place.upstreamId)}${below}`,
  };
  const { take, giveBack } = roomFor(asked);
  const late = new AbortController();
  const isOver = new AbortController();
  const waiting = pause(clock, LONGEST_ANSWER_MS, isOver.signal).then((isLate) => {
    if (isLate) late.abort();
  });
  try {
    const signal = AbortSignal.any([asked.signal, late.signal]);
    return toldBy(await collectAnswer((receiver) => askFor(request, receiver), { take, signal }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { kind: 'untold', detail: error.message };
  } finally {
    giveBack();
    isOver.abort();
    await waiting;
  }
}

/** Room for its answer. */
function roomFor({ what, room, lane }: AskedOfProvider): ReturnType<AnswerRoom['open']> {
  const { take, giveBack } = room.open(lane);
  if (what === 'responses') return { take, giveBack };
  let size = 0;
  const takeOfBatch = (bytes: number): boolean => {
    size += bytes;
    return size <= LARGEST_BATCH && take(bytes);
  };
  return { take: takeOfBatch, giveBack };
}

function toldBy({ status, body }: CollectedAnswer): Told {
  if (status === 404) return { kind: 'missing' };
  if (kindOfStatus(status) === 'answer') return { kind: 'document', body };
  return { kind: 'untold', detail: `the provider answered ${status}` };
}

/** Undefined where nobody can be asked for it. Its provider is asked as long as it is there, also where none of its models is any more. */
export function placeIn(runtime: Runtime, place: AskedOfProvider['place']) {
  const provider = runtime.providers.find((one) => livesAt(one, place));
  const target = provider?.targets.find(({ name }) => name === place.credential);
  const askFor = target?.client.askFor;
  if (!provider || !askFor || provider.unusable !== undefined) return undefined;
  return { provider, askFor };
}

export const isExpected = (error: unknown): error is Error =>
  error instanceof UpstreamError ||
  error instanceof NoRoomForAnswer ||
  error instanceof NobodyWaits;
