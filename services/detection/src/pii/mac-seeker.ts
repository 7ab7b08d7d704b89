import { behindLast, type Seeker } from '../kernel/seeker.ts';
import type { Wanted } from './entity/wanted.ts';

/** Six bytes with colons or dashes between them, or three groups of four digits with dots, as switches print them. */
const MAC =
  /(?<![\w:.-])(?:[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4})(?![\w:]|[.-]\w)/g;
const OUTSIDE = /[^0-9A-Fa-f:.-]/;
const LONGEST = 17;

/** Looks for the addresses of network cards. */
export const macSeeker = (wanted: Wanted): Seeker => ({
  reach: { before: 1, most: LONGEST, after: 2 },
  undecided: (text, from) => behindLast(OUTSIDE, text, { from, aside: 1 }),
  seek: (text, from, to) => {
    MAC.lastIndex = from;
    const match = MAC.exec(text);
    if (!match || match.index >= to) return undefined;
    const start = match.index;
    const end = start + match[0].length;
    return { findings: [{ ...wanted, start, end, score: 0.9 }], next: end };
  },
});
