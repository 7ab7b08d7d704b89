import { NobodyWaits } from '../../providers/upstream/collect-answer.ts';
import type { UpstreamCall } from '../../providers/upstream/provider-client.ts';
import type { placeIn } from '../left/ask-provider.ts';

/** A file whose bytes are looked at as they come. */
export interface StreamedFile {
  /** What its provider calls it. */
  readonly file: string;
  readonly requestId: string;
  /** Aborts where nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** No more of it is read. */
  readonly mostBytes: number;
  /** Hears of its bytes, whose memory is used again; what it throws ends the reading. */
  readonly onChunk: (chunk: Buffer) => void;
}

/** How its provider answered. `isCut`: it is larger than what is read of a file. */
export interface Streamed {
  readonly status: number;
  readonly bytes: number;
  readonly isCut: boolean;
}

/** Reads a file that a provider keeps. Rejects with an `UpstreamError`, `NobodyWaits` or what `onChunk` throws. */
export function streamFile(
  { provider, askFor }: NonNullable<ReturnType<typeof placeIn>>,
  { file, requestId, signal, mostBytes, onChunk }: StreamedFile,
): Promise<Streamed> {
  const { connectMs, firstByteMs, idleMs } = provider.timeLimits;
  const request = {
    ...{ method: 'GET' as const, requestId, trace: '', connectTimeoutMs: connectMs },
    ...{ timeoutMs: Math.max(firstByteMs, idleMs) },
    path: `/files/${encodeURIComponent(file)}/content`,
  };
  return new Promise((resolve, reject) => {
    const told = { status: 0, bytes: 0, isCut: false };
    const onAbort = (): void => {
      giveUp(new NobodyWaits('nobody waits for the file any more'));
    };
    const settleWith = (settle: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const end = (): void => {
      settleWith(() => {
        resolve(told);
      });
    };
    const call: UpstreamCall = askFor(request, {
      onStart: (status, headers) => {
        const { 'content-encoding': encoding = 'identity' } = headers;
        told.status = encoding === 'identity' ? status : 0;
      },
      onData: (chunk) => {
        if (told.status !== 200) return;
        told.bytes += chunk.length;
        told.isCut = told.bytes > mostBytes;
        try {
          onChunk(chunk);
        } catch (error) {
          giveUp(error as Error);
          return;
        }
        if (!told.isCut) return;
        call.cancel();
        end();
      },
      onEnd: end,
      onError: (error) => {
        settleWith(() => {
          reject(error);
        });
      },
    });
    const giveUp = (error: Error): void => {
      settleWith(() => {
        call.cancel();
        reject(error);
      });
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}
