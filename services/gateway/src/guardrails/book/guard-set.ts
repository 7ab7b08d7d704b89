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
      marked(ofSide(guardrail).detectors, {
        found: (finding) => markedFinding(finding, place, guardrail),
        failed: (at) => failedFinding(at, place, guardrail),
      }),
    ),
  ),
});

/** What is told in the place of a finding where a detector failed. */
const FAILED = 'failed';

/** Whose finding it is, and what would be done; `failed`: there is none, its detectors could not look. */
export function markOf({ detector }: Finding): {
  readonly place: number;
  readonly action: Finding['action'] | typeof FAILED;
} {
  const [place = '', action = ''] = detector.split(':');
  return { place: Number(place), action: action as Finding['action'] | typeof FAILED };
}

/** Says that detectors failed at a place of a text: nothing behind it goes on, unless the guardrail says otherwise. */
const failedFinding = (at: number, place: number, guardrail: ReadyGuardrail): Finding => ({
  ...{ label: 'DETECTOR_FAILED', start: at, end: at, score: 1 },
  detector: `${place}:${FAILED}`,
  action: guardrail.mode === 'block' && guardrail.onFail === 'block' ? 'block' : 'flag',
});

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

/** A marked finding where nothing can be replaced: what would be is stopped. */
export function unreplaceable(finding: Finding): Finding {
  const { place, action } = markOf(finding);
  if (action !== 'redact') return finding;
  const isMonitored = finding.action !== 'redact';
  return { ...finding, detector: `${place}:block`, action: isMonitored ? finding.action : 'block' };
}

/** What is told of detectors. */
interface Marks {
  readonly found: (finding: Finding) => Finding;
  /** `at`: where in the text nothing more is known. */
  readonly failed: (at: number) => Finding;
}

/** The same detectors, with what they find marked; they never throw. */
function marked(detectors: Detectors, marks: Marks): Detectors {
  const open = (): TextScanner => new MarkedScan(detectors, marks);
  return {
    isEmpty: detectors.isEmpty,
    scan: (text) => {
      const scanner = open();
      scanner.push(text);
      scanner.end();
      return scanner.take();
    },
    open,
  };
}

/** A scan whose fault is told like a finding: so it goes where findings go, and `onFail` decides what follows. */
class MarkedScan implements TextScanner {
  private readonly marks: Marks;
  /** Undefined once it failed. */
  private scanner: TextScanner | undefined;
  private fault: Finding | undefined;
  /** What stands before may have gone on. */
  private told = 0;

  constructor(detectors: Detectors, marks: Marks) {
    this.marks = marks;
    this.scanner = this.tried(() => detectors.open());
  }

  push(piece: string): void {
    this.tried(() => this.scanner?.push(piece));
  }

  end(): void {
    this.tried(() => this.scanner?.end());
  }

  get decided(): number {
    if (!this.scanner) return Infinity;
    this.told = this.scanner.decided;
    return this.told;
  }

  take(): readonly Finding[] {
    const { fault } = this;
    this.fault = undefined;
    if (fault) return [fault];
    const taken = this.tried(() => this.scanner?.take()) ?? [];
    return taken.length === 0 ? taken : taken.map(this.marks.found);
  }

  private tried<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch {
      // The verdict tells it: `error`, with `detector_failed`. What was thrown may hold something of the text.
      this.scanner = undefined;
      this.fault = this.marks.failed(this.told);
      return undefined;
    }
  }
}
