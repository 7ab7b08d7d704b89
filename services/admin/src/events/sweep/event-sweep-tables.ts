import type { Marks } from './watch.ts';

/** When a watch looked for the first time, and how often it has written since. */
export interface EventWatchTable {
  readonly watch: string;
  readonly started_at: Date;
  readonly turn: number;
}

/** What a watch noted of an object. */
export interface EventSeenTable {
  readonly watch: string;
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  /** Of the object when this was noted: nobody who sees an older one goes by it. */
  readonly resource_version: string;
  readonly marks: Marks;
  /** When it was found deleted; null: it is there. */
  readonly gone_at: Date | null;
}

export interface EventSweepTables {
  readonly event_watch: EventWatchTable;
  readonly event_seen: EventSeenTable;
}
