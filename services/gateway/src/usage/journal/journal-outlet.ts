import type { Kept } from './kept-segments.ts';
import type { Segment } from './segments.ts';

/**
 * The journal, for who reads it while it is written. Nothing beyond the sizes may be read: it may be half a line, or part of a segment that is taken
 * away again since its head could not be written.
 */
export interface ReadableJournal {
  /** Oldest first. What is not the last is written no more. */
  list(): Kept[];
  /** Lines of closed segments that the disk may have lost, and lines that it did not take, which stand in no other yet: they may be in the head of the next. */
  again(): string[];
  /** Deletes segments of before a number, which nobody needs any more. Those that are not closed stay. */
  deleteBefore(number: number): Promise<void>;
}

/** Who takes over what is in the journal. */
export interface JournalOutlet {
  /** Says where it is. `newestBefore`: the newest segment that processes before this one wrote; 0 where there is none. */
  attach(journal: ReadableJournal, newestBefore: number): void;
  /** Keeps what it still needs of a segment, which is deleted then to make room. Rejects where it cannot. */
  beforeDeletion(segment: Segment): Promise<void>;
}
