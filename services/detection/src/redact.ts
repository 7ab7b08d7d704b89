import { type Finding, type FindingAction, stricter } from './finding/finding.ts';

/** What is replaced as one: findings that overlap. */
export interface RedactedSpan {
  readonly start: number;
  readonly end: number;
  /** That of the surest finding; of two as sure the longer one's. */
  readonly label: string;
  /** Whether somebody found it who does not have it put back. */
  readonly isKept: boolean;
}

/** Whether what was found is never put back. */
export type Keeps = (finding: Finding) => boolean;

const KEEPS_NOTHING: Keeps = () => false;

/**
 * Replaces what was found by placeholders that say what it was, the same for the same value within one request: `<EMAIL_ADDRESS_1>`. It
 * holds the values, so it lives no longer than its request.
 */
export class Redactor {
  private readonly placeholders = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private readonly values = new Map<string, string>();
  private readonly kept = new Set<string>();
  readonly keeps: Keeps;

  constructor(keeps = KEEPS_NOTHING) {
    this.keeps = keeps;
  }

  /** The placeholder of a value. One that is kept once is never put back. */
  placeholder({ label, isKept }: Pick<RedactedSpan, 'label' | 'isKept'>, value: string): string {
    if (isKept) this.kept.add(value);
    const name = label.replaceAll(/[^A-Za-z0-9_]/g, '_');
    const key = `${name}:${value}`;
    const known = this.placeholders.get(key);
    if (known !== undefined) return known;
    const count = (this.counts.get(name) ?? 0) + 1;
    const made = `<${name}_${count}>`;
    this.counts.set(name, count);
    this.placeholders.set(key, made);
    this.values.set(made, value);
    return made;
  }

  /** A whole text with what is to be redacted replaced. Findings of other actions change nothing. */
  redact(text: string, findings: readonly Finding[]): string {
    let redacted = '';
    let at = 0;
    for (const span of redactedSpans(findings, this.keeps)) {
      redacted += text.slice(at, span.start);
      redacted += this.placeholder(span, text.slice(span.start, span.end));
      at = span.end;
    }
    return redacted + text.slice(at);
  }

  /** The values of the placeholders that there are now and that nobody keeps, by placeholder: those of a request, before its answer gets some of its own. */
  restorable(): ReadonlyMap<string, string> {
    return new Map([...this.values].filter(([, value]) => !this.kept.has(value)));
  }
}

/** A placeholder, and what may be the beginning of one at the end of a text. */
const PLACEHOLDER = /<[A-Za-z0-9_]{1,80}>/g;

/** Puts the values back where their placeholders stand. */
export function restored(text: string, values: ReadonlyMap<string, string>): string {
  if (values.size === 0 || !text.includes('<')) return text;
  return text.replace(PLACEHOLDER, (placeholder) => values.get(placeholder) ?? placeholder);
}

/** What is replaced in a text, from left to right: the findings that are to be redacted, those that overlap as one. */
export function redactedSpans(
  findings: readonly Finding[],
  keeps = KEEPS_NOTHING,
): readonly RedactedSpan[] {
  const spans: { start: number; end: number; surest: Finding; isKept: boolean }[] = [];
  for (const finding of findings.filter(({ action }) => action === 'redact').sort(byStart)) {
    const { start, end } = finding;
    const last = spans.at(-1);
    if (!last || start >= last.end) {
      spans.push({ start, end, surest: finding, isKept: keeps(finding) });
      continue;
    }
    last.isKept ||= keeps(finding);
    last.end = Math.max(last.end, end);
    if (isSurer(finding, last.surest)) last.surest = finding;
  }
  return spans.map(({ surest, ...span }) => ({ ...span, label: surest.label }));
}

const byStart = (one: Finding, other: Finding): number => one.start - other.start;

const isSurer = (one: Finding, other: Finding): boolean =>
  one.score > other.score ||
  (one.score === other.score && one.end - one.start > other.end - other.start);

/** The strictest action of all findings; undefined where there are none. */
export function strictestAction(findings: readonly Finding[]): FindingAction | undefined {
  let strictest: FindingAction | undefined;
  for (const { action } of findings) {
    strictest = strictest === undefined ? action : stricter(strictest, action);
  }
  return strictest;
}
