import type { WriterCounts } from './segment-writer.ts';

/** What the journal has done, for metrics. */
export interface JournalCounts extends WriterCounts {
  intents: number;
  outcomes: number;
  /** Lines that found no room in memory while the disk took nothing. */
  dropped: number;
  replayed: number;
  deletedSegments: number;
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
});
