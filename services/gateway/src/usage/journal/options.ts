import { diskTroubleOf } from '@aicp/common/files/disk-trouble';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { JournalDisk } from './disk.ts';
import type { JournalOutlet } from './journal-outlet.ts';
import type { FileCounts } from './segment-files.ts';

/** What happens to requests while the journal takes nothing: they are served, or refused. */
export const ON_FULL = ['serve', 'refuse'] as const;

export interface JournalLimits {
  /** A segment is followed by a new one beyond this. */
  readonly segmentBytes: number;
  /** Beyond this the oldest segments go under `serve`, and requests are refused under `refuse`. */
  readonly totalBytes: number;
  /** The most that all lines in memory may take: those that the disk does not take, and those that are not synced yet. */
  readonly backlogBytes: number;
  readonly onFull: (typeof ON_FULL)[number];
}

export interface JournalOptions {
  readonly directory: string;
  readonly limits: JournalLimits;
  readonly log: Logger;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The machine's own, if not given. */
  readonly disk?: JournalDisk;
  /** Whom records are handed over to; absent: they stay. */
  readonly outlet?: JournalOutlet | undefined;
}

/** What the writer has done, for metrics. */
export interface WriterCounts extends FileCounts {
  bytes: number;
  writes: number;
  failures: number;
  slowWrites: number;
}

/** What the journal has done, for metrics. */
export interface JournalCounts extends WriterCounts {
  intents: number;
  outcomes: number;
  /** Lines that found no room in memory while the disk took nothing. */
  dropped: number;
  replayed: number;
  deletedSegments: number;
  /** Bytes of segments that had to go with what was not handed over of them. */
  lostBytes: number;
}

export const noCounts = (): JournalCounts => ({
  intents: 0,
  outcomes: 0,
  bytes: 0,
  writes: 0,
  failures: 0,
  slowWrites: 0,
  syncFailures: 0,
  removedSegments: 0,
  dropped: 0,
  replayed: 0,
  deletedSegments: 0,
  lostBytes: 0,
});

/** How the disk takes what is written. */
export const DISK_STATES = ['ok', 'slow', 'full', 'read_only', 'failing'] as const;

export type DiskState = (typeof DISK_STATES)[number];

/** What an error of the system says about the disk. */
export function stateOf(error: unknown): DiskState {
  const trouble = diskTroubleOf(error) ?? 'failing';
  return trouble === 'forbidden' ? 'read_only' : trouble;
}
