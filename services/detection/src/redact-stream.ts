import type { Detectors, TextScanner } from './finding/detectors.ts';
import type { Finding } from './finding/finding.ts';
import { type Redactor, redactedSpans } from './redact.ts';
import { Restoring } from './restoring.ts';

export interface RedactedTextOptions {
  readonly detectors: Detectors;
  /** Gives the placeholders of what is found. */
  readonly redactor: Redactor;
  /** Values that are put back where their placeholders stand in the text; none where nothing is restored. */
  readonly restore?: ReadonlyMap<string, string>;
}

/**
 * A text that comes in pieces, with what is found in it acted upon: what may go on of it is what `Redactor.redact` makes of the whole. No
 * more is held back than what is not decided. A finding that blocks ends it: what stands before may go on, and nothing after.
 */
export class RedactedText {
  private readonly scanner: TextScanner;
  private readonly redactor: Redactor;
  private readonly restoring: Restoring;
  /** What came and did not go on, from `base` units on. */
  private held = '';
  private base = 0;
  /** The findings of what is held back. */
  private findings: Finding[] = [];
  private reported: Finding[] = [];
  /** The finding that ended it. */
  blockedBy: Finding | undefined;

  constructor({ detectors, redactor, restore = new Map() }: RedactedTextOptions) {
    this.scanner = detectors.open();
    this.redactor = redactor;
    this.restoring = new Restoring(restore);
  }

  /** Takes more of the text; gives what may go on. */
  push(piece: string): string {
    if (this.blockedBy) return '';
    this.held += piece;
    this.scanner.push(piece);
    return this.goOn(false);
  }

  /** There is no more of it: gives the rest. */
  end(): string {
    if (this.blockedBy) return '';
    this.scanner.end();
    return this.goOn(true);
  }

  /** Takes out what was found since the last time, whatever its action. Behind a finding that blocks, nothing is reported. */
  take(): readonly Finding[] {
    const { reported } = this;
    this.reported = [];
    return reported;
  }

  private goOn(isOver: boolean): string {
    for (const finding of this.scanner.take()) {
      if (this.blockedBy) break;
      this.reported.push(finding);
      if (finding.action === 'block') this.blockedBy = finding;
      else if (finding.action === 'redact') this.findings.push(finding);
    }
    const decided = this.blockedBy?.start ?? this.scanner.decided;
    const text = this.emitted(Math.min(decided, this.base + this.held.length));
    return isOver || this.blockedBy ? text + this.restoring.flush() : text;
  }

  /** What goes on of the text before `until`: whole spans alone, since another finding may still overlap the last one. */
  private emitted(until: number): string {
    if (this.findings.length === 0) return this.restoring.push(this.cut(until));
    let text = '';
    const spans = redactedSpans(this.findings, this.redactor.keeps);
    let end = until;
    for (const span of spans) {
      text += this.restoring.push(this.cut(Math.min(span.start, until)));
      if (span.end > until) {
        end = Math.min(span.start, until);
        break;
      }
      const value = this.held.slice(0, span.end - this.base);
      text += this.restoring.flush() + this.redactor.placeholder(span, value);
      this.cut(span.end);
    }
    text += this.restoring.push(this.cut(end));
    this.findings = this.findings.filter((finding) => finding.start >= this.base);
    return text;
  }

  /** Takes what stands before a place out of what is held back. */
  private cut(until: number): string {
    const length = Math.max(0, until - this.base);
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    this.base += length;
    return text;
  }
}
