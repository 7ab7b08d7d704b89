import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { foldText } from './fold/fold.ts';
import { entityNames } from './pii/pii-searchers.ts';
import { secretNames } from './secrets/secret-searchers.ts';
import { faultOfRegex } from './regex/pattern-use.ts';

const faultOfName = (name: string, known: readonly string[]): string | undefined =>
  known.includes(name) ? undefined : `is no entity that is known: use one of ${known.join(', ')}`;

const FAULTS: Readonly<Record<DetectorTerms['type'], (pattern: string) => string | undefined>> = {
  regex: faultOfRegex,
  keyword: (pattern) =>
    foldText(pattern) === '' ? 'has no character that is seen: write a word' : undefined,
  pii: (pattern) => faultOfName(pattern, entityNames),
  secrets: (pattern) => faultOfName(pattern, secretNames),
  injection: () => undefined,
};

/** Why a pattern of a detector of this type cannot be used, and what to do; undefined where it can. It reads on from `the pattern "…"`. */
export const faultOfPattern = (type: DetectorTerms['type'], pattern: string): string | undefined =>
  FAULTS[type](pattern);
