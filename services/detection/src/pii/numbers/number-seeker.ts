import type { Finding } from '../../finding/finding.ts';
import type { Found, Seeker } from '../../kernel/seeker.ts';
import { isAmount } from '../entity/amount.ts';
import {
  AFTER_UNITS,
  CONTEXT_UNITS,
  type Context,
  contextOf,
  withContext,
  wordsAfter,
  wordsBefore,
} from '../entity/context.ts';
import { anyShape } from '../entity/any-shape.ts';
import type { Entity } from '../entity/entity.ts';
import { DASHES, SPACES } from '../entity/entity.ts';
import { COUNTS_FROM, type Wanted, type WantedEntities } from '../entity/wanted.ts';
import { numberPlace, undecidedNumber } from './number-place.ts';

/** The longest number, with what parts its digits. */
const LONGEST = 80;
const SEPARATORS = new RegExp(`[${SPACES}.:/${DASHES}-]`, 'g');
/** What a number with right check digits scores at least where a word says what it is: more than a telephone number. */
const SAID_SCORE = 0.8;

/** Looks at a place for one kind of number: where it ends, and how sure it is with what was said before. */
export interface NumberLook {
  readonly wanted: Wanted;
  /** Sticky: it finds something only where one of them matches. */
  readonly patterns: readonly RegExp[];
  /** Gets the words before the place from a function, since most places need none of them. */
  at(
    text: string,
    place: number,
    before: () => string,
  ): { readonly end: number; readonly score: number } | undefined;
}

/** Looks that are passed over together at most places. */
export interface NumberLooks {
  readonly looks: readonly NumberLook[];
  /** Whether one of them may find anything at a place: it is asked before their patterns, and costs less. */
  readonly mayStart?: (text: string, place: number) => boolean;
}

interface GatedLooks extends NumberLooks {
  /** Sticky: where it does not match, none of the looks finds anything. */
  readonly gate: RegExp;
}

/** Looks for numbers of people and accounts: each place where a number begins is tried by each look that may find something there. */
export function numberSeeker(all: readonly NumberLooks[]): Seeker {
  const groups = all.flatMap(({ looks, ...others }) =>
    looks.length === 0
      ? []
      : [{ ...others, looks, gate: anyShape(looks.flatMap(({ patterns }) => patterns)) }],
  );
  return {
    reach: { before: CONTEXT_UNITS, most: LONGEST, after: AFTER_UNITS },
    undecided: undecidedNumber,
    seek: (text, from, to) => {
      let place = numberPlace(text, from);
      while (place < to) {
        const behind = afterLead(text, place);
        const there = withBehind(foundAt(groups, text, place), text[behind - 1], () =>
          foundAt(groups, text, behind),
        );
        if (there) return there;
        place = numberPlace(text, behind);
      }
      return undefined;
    },
  };
}

/** Where the search goes on: what leads a number may stand there for itself, and the number behind it is tried alone. */
function afterLead(text: string, place: number): number {
  let at = place;
  while ('+('.includes(text[at] ?? ' ')) at += 1;
  return Math.max(at, place + 1);
}

/** With a bracket before it, a number may be something else without it: both are told. */
function withBehind(
  there: Found | undefined,
  lead: string | undefined,
  behind: () => Found | undefined,
): Found | undefined {
  if (!there || lead !== '(') return there;
  const labels = new Set(there.findings.map(({ label }) => label));
  const others = behind()?.findings.filter(({ label }) => !labels.has(label)) ?? [];
  const next = Math.max(there.next, ...others.map(({ end }) => end));
  return { findings: [...there.findings, ...others], next };
}

/** What is found at one place; the search goes on behind the longest. */
function foundAt(groups: readonly GatedLooks[], text: string, place: number): Found | undefined {
  const findings: Finding[] = [];
  let words: string | undefined;
  const before = (): string => (words ??= wordsBefore(text, place));
  for (const { mayStart, gate, looks } of groups) {
    if (mayStart?.(text, place) === false) continue;
    gate.lastIndex = place;
    if (!gate.test(text)) continue;
    for (const look of looks) {
      const there = look.at(text, place, before);
      if (!there || there.score < COUNTS_FROM) continue;
      findings.push({ ...look.wanted, start: place, end: there.end, score: there.score });
    }
  }
  if (findings.length === 0) return undefined;
  return { findings, next: Math.max(...findings.map(({ end }) => end)) };
}

/** The looks for those of the entities that are wanted. */
export const entityLooks = (
  entities: readonly Entity[],
  wanted: WantedEntities,
): readonly NumberLook[] =>
  entities.flatMap((entity): NumberLook[] => {
    const one = wanted.get(entity.label);
    return one ? [entityLook(entity, one)] : [];
  });

function entityLook(entity: Entity, wanted: Wanted): NumberLook {
  const says: Context = contextOf(entity.context) ?? never;
  const saysOther: Context = contextOf(entity.others ?? []) ?? never;
  return {
    wanted,
    patterns: entity.shapes.map(({ pattern }) => pattern),
    at: (text, place, before) => {
      const shaped = shapeAt(entity, text, place);
      if (!shaped || entity.unlike?.test(before())) return undefined;
      const { end, score } = shaped;
      const number = { text, place, end, before: before(), after: wordsAfter(text, end) };
      if (says(number.before) || says(number.after)) {
        return { end, score: Math.max(entity.verify ? SAID_SCORE : 0, withContext(score, true)) };
      }
      return saysOther(number.before) || isAmount(number) ? undefined : shaped;
    },
  };
}

const never: Context = () => false;

/** How an entity's number stands at a place: its end, and its score without context. */
function shapeAt(
  entity: Entity,
  text: string,
  place: number,
): { readonly end: number; readonly score: number } | undefined {
  for (const { pattern, score } of entity.shapes) {
    pattern.lastIndex = place;
    if (!pattern.test(text)) continue;
    const end = pattern.lastIndex;
    if (!entity.verify) return { end, score };
    const written = text.slice(place, end);
    if (entity.verify(written.replace(SEPARATORS, ''), written)) return { end, score };
  }
  return undefined;
}
