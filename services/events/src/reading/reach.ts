/** Whose events and deliveries somebody may know of. */
export interface EventReach {
  /** metadata.name of the one Organization; undefined: all, and the platform's. */
  readonly organization: string | undefined;
  /** Nothing older: that was of another organization of the same name, ms since 1970. */
  readonly sinceMs: number;
}

/** Where a page before ended: newest first. */
export interface EventPlace {
  readonly atMs: number;
  readonly id: string;
}

export interface EventPage {
  readonly limit: number;
  readonly before: EventPlace | undefined;
}
