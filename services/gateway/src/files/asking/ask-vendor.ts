import {
  collectAnswer,
  NoRoomForAnswer,
  NobodyWaits,
  type CollectedAnswer,
} from '../../providers/upstream/collect-answer.ts';
import {
  UpstreamError,
  type ResourceRequest,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
} from '../../providers/upstream/provider-client.ts';
import type { Place } from './places.ts';

/** What is asked of a provider about something that it keeps. */
export type VendorRequest = Pick<
  ResourceRequest,
  'method' | 'path' | 'body' | 'contentType' | 'requestId'
>;

interface AskOptions {
  /** Bytes of the longest answer. */
  readonly limit: number;
  /** Ends the request. */
  readonly signal: AbortSignal;
}

/** Takes an answer as it comes. What it throws ends the request. */
export interface VendorListener {
  onStart(status: number, headers: UpstreamHeaders): void;
  /** `pause` and `resume` of the call are for a listener that is slow. */
  onData(chunk: Buffer, call: Pick<UpstreamCall, 'pause' | 'resume'>): void;
}

/** Asks a provider about something that it keeps, and resolves with its whole answer. Rejects with an UpstreamError. */
export async function askVendor(
  place: Place,
  request: VendorRequest,
  { limit, signal }: AskOptions,
): Promise<CollectedAnswer> {
  let size = 0;
  const take = (bytes: number): boolean => {
    size += bytes;
    return size <= limit;
  };
  try {
    const send = (receiver: UpstreamReceiver) => begin(place, request, receiver);
    return await collectAnswer(send, { take, signal });
  } catch (error) {
    if (error instanceof NobodyWaits) throw new UpstreamError('connection', error.message);
    if (!(error instanceof NoRoomForAnswer)) throw error;
    throw new UpstreamError('connection', `the answer is longer than ${limit} bytes`);
  }
}

/** The same, for an answer that is taken as it comes; resolves with its end. */
export async function streamVendor(
  place: Place,
  request: VendorRequest,
  { listener, signal }: { readonly listener: VendorListener; readonly signal: AbortSignal },
): Promise<void> {
  let call: UpstreamCall | undefined;
  const leave = (): void => {
    call?.cancel();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const gone = (): void => {
        leave();
        reject(new UpstreamError('connection', 'nobody waits for the answer any more'));
      };
      if (signal.aborted) {
        gone();
        return;
      }
      signal.addEventListener('abort', gone, { once: true });
      call = begin(place, request, {
        onStart: (status, headers) => {
          listener.onStart(status, headers);
        },
        onData: (chunk) => {
          if (call) listener.onData(chunk, call);
        },
        onEnd: resolve,
        onError: reject,
      });
    });
  } finally {
    leave();
  }
}

function begin(
  { provider, target }: Place,
  request: VendorRequest,
  receiver: UpstreamReceiver,
): UpstreamCall {
  const { askFor } = target.client;
  if (!askFor) throw new UpstreamError('connection', 'nothing lives at this provider');
  const { connectMs, firstByteMs, idleMs } = provider.timeLimits;
  const timeoutMs = Math.max(firstByteMs, idleMs);
  return askFor({ ...request, trace: '', connectTimeoutMs: connectMs, timeoutMs }, receiver);
}
