import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import type { Searcher } from '../kernel/search.ts';
import { type Seeker, seekerSearcher } from '../kernel/seeker.ts';
import { emailSeeker } from './email-seeker.ts';
import { cards } from './numbers/cards.ts';
import { numberSeeker } from './numbers/number-seeker.ts';
import type { Wanted, WantedEntities } from './wanted.ts';

const NUMBERS = [...cards];

/** The names of all entities, as Presidio has them. */
export const entityNames: readonly string[] = [
  'EMAIL_ADDRESS',
  ...new Set(NUMBERS.map(({ label }) => label)),
];

/** Makes a detector of personal data ready: all entities, or those that its patterns name. */
export function piiSearchers(terms: DetectorTerms): readonly Searcher[] {
  const wanted = wantedOf(terms);
  const email = wanted.get('EMAIL_ADDRESS');
  const seekers: (Seeker | undefined)[] = [
    email && emailSeeker(email),
    numberSeeker(NUMBERS, wanted),
  ];
  return seekers.flatMap((seeker) => (seeker ? [seekerSearcher(seeker)] : []));
}

function wantedOf({ id, action, patterns }: DetectorTerms): WantedEntities {
  const named: NonNullable<DetectorTerms['patterns']> =
    patterns ?? entityNames.map((pattern) => ({ pattern, action }));
  return new Map(
    named.map((one): [string, Wanted] => [
      one.pattern,
      { action: one.action, detector: id, label: one.label ?? one.pattern },
    ]),
  );
}
