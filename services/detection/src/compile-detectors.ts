import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { DetectorFault } from './detector-fault.ts';
import type { Detectors } from './finding/detectors.ts';
import type { Searcher } from './kernel/search.ts';
import { seekerSearcher } from './kernel/seeker.ts';
import { detectorsOf } from './kernel/text-scan.ts';
import { faultOfPattern } from './fault-of-pattern.ts';
import { keywordSearchers } from './keyword/keyword-search.ts';
import { piiSearchers } from './pii/pii-searchers.ts';
import { secretSearchers } from './secrets/secret-searchers.ts';
import { injectionSearcher } from './injection/injection-search.ts';
import { re2Seeker } from './regex/re2-seeker.ts';

/**
 * Makes detectors ready, once for all texts. What is heavy is loaded here, and for the types that are there alone.
 * @throws DetectorFault for a pattern that cannot be used.
 */
export function compileDetectors(terms: readonly DetectorTerms[]): Detectors {
  return detectorsOf(terms.flatMap(searchersOf));
}

function searchersOf(terms: DetectorTerms): readonly Searcher[] {
  for (const { pattern } of terms.patterns ?? []) {
    const fault = faultOfPattern(terms.type, pattern);
    if (fault !== undefined) throw new DetectorFault(terms.id, pattern, fault);
  }
  if (terms.patterns?.length === 0) return [];
  return SEARCHERS[terms.type](terms);
}

const SEARCHERS: Readonly<
  Record<DetectorTerms['type'], (terms: DetectorTerms) => readonly Searcher[]>
> = {
  regex: ({ id, patterns = [] }) =>
    patterns.map(({ pattern, label = id, action }) =>
      seekerSearcher(
        re2Seeker(pattern, (start, end) => ({ label, start, end, score: 1, action, detector: id })),
      ),
    ),
  keyword: ({ id, patterns = [] }) =>
    patterns.length === 0
      ? []
      : keywordSearchers(
          patterns.map(({ pattern, label = id, action }) => ({
            ...{ word: pattern, label, action, detector: id },
          })),
        ),
  pii: piiSearchers,
  secrets: secretSearchers,
  injection: ({ id, action }) => [injectionSearcher({ detector: id, action })],
};
