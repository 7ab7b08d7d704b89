import type { Found, Seeker } from '../kernel/seeker.ts';
import { SHAPE_UNITS, type SecretShape } from './secret-shapes.ts';
import { isRandom } from './secret-value.ts';

/** Where a secret may begin: a long word, or one of the few beginnings that a dot or a slash follows. */
const BEGIN = /(?<![A-Za-z0-9_])(?=[\w-]{10}|SG\.|hv[sbr]\.|ya29\.|hooks\.slack|\d{8,10}:AA)/g;
/** The end of a text that may become such a beginning. */
const BEGUN = /(?<![A-Za-z0-9_])[\w-]{1,10}(?:[.:]\w{0,5})?$/;
const OUTSIDE = /[^A-Za-z0-9_\-.:+/=]/;

/** What a finding of a kind of secret is called, and what happens. */
export type NamedSecret = (
  label: string,
  start: number,
  end: number,
) => Found['findings'][number] | undefined;

/** Looks for secrets that say by how they begin what they are. */
export function tokenSeeker(shapes: readonly SecretShape[], named: NamedSecret): Seeker {
  const byFirst = new Map<string, SecretShape[]>();
  for (const shape of shapes) {
    for (const first of new Set(shape.prefixes.map((prefix) => prefix[0] ?? ''))) {
      byFirst.set(first, [...(byFirst.get(first) ?? []), shape]);
    }
  }
  const isBegun = (text: string, place: number): boolean =>
    (byFirst.get(text[place] ?? '') ?? []).some(({ prefixes }) =>
      prefixes.some((prefix) => prefix.startsWith(text.slice(place, place + prefix.length))),
    );
  const at = (text: string, place: number): Found | undefined => {
    for (const { label, pattern } of byFirst.get(text[place] ?? '') ?? []) {
      pattern.lastIndex = place;
      if (!pattern.test(text)) continue;
      const end = pattern.lastIndex;
      const finding = isRandom(text.slice(place, end)) ? named(label, place, end) : undefined;
      if (finding) return { findings: [finding], next: end };
    }
    return undefined;
  };
  return {
    reach: { before: 1, most: SHAPE_UNITS, after: 1 },
    undecided: (text, from) => undecidedToken(text, from, isBegun),
    seek: (text, from, to) => {
      for (let place = begin(text, from); place < to; place = begin(text, place + 1)) {
        const there = at(text, place);
        if (there) return there;
      }
      return undefined;
    },
  };
}

function begin(text: string, from: number): number {
  BEGIN.lastIndex = from;
  return BEGIN.exec(text)?.index ?? Infinity;
}

/** The first beginning of a secret behind which only characters of secrets stand; else the last word, which may become one. */
function undecidedToken(
  text: string,
  from: number,
  isBegun: (text: string, place: number) => boolean,
): number {
  let run = text.length;
  while (run > from && !OUTSIDE.test(text[run - 1] ?? '')) run -= 1;
  for (let place = begin(text, run); place < text.length; place = begin(text, place + 1)) {
    if (isBegun(text, place)) return place;
  }
  const last = BEGUN.exec(text.slice(Math.max(0, text.length - 20)))?.[0].length ?? 0;
  return Math.max(from, text.length - last);
}
