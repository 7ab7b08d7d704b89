import { pause, type Clock } from '@aicp/common/time/clock';
import type { Runtime } from '../../routing/runtime.ts';
import { NoRoomForAnswer } from '../../providers/upstream/collect-answer.ts';
import { isExpected, placeIn } from '../left/ask-provider.ts';
import type { AnswerRoom } from '../left/answer-room.ts';
import { placeOf, type LeftResponse } from '../left/left-response.ts';
import { laneOf } from '../left/runs.ts';
import { requestsOf } from '../../usage/journal/replay.ts';
import { HeldResults, type Use } from './held-results.ts';
import { lineResultOf, type LineResult } from './line-result.ts';
import { LineSplitter } from './line-splitter.ts';
import { streamFile, type StreamedFile } from './stream-file.ts';

/** What the files of a batch say. */
export type ReadResults =
  | {
      readonly kind: 'read';
      readonly results: readonly LineResult[];
      readonly bytes: number;
      /** Requests without a result that may have one in what was not read: lines that are too long or no results, and all behind where a file is. */
      readonly unread: number;
    }
  /** One of them is not there any more. */
  | { readonly kind: 'missing' }
  /** Nobody knows, for now. `tookMs`: for how long files were read that broke, but for want of room. */
  | { readonly kind: 'untold'; readonly detail: string; readonly tookMs: number };

const MIB = 1_048_576;
/** Of one line, bytes: an answer with all that is around it. */
const LONGEST_LINE = 16 * MIB;
/** Of one file, bytes for each request of its batch beside one line of the longest: vectors of some 60 texts, or several times the longest answer. */
const BYTES_A_REQUEST = 4 * MIB;
/** One that sends without end, or a byte now and then, keeps its place no longer than that, for all files of a batch together. */
const LONGEST_READING_MS = 900_000;

/** Reads the files of a batch line by line, of which the tokens alone are kept: each request once, and no more than there are, those that used most by `useOf`. */
export async function readResults(
  runtime: Runtime,
  {
    batch,
    files,
    signal,
    clock,
    room,
    useOf,
  }: {
    readonly clock: Clock;
    readonly room: AnswerRoom;
    readonly useOf: (result: LineResult) => Use;
    readonly batch: LeftResponse;
    /** Undefined: nobody can ask for them. */
    readonly files: readonly string[] | undefined;
    readonly signal: AbortSignal;
  },
): Promise<ReadResults> {
  if (!files) return { kind: 'missing' };
  const found = placeIn(runtime, placeOf(batch));
  if (!found)
    return { kind: 'untold', detail: 'its provider or credential is not there', tookMs: 0 };
  const opened = room.open(laneOf(batch));
  const lines = requestsOf(batch.intent);
  const held = new HeldResults(lines, opened, useOf);
  const late = new AbortController();
  const isOver = new AbortController();
  const waiting = pause(clock, LONGEST_READING_MS, isOver.signal).then((isLate) => {
    if (isLate) late.abort();
  });
  try {
    const read = await readFiles(found, files, {
      ...{ requestId: batch.id, signal: AbortSignal.any([signal, late.signal]) },
      ...{ held, reading: new Reading(clock), mostBytes: LONGEST_LINE + lines * BYTES_A_REQUEST },
    });
    if (read.kind !== 'read') return read;
    const results = held.all;
    return { ...read, results, unread: Math.min(read.unread, lines - results.length) };
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
  const all = { kind: 'read' as const, bytes: 0, unread: 0 };
  for (const file of files) {
    const read = await readFile(found, { ...reading, file });
    if (read.kind !== 'read') return read;
    all.bytes += read.bytes;
    all.unread += read.unread;
  }
  return all;
}

type ReadFile = Omit<StreamedFile, 'onChunk'> & {
  readonly held: HeldResults;
  readonly reading: Reading;
};

/** How long files have been read, from the first byte of the first. */
class Reading {
  private readonly clock: Clock;
  private since: number | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get tookMs(): number {
    return this.since === undefined ? 0 : this.clock.monotonic() - this.since;
  }

  begin(): void {
    this.since ??= this.clock.monotonic();
  }
}

/** `unread`: lines that were not read; where more came than is read of a file, Infinity. */
type FileRead =
  | { readonly kind: 'read'; readonly bytes: number; readonly unread: number }
  | Exclude<ReadResults, { kind: 'read' }>;

async function readFile(
  found: NonNullable<ReturnType<typeof placeIn>>,
  { held, reading, ...asked }: ReadFile,
): Promise<FileRead> {
  let strange = 0;
  const splitter = new LineSplitter(LONGEST_LINE, (line) => {
    const result = lineResultOf(line);
    if (result) held.add(result);
    else strange += 1;
  });
  const onChunk = (chunk: Buffer): void => {
    reading.begin();
    splitter.push(chunk);
    held.hold(splitter.heldBytes);
  };
  try {
    const { status, bytes, isCut } = await streamFile(found, { ...asked, onChunk });
    if (status === 404) return { kind: 'missing' };
    if (status !== 200) {
      const detail = `the provider answered ${status}`;
      return { kind: 'untold', detail, tookMs: reading.tookMs };
    }
    if (isCut) return { kind: 'read', bytes, unread: Infinity };
    splitter.end();
    return { kind: 'read', bytes, unread: splitter.skipped + strange };
  } catch (error) {
    if (!isExpected(error)) throw error;
    // Others may have the room.
    const tookMs = error instanceof NoRoomForAnswer ? 0 : reading.tookMs;
    return { kind: 'untold', detail: error.message, tookMs };
  }
}
