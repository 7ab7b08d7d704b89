import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../guardrails/output/slices.ts';
import { testDetectors, TestGuard } from '../../guardrails/testing/test-guard.ts';
import { PartedTexts } from './parted-texts.ts';

const detectors = testDetectors();

/** The parts of one text as they may go on. */
function guarded(parts: readonly string[]): string[] {
  const texts = new PartedTexts(new TestGuard({ detectors }));
  for (const part of parts) atOnce(texts.take('a', part));
  return texts.end('a').map(({ out }) => out);
}

it('gives back to parts before and behind a finding what they had', () => {
  expect(guarded(['See ann', '', ' or jo@exam', 'ple.org', ' or', ' ann'])).toEqual([
    ...['See ann', '', '', ' or <EMAIL_ADDRESS_1>', ' or', ' ann'],
  ]);
  expect(guarded(['ann', ' and ann'])).toEqual(['ann', ' and ann']);
});

it('says in all parts together what the whole text becomes', () => {
  const somePart = fc
    .array(fc.constantFrom('a', 'ann@exam', 'ple.org', ' ', '<', '1>', '2024', 'co', 'com'), {
      maxLength: 4,
    })
    .map((words) => words.join(''));
  fc.assert(
    fc.property(fc.array(somePart, { minLength: 1, maxLength: 6 }), (parts) => {
      const out = guarded(parts);
      expect(out).toHaveLength(parts.length);
      expect(out.join('')).toBe(guarded([parts.join('')])[0]);
    }),
    { numRuns: 500 },
  );
});
