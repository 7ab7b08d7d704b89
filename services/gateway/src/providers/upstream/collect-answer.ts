import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
} from './provider-client.ts';

/** An answer of a provider that came whole. */
export interface CollectedAnswer {
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly body: Buffer;
}

export interface Collecting {
  /** Asks for room for so many more bytes; false: there is none, and the answer is given up. */
  readonly take: (bytes: number) => boolean;
  /** Aborts where nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** Nobody waits for an answer any more. */
export class NobodyWaits extends Error {
  override readonly name = 'NobodyWaits';
}

/** There is no room for an answer. */
export class NoRoomForAnswer extends Error {
  override readonly name = 'NoRoomForAnswer';
}

/** Sends a request and waits for all of its answer. Rejects with an `UpstreamError`, `NobodyWaits` or `NoRoomForAnswer`. */
export function collectAnswer(
  send: (receiver: UpstreamReceiver) => UpstreamCall,
  { take, signal }: Collecting,
): Promise<CollectedAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let start: Omit<CollectedAnswer, 'body'> | undefined;
    const giveUp = (error: Error): void => {
      signal.removeEventListener('abort', onAbort);
      call.cancel();
      reject(error);
    };
    const onAbort = (): void => {
      giveUp(new NobodyWaits('nobody waits for the answer any more'));
    };
    const call = send({
      onStart: (status, headers) => {
        start = { status, headers };
        if (isEncoded(headers)) giveUp(new UpstreamError('connection', 'the answer is encoded'));
      },
      onData: (chunk) => {
        if (!take(chunk.length)) giveUp(new NoRoomForAnswer('there is no room for the answer'));
        // The memory of what is read is used again.
        else chunks.push(Buffer.from(chunk));
      },
      onEnd: () => {
        signal.removeEventListener('abort', onAbort);
        resolve({ status: 0, headers: {}, ...start, body: Buffer.concat(chunks) });
      },
      onError: (error) => {
        signal.removeEventListener('abort', onAbort);
        reject(error);
      },
    });
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

const isEncoded = ({ 'content-encoding': encoding = 'identity' }: UpstreamHeaders): boolean =>
  encoding !== 'identity';
