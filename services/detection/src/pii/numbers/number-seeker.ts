import type { Finding } from '../../finding.ts';
import type { Found, Seeker } from '../../kernel/seeker.ts';
import { CONTEXT_UNITS, type Context, contextOf, withContext, wordsBefore } from '../context.ts';
import type { Entity } from '../entity.ts';
import { COUNTS_FROM, type Wanted, type WantedEntities } from '../wanted.ts';
import { numberPlace, undecidedNumber } from './number-place.ts';

/** The longest number, with what parts its digits. */
const LONGEST = 48;
const SEPARATORS = /[ .\-/\u00a0\u2010-\u2013]/g;

interface Look {
  readonly entity: Entity;
  readonly wanted: Wanted;
  readonly context: Context | undefined;
}

/** Looks for numbers of people and accounts: each place where a number begins is tried for each entity that is wanted. */
export function numberSeeker(
  entities: readonly Entity[],
  wanted: WantedEntities,
): Seeker | undefined {
  const looks = entities.flatMap((entity): Look[] => {
    const one = wanted.get(entity.label);
    return one ? [{ entity, wanted: one, context: contextOf(entity.context) }] : [];
  });
  if (looks.length === 0) return undefined;
  return {
    reach: { before: CONTEXT_UNITS, most: LONGEST, after: 2 },
    undecided: undecidedNumber,
    seek: (text, from, to) => {
      let place = numberPlace(text, from);
      while (place < to) {
        const there = foundAt(looks, text, place);
        if (there) return there;
        place = numberPlace(text, place + 1);
      }
      return undefined;
    },
  };
}

/** What the entities find at one place; the search goes on behind the longest. */
function foundAt(looks: readonly Look[], text: string, place: number): Found | undefined {
  let findings: Finding[] | undefined;
  let next = place;
  let before: string | undefined;
  for (const { entity, wanted, context } of looks) {
    const shaped = shapeAt(entity, text, place);
    if (!shaped) continue;
    before ??= wordsBefore(text, place);
    const score = withContext(shaped.score, context?.(before) ?? false);
    if (score < COUNTS_FROM) continue;
    findings ??= [];
    findings.push({ ...wanted, start: place, end: shaped.end, score });
    next = Math.max(next, shaped.end);
  }
  return findings && { findings, next };
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
    const compact = text.slice(place, end).replace(SEPARATORS, '');
    if (entity.verify(compact)) return { end, score: entity.verified ?? score };
  }
  return undefined;
}
