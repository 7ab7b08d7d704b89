import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FindingAction } from '../finding/finding.ts';
import { keywordSearchers } from '../keyword/keyword-search.ts';
import { re2Seeker } from '../regex/re2-seeker.ts';
import { foundInPieces, textAndCuts } from '../testing/chunks.ts';
import type { Searcher } from './search.ts';
import { seekerSearcher } from './seeker.ts';
import { detectorsOf } from './text-scan.ts';

/** The share of each search where there are two. */
const SHARE = 64;

const letters = (pattern: string, action: FindingAction): Searcher =>
  seekerSearcher(
    re2Seeker(pattern, (start, end) => ({
      ...{ label: pattern, start, end, score: 1, action, detector: 'letters' },
    })),
  );
const words = (action: FindingAction, ...some: string[]): readonly Searcher[] =>
  keywordSearchers(some.map((word) => ({ word, label: word, action, detector: 'words' })));

/** Findings of a text, by label and action. */
function countsIn(text: string, searchers: readonly Searcher[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { label, action } of detectorsOf(searchers, SHARE * searchers.length).scan(text)) {
    const name = `${label} ${action}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('what is told of a text', () => {
  it('is all of it, up to so many findings of each search', () => {
    const searchers = [letters('a', 'redact'), letters('b', 'redact')];
    expect(countsIn('ab'.repeat(SHARE), searchers)).toEqual({ 'a redact': 64, 'b redact': 64 });
  });

  it('refuses the text at what would be replaced beyond that, whatever else is found', () => {
    const searchers = [letters('a', 'redact'), letters('b', 'redact')];
    expect(countsIn(`${'a'.repeat(1000)}b`, searchers)).toEqual({
      ...{ 'a redact': 64, 'TOO_MANY_FINDINGS block': 1 },
      'b redact': 1,
    });
  });

  it('leaves out what is only flagged beyond that, and blocks at what blocks', () => {
    expect(countsIn('a'.repeat(1000), [letters('a', 'flag')])).toEqual({ 'a flag': 64 });
    expect(countsIn('a'.repeat(1000), [letters('a', 'block')])).toEqual({ 'a block': 65 });
    const mixed = keywordSearchers([
      { word: '漢', label: 'often', action: 'flag', detector: 'words' },
      { word: '字', label: 'once', action: 'block', detector: 'words' },
    ]);
    expect(countsIn(`${'漢'.repeat(1000)}字字`, mixed)).toEqual({
      ...{ 'often flag': 64, 'once block': 1 },
    });
  });

  it('is bounded where keywords stand in each other at every place', () => {
    const nested = Array.from({ length: 100 }, (_, index) => '漢'.repeat(index + 1));
    const found = detectorsOf(words('redact', ...nested), 1000).scan('漢'.repeat(10_000));
    // Two searches have a share each: one for tags.
    expect(found).toHaveLength(501);
  });

  it('is the same however the text is cut, also beyond that', () => {
    const detectors = detectorsOf(
      [letters('a', 'redact'), ...words('flag', '漢', '漢漢'), letters('[ab]', 'block')],
      SHARE * 4,
    );
    const parts = ['a'.repeat(50), 'ab'.repeat(40), '漢'.repeat(30), 'b', ' '];
    fc.assert(
      fc.property(textAndCuts(parts), ({ text, pieces }) => {
        expect(foundInPieces(detectors, pieces)).toEqual(detectors.scan(text));
      }),
    );
  });
});
