import { pause, type Clock } from '@aicp/common/time/clock';
import { NobodyWaits } from '../../providers/upstream/collect-answer.ts';
import type { UpstreamCall } from '../../providers/upstream/provider-client.ts';
import type { Runtime } from '../../routing/runtime.ts';
import { isExpected, placeIn } from '../left/ask-provider.ts';
import type { AnswerRoom } from '../left/answer-room.ts';
import { placeOf, type LeftResponse } from '../left/left-response.ts';
import { laneOf } from '../left/runs.ts';
import { HeldResults } from './held-results.ts';
import { lineResultOf, type LineResult } from './line-result.ts';
import { LineSplitter, LineTooLong } from './line-splitter.ts';

/** What the files of a batch say. */
export type ReadResults =
  | { readonly kind: 'read'; readonly results: readonly LineResult[]; readonly bytes: number }
  /** One of them is not there any more. */
  | { readonly kind: 'missing' }
  /** Nobody knows, for now. */
  | { readonly kind: 'untold'; readonly detail: string };

/** Of one line, bytes: an answer with all that is around it. */
const LONGEST_LINE = 16 * 1_048_576;
/** One that sends without end, or a byte now and then, keeps its place no longer than that, for all files of a batch together. */
const LONGEST_READING_MS = 900_000;

/** Reads the files of a batch line by line, of which the tokens alone are kept: each request once, and no more than there are. */
export async function readResults(
  runtime: Runtime,
  {
    batch,
    files,
    signal,
    clock,
    room,
  }: {
    readonly clock: Clock;
    readonly room: AnswerRoom;
    readonly batch: LeftResponse;
    readonly files: readonly string[];
    readonly signal: AbortSignal;
  },
): Promise<ReadResults> {
  const found = placeIn(runtime, placeOf(batch));
  if (!found) return { kind: 'untold', detail: 'its provider or credential is not there' };
  const opened = room.open(laneOf(batch));
  const held = new HeldResults(batch.later.lines ?? 0, opened);
  const late = new AbortController();
  const isOver = new AbortController();
  const waiting = pause(clock, LONGEST_READING_MS, isOver.signal).then((isLate) => {
    if (isLate) late.abort();
  });
  try {
    const reading = { requestId: batch.id, signal: AbortSignal.any([signal, late.signal]), held };
    const read = await readFiles(found, files, reading);
    return read.kind === 'read' ? { ...read, results: held.all } : read;
  } finally {
    opened.giveBack();
    isOver.abort();
    await waiting;
  }
}

async function readFiles(
  found: NonNullable<ReturnType<typeof placeIn>>,
  files: readonly string[],
  reading: Omit<ReadFile, 'file'>,
): Promise<FileRead> {
  let bytes = 0;
  for (const file of files) {
    const read = await readFile(found, { ...reading, file });
    if (read.kind !== 'read') return read;
    bytes += read.bytes;
  }
  return { kind: 'read', bytes };
}

interface ReadFile {
  readonly file: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly held: HeldResults;
}

type FileRead =
  { readonly kind: 'read'; readonly bytes: number } | Exclude<ReadResults, { kind: 'read' }>;

async function readFile(
  found: NonNullable<ReturnType<typeof placeIn>>,
  asked: ReadFile,
): Promise<FileRead> {
  try {
    const { status, bytes } = await streamed(found, asked);
    if (status === 404) return { kind: 'missing' };
    if (status === 200) return { kind: 'read', bytes };
    return { kind: 'untold', detail: `the provider answered ${status}` };
  } catch (error) {
    if (!(error instanceof LineTooLong) && !isExpected(error)) throw error;
    return { kind: 'untold', detail: error.message };
  }
}

function streamed(
  { provider, askFor }: NonNullable<ReturnType<typeof placeIn>>,
  { file, requestId, signal, held }: ReadFile,
): Promise<{ readonly status: number; readonly bytes: number }> {
  const { connectMs, firstByteMs, idleMs } = provider.timeLimits;
  const request = {
    ...{ method: 'GET' as const, requestId, trace: '', connectTimeoutMs: connectMs },
    ...{ timeoutMs: Math.max(firstByteMs, idleMs) },
    path: `/files/${encodeURIComponent(file)}/content`,
  };
  return new Promise((resolve, reject) => {
    const splitter = new LineSplitter(LONGEST_LINE, (line) => {
      const result = lineResultOf(line);
      if (result) held.add(result);
    });
    const told = { status: 0, bytes: 0 };
    const onAbort = (): void => {
      giveUp(new NobodyWaits('nobody waits for the file any more'));
    };
    const settleWith = (settle: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const call: UpstreamCall = askFor(request, {
      onStart: (status, headers) => {
        const { 'content-encoding': encoding = 'identity' } = headers;
        told.status = encoding === 'identity' ? status : 0;
      },
      onData: (chunk) => {
        if (told.status !== 200) return;
        told.bytes += chunk.length;
        try {
          splitter.push(chunk);
          held.hold(splitter.heldBytes);
        } catch (error) {
          giveUp(error as Error);
        }
      },
      onEnd: () => {
        if (told.status === 200) splitter.end();
        settleWith(() => {
          resolve(told);
        });
      },
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
