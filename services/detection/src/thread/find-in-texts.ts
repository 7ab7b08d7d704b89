import type { Detectors } from '../finding/detectors.ts';
import type { Finding } from '../finding/finding.ts';
import { SLICE_UNITS } from '../kernel/slice-units.ts';
import type { ScanningThread } from './scanning-thread.ts';
import type { Terms } from './scanning-worker.ts';

/** Detectors that are ready, and what they are made of: a thread makes them for itself. */
interface Looking {
  readonly detectors: Detectors;
  readonly terms: Terms;
}

/** What guardrails find in each of the texts: at once where they are short, else in the thread; where that cannot look, in slices. */
export async function findInTexts(
  texts: readonly string[],
  guardrails: readonly Looking[],
  thread: Pick<ScanningThread, 'scan'>,
): Promise<readonly (readonly Finding[])[]> {
  const looking = guardrails.filter(({ detectors }) => !detectors.isEmpty);
  if (looking.length === 0) return texts.map(() => []);
  const units = texts.reduce((sum, { length }) => sum + length, 0);
  if (units <= SLICE_UNITS) {
    return texts.map((text) => looking.flatMap(({ detectors }) => detectors.scan(text)));
  }
  const terms = looking.map((guardrail) => guardrail.terms);
  const scanned = await thread.scan(terms, texts);
  return scanned ? scanned.map((ofAll) => ofAll.flat()) : await inSlices(texts, looking);
}

/** Between slices other requests have their turn. */
async function inSlices(
  texts: readonly string[],
  guardrails: readonly Looking[],
): Promise<Finding[][]> {
  const found: Finding[][] = [];
  for (const text of texts) {
    const ofText: (readonly Finding[])[] = [];
    for (const { detectors } of guardrails) {
      const scanner = detectors.open();
      for (let at = 0; at < text.length; at += SLICE_UNITS) {
        scanner.push(text.slice(at, at + SLICE_UNITS));
        await new Promise(setImmediate);
      }
      scanner.end();
      ofText.push(scanner.take());
    }
    found.push(ofText.flat());
  }
  return found;
}
