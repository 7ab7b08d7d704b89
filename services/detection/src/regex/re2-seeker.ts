import { RE2JS } from 're2js';
import type { Found, Seeker } from '../kernel/seeker.ts';
import { patternLength } from './pattern-length.ts';

/** What may be longer is not bounded: a stream would be held back as far. */
const LONGEST_BOUNDED = 1024;
/** Units beyond its least length after which a match of an unbounded pattern is cut. */
const CUT_UNITS = 256;
/** Where a match may be too long, the text is looked through in blocks of this many units, so that each costs no more than its length. */
const BLOCK_UNITS = 1024;
/** What stands beside a match is one character, which may be a pair. */
const ASIDE_UNITS = 2;

/** What a finding is called, and all else that is the same for each of a pattern. */
export type Named = (start: number, end: number) => Found['findings'][number];

/** A regular expression of a user, searched by RE2: in time that grows with the text alone, whatever the pattern. */
export function re2Seeker(pattern: string, named: Named): Seeker {
  const compiled = RE2JS.compile(pattern);
  const { least, most, looksAside } = patternLength(pattern);
  const aside = looksAside ? ASIDE_UNITS : 0;
  if (most <= LONGEST_BOUNDED) {
    const reach = { before: aside, most, after: aside };
    return { reach, seek: (text, from, to) => first({ compiled, text, from, to, named }) };
  }
  const reach = { before: aside, most: least + CUT_UNITS, after: aside };
  return { reach, seek: (text, from, to) => firstCut({ compiled, reach, text, from, to, named }) };
}

interface Look {
  readonly compiled: RE2JS;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly named: Named;
}

/** The next match that has a length. */
function matched({ compiled, text, from, to }: Omit<Look, 'named'>): [number, number] | undefined {
  const matcher = compiled.matcher(text);
  let isThere = matcher.find(from);
  while (isThere && matcher.end() === matcher.start()) isThere = matcher.find();
  if (!isThere || matcher.start() >= to) return undefined;
  return [matcher.start(), matcher.end()];
}

function first({ named, ...look }: Look): Found | undefined {
  const there = matched(look);
  return there && { findings: [named(...there)], next: there[1] };
}

/** The next match of a pattern that may match more than its reach: a place has one if it has one in the text within its reach. */
function firstCut(look: Look & Pick<Seeker, 'reach'>): Found | undefined {
  const { text, to, reach, named } = look;
  let { from } = look;
  while (from < to) {
    const end = Math.min(to, from + BLOCK_UNITS);
    const there = within(look, { from, to: end });
    if (!there) {
      from = end;
      continue;
    }
    const [start] = there;
    const own = within(look, { from: start, to: start + 1 });
    const match = own && cut(own, { text, reach });
    if (match) return { findings: [named(...match)], next: match[1] };
    from = start + pairLength(text, start);
  }
  return undefined;
}

/** A match that starts within the places, in the text that is within reach of them. */
function within(
  { compiled, text, reach }: Look & Pick<Seeker, 'reach'>,
  { from, to }: { readonly from: number; readonly to: number },
): [number, number] | undefined {
  const begin = Math.max(0, from - reach.before);
  const slice = text.slice(begin, to - 1 + reach.most + reach.after);
  const there = matched({ compiled, text: slice, from: from - begin, to: to - begin });
  return there && [there[0] + begin, there[1] + begin];
}

/** A match as long as may be. One that is longer and looks aside would see the end of what it was given for a border. */
function cut(
  [start, end]: [number, number],
  { text, reach }: Pick<Look, 'text'> & Pick<Seeker, 'reach'>,
): [number, number] | undefined {
  const longest = start + reach.most;
  if (end <= longest) return [start, end];
  if (reach.after > 0) return undefined;
  return [start, Math.min(longest, text.length)];
}

const pairLength = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
