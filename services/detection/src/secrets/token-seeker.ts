import type { Found, Seeker } from '../kernel/seeker.ts';
import { nextRun, runsOf } from '../kernel/runs.ts';
import { SHAPE_UNITS, type SecretShape } from './secret-shapes.ts';
import { isRandom } from './secret-value.ts';

/** Where a secret may begin: a long word, or one of the few beginnings that a dot or a slash follows. */
const BEGIN = /(?<![A-Za-z0-9_])(?=[\w+/=-]{10}|SG\.|hv[sbr]\.|ya29\.|hooks\.slack|\d{8,10}:AA)/g;
const BEGINNING = new RegExp(BEGIN.source, 'y');
/** All characters of secrets. The shortest secret, a token of Slack, has this many of them. */
const RUNS = runsOf(/[A-Za-z0-9_\-.:+/=]/, 15);
const WORD = runsOf(/\w/, 1).isInside;
/** The end of a text that may become such a beginning. */
const BEGUN = /(?<![A-Za-z0-9_])[\w+/=-]{1,10}(?:[.:]\w{0,5})?$/;
const OUTSIDE = /[^A-Za-z0-9_\-.:+/=]/;

/** What a finding of a kind of secret is called, and what happens. */
export type NamedSecret = (
  label: string,
  start: number,
  end: number,
) => Found['findings'][number] | undefined;

/** Looks for secrets that say by how they begin what they are. */
export function tokenSeeker(shapes: readonly SecretShape[], named: NamedSecret): Seeker {
  const byFirst = shapesByFirst(shapes);
  const isBegun = (text: string, place: number): boolean =>
    (byFirst[text.charCodeAt(place)] ?? []).some(({ prefixes }) =>
      prefixes.some((prefix) => prefix.startsWith(text.slice(place, place + prefix.length))),
    );
  const at = (text: string, place: number): Found | undefined => {
    const begun = byFirst[text.charCodeAt(place)] ?? [];
    if (begun.length === 0 || !isBeginning(text, place)) return undefined;
    for (const { label, pattern } of begun) {
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
      for (let run = nextRun(text, from, RUNS); run; run = nextRun(text, run.end, RUNS)) {
        const end = Math.min(to, run.end);
        for (let place = run.start; place < end; place += 1) {
          const there = at(text, place);
          if (there) return there;
        }
        if (end === to) break;
      }
      return undefined;
    },
  };
}

/** By the unit that a secret begins with; none for units that no secret begins with. */
function shapesByFirst(shapes: readonly SecretShape[]): readonly (readonly SecretShape[])[] {
  return Array.from({ length: 0x80 }, (_, unit) => {
    const first = String.fromCharCode(unit);
    return shapes.filter(({ prefixes }) => prefixes.some((prefix) => prefix.startsWith(first)));
  });
}

function isBeginning(text: string, place: number): boolean {
  if (place > 0 && WORD[text.charCodeAt(place - 1)] === 1) return false;
  BEGINNING.lastIndex = place;
  return BEGINNING.test(text);
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
