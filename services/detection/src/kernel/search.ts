import type { Finding } from '../finding/finding.ts';

/** What came of a text so far, but for its beginning that nobody needs any more. */
export interface Seen {
  readonly text: string;
  /** Units of the whole text that stand before `text`. */
  readonly base: number;
  /** Whether no more comes. */
  readonly isOver: boolean;
}

/** Something to look for. It holds no state of any text. */
export interface Searcher {
  open(): Search;
}

/** One searcher's look at one text as it comes. Offsets are counted from the beginning of the whole text. */
export interface Search {
  /** Looks at what came since the last time, and tells what it found. */
  advance(seen: Seen, found: (finding: Finding) => void): void;
  /** Every finding that starts before was told, whatever comes. */
  readonly decided: number;
  /** What stands before is not looked at any more. */
  readonly keeps: number;
}
