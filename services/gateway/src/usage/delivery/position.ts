import { z } from 'zod';

/** A place in the journal, between two lines. */
export const position = z.object({
  /** Number of the segment. */
  segment: z.int().min(0),
  /** Bytes from its beginning. */
  offset: z.int().min(0),
});
export type Position = z.output<typeof position>;

/** Before everything. */
export const BEGINNING: Position = { segment: 0, offset: 0 };

export const isBefore = (one: Position, other: Position): boolean =>
  one.segment === other.segment ? one.offset < other.offset : one.segment < other.segment;

export const laterOf = (one: Position, other: Position): Position =>
  isBefore(one, other) ? other : one;
