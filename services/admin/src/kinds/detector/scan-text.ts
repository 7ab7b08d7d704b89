import { Problem } from '@aicp/common/errors/problem';
import { FINDING_ACTIONS } from '@aicp/contracts/guardrails/verdict';
import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { compileDetectors } from '@aicp/detection/compile-detectors';
import { DetectorFault } from '@aicp/detection/detector-fault';
import { Redactor, strictestAction } from '@aicp/detection/redact';
import { findInTexts } from '@aicp/detection/thread/find-in-texts';
import type { ScanningThread } from '@aicp/detection/thread/scanning-thread';
import { z } from 'zod';

/** UTF-16 units of a text. */
const MOST_TEXT = 65_536;

/** A text that somebody has looked at. */
export const scannedText = z
  .string()
  .max(MOST_TEXT)
  .meta({ description: 'What is looked at. It is not kept.' });

/** What was found in it. */
export const scanned = z.object({
  findings: z.array(
    z.object({
      label: z.string(),
      start: z.int().meta({ description: 'UTF-16 units from the beginning of the text.' }),
      end: z.int().meta({ description: 'The first unit behind it.' }),
      score: z.number(),
      action: z.enum(FINDING_ACTIONS),
      detector: z.string(),
    }),
  ),
  redacted_text: z.string(),
  action: z
    .enum(FINDING_ACTIONS)
    .nullable()
    .meta({ description: 'The strictest of all; null where nothing was found.' }),
});
export type Scanned = z.output<typeof scanned>;

/** Who looks at long texts, so that nobody else waits meanwhile. */
export type Scanner = Pick<ScanningThread, 'scan'>;

/** Looks at a text: at once where it is short, else in the thread. Throws a Problem (409) for terms that cannot be used. */
export async function scanText(
  text: string,
  terms: readonly DetectorTerms[],
  scanner: Scanner,
): Promise<Scanned> {
  const looking = { detectors: readyFor(terms), terms };
  const [findings = []] = await findInTexts([text], [looking], scanner);
  return {
    findings: findings.map(({ label, start, end, score, action, detector: id }) => ({
      ...{ label, start, end, score, action },
      detector: id,
    })),
    redacted_text: new Redactor().redact(text, findings),
    action: strictestAction(findings) ?? null,
  };
}

function readyFor(terms: readonly DetectorTerms[]) {
  try {
    return compileDetectors(terms);
  } catch (error) {
    if (error instanceof DetectorFault) throw unusable(error.message.replace(/\.$/, ''));
    throw error;
  }
}

/** Whether a detector can be looked with. */
export function isUsable(terms: DetectorTerms): boolean {
  try {
    compileDetectors([terms]);
    return true;
  } catch (error) {
    if (error instanceof DetectorFault) return false;
    throw error;
  }
}

/** A Detector that cannot be used (409). */
export const unusable = (what: string): Problem => new Problem(409, `${what}: see its conditions.`);
