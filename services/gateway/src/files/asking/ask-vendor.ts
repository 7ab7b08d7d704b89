import type { ResourceRequest } from '../../providers/upstream/provider-client.ts';
import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamHeaders,
} from '../../providers/upstream/provider-client.ts';
import type { Place } from './places.ts';

/** What is asked of a provider about something that it keeps. */
export type VendorRequest = Pick<
  ResourceRequest,
  'method' | 'path' | 'body' | 'contentType' | 'requestId'
>;

/** A whole answer of a provider. */
export interface VendorAnswer {
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly body: Buffer;
}

export interface AskOptions {
  /** Bytes of the longest answer. */
  readonly limit: number;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
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
): Promise<VendorAnswer> {
  const chunks: Buffer[] = [];
  let head: Pick<VendorAnswer, 'status' | 'headers'> | undefined;
  let size = 0;
  const listener: VendorListener = {
    onStart: (status, headers) => {
      head = { status, headers };
    },
    onData: (chunk) => {
      size += chunk.length;
      if (size > limit)
        throw new UpstreamError('connection', `the answer is longer than ${limit} bytes`);
      // What is read on a connection may be in memory that is used again.
      chunks.push(Buffer.from(chunk));
    },
  };
  await streamVendor(place, request, { listener, signal });
  if (!head) throw new UpstreamError('connection', 'there is no answer');
  return { ...head, body: Buffer.concat(chunks) };
}

/** The same, for an answer that is taken as it comes; resolves with its end. */
export async function streamVendor(
  { provider, target }: Place,
  request: VendorRequest,
  {
    listener,
    signal,
  }: { readonly listener: VendorListener; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { askFor } = target.client;
  if (!askFor) throw new UpstreamError('connection', 'nothing lives at this provider');
  const { connectMs, firstByteMs, idleMs } = provider.timeLimits;
  const timed = {
    ...{ ...request, trace: '', connectTimeoutMs: connectMs },
    timeoutMs: Math.max(firstByteMs, idleMs),
  };
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
      if (signal?.aborted === true) {
        gone();
        return;
      }
      signal?.addEventListener('abort', gone, { once: true });
      call = askFor(timed, {
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
