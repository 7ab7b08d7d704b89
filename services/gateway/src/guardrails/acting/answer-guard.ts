import type { Finding } from '@aicp/detection/finding';
import { openRedacted } from '@aicp/detection/json/open-redacted';
import { markOf } from '../book/guard-set.ts';
import type { GuardedText, OutputGuard, Stop } from '../output/output-guard.ts';
import type { GuardedStage } from './guarded-stage.ts';

/** So much is replaced in one answer: what was is remembered while the answer comes. */
const MOST_REPLACED = 50_000;

/** Looks at the texts of one answer, for all guardrails that act on it. */
export class AnswerGuard implements OutputGuard {
  stoppedBy: Stop | undefined;
  private readonly parts: GuardedStage;
  private replaced = 0;

  constructor(parts: GuardedStage) {
    this.parts = parts;
  }

  open(form: 'text' | 'json'): GuardedText {
    const { side, redactor, restore, verdicts } = this.parts;
    verdicts.looked();
    const lacking = verdicts.lacking();
    this.stoppedBy ??= lacking;
    const text = openRedacted(form, { detectors: side.detectors, redactor, restore });
    const passed = (out: string): string => {
      this.note(text.take());
      return out;
    };
    return {
      push: (piece) => (this.stoppedBy ? '' : passed(text.push(piece))),
      end: () => (this.stoppedBy ? '' : passed(text.end())),
    };
  }

  passUnseen(what: string): boolean {
    this.stoppedBy ??= this.parts.verdicts.unseen(what);
    return this.stoppedBy === undefined;
  }

  /** The verdicts are kept as they come: there is nothing to end. */
  close(): void {
    this.parts.verdicts.looked();
  }

  private note(findings: readonly Finding[]): void {
    if (findings.length === 0) return;
    const stop = this.parts.verdicts.found(findings);
    this.stoppedBy ??= stop ?? this.tooMuch(findings);
  }

  /** What stops the answer where more is found in it than is replaced. */
  private tooMuch(findings: readonly Finding[]): Stop | undefined {
    const replaced = findings.filter(({ action }) => action === 'redact');
    this.replaced += replaced.length;
    const last = replaced.at(-1);
    if (!last || this.replaced <= MOST_REPLACED) return undefined;
    return this.parts.verdicts.refused(markOf(last).place, 'too_many_findings');
  }
}
