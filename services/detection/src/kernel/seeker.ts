import type { Finding } from '../finding/finding.ts';
import type { Search, Searcher, Seen } from './search.ts';

/** What is found at one place. Offsets are counted in the text that was given. */
export interface Found {
  /** All of them start at the place or after it, and end within its reach. */
  readonly findings: readonly Finding[];
  /** Where the search goes on: after the place. */
  readonly next: number;
}

/** How far from a place anything may depend on the text, in UTF-16 units. */
export interface Reach {
  /** What is looked at before the place. */
  readonly before: number;
  /** The longest thing that may be found. */
  readonly most: number;
  /** What is looked at after the end of it. */
  readonly after: number;
}

/**
 * Looks for one kind of thing from left to right. What it finds at a place depends on the text within its reach alone: this is what makes
 * a text in pieces equal to the whole.
 */
export interface Seeker {
  readonly reach: Reach;
  /**
   * The first place from `from` on at which something may be found once more has come; the length of the text where there is none. Without
   * it, whatever is within reach of the end is held back.
   */
  undecided?(text: string, from: number): number;
  /** The first thing that stands at a place from `from` on and before `to`. What stands `reach.before` units before `from` is there. */
  seek(text: string, from: number, to: number): Found | undefined;
}

/** A search by a seeker. */
export const seekerSearcher = (seeker: Seeker): Searcher => ({
  open: () => new SeekerSearch(seeker),
});

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

class SeekerSearch implements Search {
  private readonly seeker: Seeker;
  private cursor = 0;

  constructor(seeker: Seeker) {
    this.seeker = seeker;
  }

  get decided(): number {
    return this.cursor;
  }

  get keeps(): number {
    return this.cursor - this.seeker.reach.before;
  }

  advance(seen: Seen, found: (finding: Finding) => void): void {
    const { text, base } = seen;
    const to = seen.isOver ? text.length : this.bound(text, this.cursor - base);
    let from = this.cursor - base;
    while (from < to) {
      const there = this.seeker.seek(text, from, to);
      if (!there) break;
      for (const one of there.findings) {
        found(base === 0 ? one : { ...one, start: one.start + base, end: one.end + base });
      }
      from = there.next;
    }
    this.cursor = seen.isOver ? Infinity : base + Math.max(from, to);
  }

  /** The first place that is not decided. */
  private bound(text: string, from: number): number {
    const { most, after } = this.seeker.reach;
    const byReach = Math.max(from, text.length - most - after + 1);
    const place = this.seeker.undecided?.(text, byReach) ?? byReach;
    // A search never begins within a pair.
    const isWithin =
      place > 0 && isLow(text.charCodeAt(place)) && isHigh(text.charCodeAt(place - 1));
    const isCut = place === text.length && isHigh(text.charCodeAt(place - 1));
    return isWithin || isCut ? place - 1 : place;
  }
}

/** The place behind the last character that is in nothing which is looked for, and stands `aside` units before the end; `from` where there is none. */
export function behindLast(
  outside: RegExp,
  text: string,
  { from, aside = 0 }: { readonly from: number; readonly aside?: number },
): number {
  for (let at = text.length - 1 - aside; at >= from; at -= 1) {
    if (outside.test(text[at] ?? '')) return at + 1;
  }
  return from;
}
