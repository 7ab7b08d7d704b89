import type { Finding } from '../../finding/finding.ts';
import type { Found, Seeker } from '../../kernel/seeker.ts';
import {
  CONTEXT_UNITS,
  type Context,
  contextOf,
  withContext,
  wordsBefore,
} from '../entity/context.ts';
import type { Entity } from '../entity/entity.ts';
import { COUNTS_FROM, type Wanted, type WantedEntities } from '../entity/wanted.ts';
import { numberPlace, undecidedNumber } from './number-place.ts';

/** The longest number, with what parts its digits. */
const LONGEST = 80;
const SEPARATORS = /[ .\-/\u00a0\u2010-\u2013]/g;

/** Looks at a place for one kind of number: where it ends, and how sure it is with what was said before. */
export interface NumberLook {
  readonly wanted: Wanted;
  /** Gets the words before the place from a function, since most places need none of them. */
  at(
    text: string,
    place: number,
    before: () => string,
  ): { readonly end: number; readonly score: number } | undefined;
}

/** Looks for numbers of people and accounts: each place where a number begins is tried by each look. */
export function numberSeeker(looks: readonly NumberLook[]): Seeker {
  return {
    reach: { before: CONTEXT_UNITS, most: LONGEST, after: 2 },
    undecided: undecidedNumber,
    seek: (text, from, to) => {
      let place = numberPlace(text, from);
      while (place < to) {
        const there = foundAt(looks, text, place);
        if (there) return there;
        place = numberPlace(text, afterLead(text, place));
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

/** What is found at one place; the search goes on behind the longest. */
function foundAt(looks: readonly NumberLook[], text: string, place: number): Found | undefined {
  let findings: Finding[] | undefined;
  let next = place;
  let words: string | undefined;
  const before = (): string => (words ??= wordsBefore(text, place));
  for (const look of looks) {
    const there = look.at(text, place, before);
    if (!there || there.score < COUNTS_FROM) continue;
    findings ??= [];
    findings.push({ ...look.wanted, start: place, end: there.end, score: there.score });
    next = Math.max(next, there.end);
  }
  return findings && { findings, next };
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
  const context: Context | undefined = contextOf(entity.context);
  return {
    wanted,
    at: (text, place, before) => {
      const shaped = shapeAt(entity, text, place);
      if (!shaped || entity.unlike?.test(before())) return undefined;
      const { end, score } = shaped;
      return { end, score: withContext(score, context?.(before()) ?? false) };
    },
  };
}

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
