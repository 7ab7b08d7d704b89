import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import type { Searcher } from '../kernel/search.ts';
import { seekerSearcher } from '../kernel/seeker.ts';
import { assignedSeeker } from './assigned-seeker.ts';
import { keyBlockSeeker } from './key-block-seeker.ts';
import { secretShapes } from './secret-shapes.ts';
import { type NamedSecret, tokenSeeker } from './token-seeker.ts';

/** The names of all kinds of secrets. */
export const secretNames: readonly string[] = [
  ...new Set(secretShapes.map(({ label }) => label)),
  'PRIVATE_KEY',
  'URL_PASSWORD',
  'PASSWORD',
  'AWS_SECRET_KEY',
  'SECRET',
];

const SCORE = 0.9;
/** What is a secret by the name alone that it is assigned to: where its own form says more, that counts. */
const ASSIGNED = new Map([
  ['PASSWORD', 0.8],
  ['SECRET', 0.8],
]);

/** Makes a detector of secrets ready: all kinds, or those that its patterns name. */
export function secretSearchers({ id, action, patterns }: DetectorTerms): readonly Searcher[] {
  const wanted = new Map(patterns?.map((one) => [one.pattern, one]));
  const named: NamedSecret = (label, start, end) => {
    const one = patterns ? wanted.get(label) : { label, action };
    return (
      one && {
        label: one.label ?? label,
        start,
        end,
        score: ASSIGNED.get(label) ?? SCORE,
        action: one.action,
        detector: id,
      }
    );
  };
  return [
    seekerSearcher(tokenSeeker(secretShapes, named)),
    seekerSearcher(keyBlockSeeker(named)),
    seekerSearcher(assignedSeeker(named)),
  ];
}
