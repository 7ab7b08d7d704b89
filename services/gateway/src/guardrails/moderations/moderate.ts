import type { Finding } from '@aicp/detection/finding';
import type { JudgeFault } from '../judges/speech/judgement.ts';
import type { Judges } from '../judges/judges.ts';
import { DETECTOR_MISSING } from '../acting/verdict-book.ts';
import type { ReadyGuardrail } from '../book/ready-guardrail.ts';
import { readingsOf } from '../joined/joined-texts.ts';
import type { ScanningThread } from '@aicp/detection/thread/scanning-thread';
import { findInTexts } from '@aicp/detection/thread/find-in-texts';
import type { Labelled } from './moderation-result.ts';

/** The model that a moderation by guardrails is answered by. */
export const MODEL = 'aicp-guardrails';

/** A guardrail that could not judge, and refuses what it cannot judge. */
export interface Unjudged {
  readonly guardrail: string;
  readonly fault: JudgeFault | typeof DETECTOR_MISSING;
}

/** Who is asked about texts, and what judges are told. */
export interface Moderating {
  readonly guardrails: readonly ReadyGuardrail[];
  readonly judges: Judges;
  readonly thread: Pick<ScanningThread, 'scan'>;
  readonly metadata: Readonly<Record<string, string>>;
  /** Aborts where nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/**
 * What guardrails find in each of the inputs. One in monitor mode says nothing. Where a judge does not answer, or a Detector is not there, the guardrail's `onFail` decides whether the
 * others' word is enough.
 */
export async function moderate(
  inputs: readonly (readonly string[])[],
  { guardrails, judges, thread, metadata, signal }: Moderating,
): Promise<readonly (readonly Labelled[])[] | Unjudged> {
  const acting = guardrails.filter(({ mode }) => mode === 'block');
  const lacking = acting.find(({ lacksDetectors, onFail }) => lacksDetectors && onFail === 'block');
  if (lacking) return { guardrail: lacking.id, fault: DETECTOR_MISSING };
  const texts = inputs.flat();
  const inputOf = inputs.flatMap((one, index) => one.map(() => index));
  const readings = inputs.map((one) => readingsOf(one));
  const inReadings = await findInTexts(readings.flat(), acting, thread);
  let first = 0;
  const found = readings.map(({ length }) =>
    inReadings.slice(first, (first += length)).flatMap(labelled),
  );
  const question = { stage: 'input', model: MODEL, metadata, texts } as const;
  const judged = await Promise.all(
    acting.map(async (guardrail) => ({
      guardrail,
      said: guardrail.judge && (await judges.ask(guardrail.judge, question, signal)),
    })),
  );
  for (const { guardrail, said } of judged) {
    if (!said) continue;
    if ('findings' in said) {
      for (const { text, label, score } of said.findings) {
        found[inputOf[text] ?? 0]?.push({ label, score });
      }
    } else if (guardrail.onFail === 'block') return { guardrail: guardrail.id, fault: said.fault };
  }
  return found;
}

const labelled = (findings: readonly Finding[]): Labelled[] =>
  findings.map(({ label, score }) => ({ label, score }));
