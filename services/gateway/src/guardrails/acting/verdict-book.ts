import {
  FINDING_ACTIONS,
  type FindingAction,
  type GuardrailStage,
  type GuardrailVerdict,
} from '@aicp/contracts/guardrails/verdict';
import type { Finding } from '@aicp/detection/finding';
import { markOf } from '../book/guard-set.ts';
import type { ReadyGuardrail } from '../book/ready-guardrail.ts';
import type { Stop } from '../output/output-guard.ts';

/** Kinds of findings of a guardrail at a stage that are told apart. */
const MOST_LABELS = 64;
const OTHER = 'OTHER';
/** Why a guardrail could not judge whose detector threw. */
const DETECTOR_FAILED = 'detector_failed';
/** Of all reasons the one that lies in the texts: asked again, they are as long. */
const TOO_LONG = 'too_long';
/** Why a guardrail could not judge that names a Detector which is not there. */
export const DETECTOR_MISSING = 'detector_missing';

/** What the guardrails of one side, those of a request or those of its answer, say of it. It keeps no text. */
export class VerdictBook {
  private readonly stage: GuardrailStage;
  private readonly pages: readonly Page[];
  private isLooked = false;

  constructor(stage: GuardrailStage, guardrails: readonly ReadyGuardrail[]) {
    this.stage = stage;
    this.pages = guardrails.map((guardrail) => new Page(guardrail));
  }

  /** Notes findings whose detectors are marked. Answers what stops the request or the answer, where one does. */
  found(findings: readonly Finding[]): Stop | undefined {
    this.isLooked = true;
    let stop: Stop | undefined;
    for (const finding of findings) {
      const { place, action } = markOf(finding);
      const page = this.pages[place];
      if (!page) continue;
      const stopped =
        action === 'failed'
          ? this.failed(place, DETECTOR_FAILED)
          : page.found({ ...finding, would: action });
      stop ??= stopped;
    }
    return stop;
  }

  /** Notes what nobody can look at. Answers what stops the request or the answer for that, where one does. */
  unseen(what: string): Stop | undefined {
    this.isLooked = true;
    let stop: Stop | undefined;
    for (const page of this.pages) {
      page.reason ??= what;
      if (page.guardrail.unscannable !== 'block') continue;
      page.isUnscannable = true;
      if (!page.isMonitor) stop ??= { guardrail: page.guardrail.id, label: what, isUnseen: true };
    }
    return stop;
  }

  /** Notes that a guardrail looks at no more than it has. Answers what stops the answer for that. */
  refused(place: number, reason: string): Stop | undefined {
    const page = this.pages[place];
    if (!page) return undefined;
    page.reason ??= reason;
    page.isUnscannable = true;
    return { guardrail: page.guardrail.id, label: reason };
  }

  /** Notes that a guardrail could not judge. Answers what stops the request or the answer for that, where it does. */
  failed(place: number, reason: string): Stop | undefined {
    this.isLooked = true;
    const page = this.pages[place];
    if (!page) return undefined;
    page.fault ??= reason;
    const isStopped = page.guardrail.onFail === 'block' && !page.isMonitor;
    if (!isStopped) return undefined;
    const stop = { guardrail: page.guardrail.id, label: reason };
    return reason === TOO_LONG ? stop : { ...stop, isFault: true };
  }

  /** Notes which guardrails lack a Detector. Answers what stops a request or an answer with a text for that, where one does. */
  lacking(): Stop | undefined {
    return this.pages
      .map(({ guardrail }, place) =>
        guardrail.lacksDetectors === true ? this.failed(place, DETECTOR_MISSING) : undefined,
      )
      .find((stop) => stop !== undefined);
  }

  /** Notes that a guardrail was not asked. */
  skipped(place: number, reason: string): void {
    this.isLooked = true;
    const page = this.pages[place];
    if (page) page.reason ??= reason;
  }

  /** Notes that there was a text to look at. */
  looked(): void {
    this.isLooked = true;
  }

  /** Whether anything was replaced or stopped. */
  get hasActed(): boolean {
    return this.pages.some((page) => page.hasActed);
  }

  /** What each said; none where there was nothing to look at. */
  verdicts(): GuardrailVerdict[] {
    return this.isLooked ? this.pages.map((page) => page.verdict(this.stage)) : [];
  }
}

/** What one guardrail says. */
class Page {
  readonly guardrail: ReadyGuardrail;
  /** Why it did not look at everything. */
  reason: string | undefined;
  /** Why it could not judge. */
  fault: string | undefined;
  /** Whether it refuses what it cannot look at, and there was some, or more than it looks at. */
  isUnscannable = false;
  private readonly counts = new Map<string, Map<FindingAction, number>>();

  constructor(guardrail: ReadyGuardrail) {
    this.guardrail = guardrail;
  }

  get isMonitor(): boolean {
    return this.guardrail.mode === 'monitor';
  }

  get hasActed(): boolean {
    if (this.isMonitor) return false;
    const isFailed = this.fault !== undefined && this.guardrail.onFail === 'block';
    return isFailed || this.isUnscannable || this.has('block') || this.replaces;
  }

  get replaces(): boolean {
    return !this.isMonitor && this.has('redact');
  }

  /** Notes a finding, and what it would do. Answers what stops the request or the answer, where it does. */
  found({ label, action, would }: Finding & { readonly would: FindingAction }): Stop | undefined {
    this.count(label, would);
    return action === 'block' ? { guardrail: this.guardrail.id, label } : undefined;
  }

  private count(label: string, action: FindingAction): void {
    const isRoom = this.counts.has(label) || this.counts.size < MOST_LABELS;
    const name = isRoom ? label : OTHER;
    const actions = this.counts.get(name) ?? new Map<FindingAction, number>();
    this.counts.set(name, actions.set(action, (actions.get(action) ?? 0) + 1));
  }

  verdict(stage: GuardrailStage): GuardrailVerdict {
    const { guardrail, isMonitor, fault, reason } = this;
    const why = fault ?? reason;
    return {
      guardrail: guardrail.id,
      stage,
      verdict: this.outcome(),
      ...(why !== undefined && { reason: why }),
      is_monitor: isMonitor,
      findings: this.findings(),
    };
  }

  private outcome(): GuardrailVerdict['verdict'] {
    if (this.has('block') || this.isUnscannable) return 'blocked';
    if (this.fault !== undefined) return 'error';
    if (this.has('redact')) return 'redacted';
    return this.reason === undefined ? 'passed' : 'skipped';
  }

  private findings(): GuardrailVerdict['findings'] {
    return [...this.counts].flatMap(([label, actions]) =>
      FINDING_ACTIONS.flatMap((action) => {
        const count = actions.get(action);
        return count === undefined ? [] : [{ label, action, count }];
      }),
    );
  }

  private has(action: FindingAction): boolean {
    return [...this.counts.values()].some((actions) => actions.has(action));
  }
}
