import { behindLast, type Seeker } from '../kernel/seeker.ts';
import type { Wanted } from './entity/wanted.ts';

/** Six bytes with colons or dashes between them, or three groups of four digits with dots, as switches print them. */
const MAC =
  /(?<![\w:.-])(?:[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4})(?![\w:]|[.-]\w)/y;
/** What stands in each of them, from the first colon, dash or dot on: nearly no text has it. */
const INNER = /[:-][0-9A-Fa-f]{2}[:-][0-9A-Fa-f]{2}[:-]|\.[0-9A-Fa-f]{4}\./g;
/** Units before that. */
const LEADS = [4, 2];
const OUTSIDE = /[^0-9A-Fa-f:.-]/;
const LONGEST = 17;

/** Looks for the addresses of network cards. */
export const macSeeker = (wanted: Wanted): Seeker => ({
  reach: { before: 1, most: LONGEST, after: 2 },
  undecided: (text, from) => behindLast(OUTSIDE, text, { from, aside: 1 }),
  seek: (text, from, to) => {
    for (let at = inner(text, from); at < to + LONGEST; at = inner(text, at + 1)) {
      for (const start of LEADS.map((lead) => at - lead)) {
        const end = start >= from && start < to ? macEnd(text, start) : undefined;
        if (end !== undefined) {
          return { findings: [{ ...wanted, start, end, score: 0.9 }], next: end };
        }
      }
    }
    return undefined;
  },
});

function inner(text: string, from: number): number {
  INNER.lastIndex = from;
  return INNER.exec(text)?.index ?? Infinity;
}

function macEnd(text: string, start: number): number | undefined {
  MAC.lastIndex = start;
  return MAC.test(text) ? MAC.lastIndex : undefined;
}
