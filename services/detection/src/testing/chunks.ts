import fc from 'fast-check';
import type { Detectors } from '../finding/detectors.ts';
import type { Finding } from '../finding/finding.ts';

/** Texts of which most have something in them, and places where they are cut, halves of pairs among them. */
export const textAndCuts = (
  parts: readonly string[],
): fc.Arbitrary<{ readonly text: string; readonly pieces: readonly string[] }> =>
  fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...parts) },
          { weight: 2, arbitrary: fc.constantFrom(' ', '-', '.', ', ', '\n', '@', '<', '😀', '1') },
          { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
          { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
        ),
        { maxLength: 14 },
      ),
      fc.array(fc.nat({ max: 400 }), { maxLength: 30 }),
    )
    .map(([some, cuts]) => {
      const text = some.join('');
      return { text, pieces: cutAt(text, cuts) };
    });

function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [...cuts.map((cut) => cut % (text.length + 1)), 0, text.length];
  places.sort((one, other) => one - other);
  return places.slice(1).map((end, index) => text.slice(places[index], end));
}

/** What is found in a text that comes in pieces. Findings that are taken late fail it. */
export function foundInPieces(detectors: Detectors, pieces: readonly string[]): Finding[] {
  const scanner = detectors.open();
  const found: Finding[] = [];
  let decided = 0;
  const take = (): void => {
    for (const finding of scanner.take()) {
      if (finding.start < decided) throw new Error(`told too late: ${finding.label}`);
      found.push(finding);
    }
    if (scanner.decided < decided) throw new Error('what was decided is not any more');
    ({ decided } = scanner);
  };
  for (const piece of pieces) {
    scanner.push(piece);
    take();
  }
  scanner.end();
  take();
  return found;
}
