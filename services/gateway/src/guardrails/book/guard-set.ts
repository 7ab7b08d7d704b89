import { sha256 } from '@aicp/contracts/snapshot/digest';
import type { Detectors, TextScanner } from '@aicp/detection/detectors';
import type { Finding } from '@aicp/detection/finding';
import { combineDetectors } from '@aicp/detection/kernel/combined-scan';
import type { ReadyGuardrail } from './ready-guardrail.ts';

/** The guardrails that act on a request and on its answer, as one. */
export interface GuardSet {
  readonly input: GuardSide;
  readonly output: GuardSide;
  /** Differs as soon as another guardrail acts, or one of them says something else. */
  readonly identity: string;
}

/** What looks at the texts of a request, or at those of its answer. */
export interface GuardSide {
  /** The platform's before the organization's. */
  readonly guardrails: readonly ReadyGuardrail[];
  /**
   * All that they look for. The `detector` of what is found is the guardrail's place in the list and what it would do (`markOf`); in monitor
   * mode a finding only flags.
   */
  readonly detectors: Detectors;
  /** What each of the guardrails looks for, for whoever makes it ready elsewhere. */
  readonly terms: readonly ReadyGuardrail['terms'][];
}

export function toGuardSet(
  input: readonly ReadyGuardrail[],
  output: readonly ReadyGuardrail[],
): GuardSet {
  const revisions = [input, output].map((some) => some.map(({ revision }) => revision));
  return {
    input: sideOf(input, ({ detectors, terms }) => ({ detectors, terms })),
    output: sideOf(output, ({ answerDetectors, answerTerms }) => ({
      detectors: answerDetectors,
      terms: answerTerms,
    })),
    identity: sha256(JSON.stringify(revisions)),
  };
}

const sideOf = (
  guardrails: readonly ReadyGuardrail[],
  ofSide: (guardrail: ReadyGuardrail) => Pick<ReadyGuardrail, 'detectors' | 'terms'>,
): GuardSide => ({
  guardrails,
  terms: guardrails.map((guardrail) => ofSide(guardrail).terms),
  detectors: combineDetectors(
    guardrails.map((guardrail, place) =>
      marked(ofSide(guardrail).detectors, (finding) => markedFinding(finding, place, guardrail)),
    ),
  ),
});

/** Whose finding it is, and what would be done. */
export function markOf({ detector }: Finding): {
  readonly place: number;
  readonly action: Finding['action'];
} {
  const [place = '', action = ''] = detector.split(':');
  return { place: Number(place), action: action as Finding['action'] };
}

/** A finding with whose it is and what would be done written on it; of a guardrail in monitor mode it only flags. */
export const markedFinding = (
  finding: Finding,
  place: number,
  { mode }: Pick<ReadyGuardrail, 'mode'>,
): Finding => ({
  ...finding,
  detector: `${place}:${finding.action}`,
  action: mode === 'monitor' ? 'flag' : finding.action,
});

/** The same detectors, with what they find marked. */
function marked(detectors: Detectors, mark: (finding: Finding) => Finding): Detectors {
  return {
    isEmpty: detectors.isEmpty,
    scan: (text) => detectors.scan(text).map(mark),
    open: () => new MarkedScan(detectors.open(), mark),
  };
}

class MarkedScan implements TextScanner {
  private readonly scanner: TextScanner;
  private readonly mark: (finding: Finding) => Finding;

  constructor(scanner: TextScanner, mark: (finding: Finding) => Finding) {
    this.scanner = scanner;
    this.mark = mark;
  }

  push(piece: string): void {
    this.scanner.push(piece);
  }

  end(): void {
    this.scanner.end();
  }

  get decided(): number {
    return this.scanner.decided;
  }

  take(): readonly Finding[] {
    const taken = this.scanner.take();
    return taken.length === 0 ? taken : taken.map(this.mark);
  }
}
