import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { JournalDisk } from './disk.ts';

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
}
