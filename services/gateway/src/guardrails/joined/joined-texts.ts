import type { Finding } from '@aicp/detection/finding';
import { inOrder } from '@aicp/detection/kernel/text-scan';
import { type RedactedSpan, type Redactor, redactedSpans, restored } from '@aicp/detection/redact';
import type { PromptText } from '../../protocols/protocol.ts';
import { unreplaceable } from '../book/guard-set.ts';

/** What may stand between the parts of one text where a model reads it: templates put a line end there, or nothing. */
const JOINS = ['\n', ''] as const;

/** Texts as their reader may see them, where they are parts of one. */
export const readingsOf = (texts: readonly string[]): readonly string[] =>
  texts.length < 2 ? texts : JOINS.map((join) => texts.join(join));

/**
 * Texts that their reader sees as one, such as the parts of a message, and what is found in them: as often as they may be joined, they are looked
 * at. Places are those in the parts, one behind the other, with nothing between.
 */
export class JoinedTexts {
  /** What is looked at. */
  readonly readings: readonly string[];
  private readonly parts: readonly PromptText[];
  private readonly ends: readonly number[];
  private readonly found = new Map<string, Finding>();

  constructor(parts: readonly PromptText[]) {
    this.parts = parts;
    const texts = parts.map(({ text }) => text);
    this.readings = readingsOf(texts);
    let end = 0;
    this.ends = texts.map((text) => (end += text.length));
  }

  /** Takes what was found in one of the readings. */
  take(reading: number, findings: readonly Finding[]): void {
    const join = this.parts.length === 1 ? 0 : (JOINS[reading]?.length ?? 0);
    for (const finding of findings) {
      const start = this.without(finding.start, join);
      const end = this.without(finding.end, join);
      // What joins the parts was written by nobody.
      if (start === end && finding.start !== finding.end) continue;
      const { label, detector } = finding;
      this.found.set([start, end, label, detector].join(' '), { ...finding, start, end });
    }
  }

  /** All that acts on these texts, by its place: once each, and up to what blocks. */
  findings(): readonly Finding[] {
    const acting = [...this.found.values()].flatMap((finding) => this.acting(finding));
    acting.sort(inOrder);
    const stop = acting.findIndex(({ action }) => action === 'block');
    return stop === -1 ? acting : acting.slice(0, stop + 1);
  }

  /**
   * The parts with what is to be redacted replaced, by their places among the parts: a value that goes on over several has a placeholder in each.
   * Placeholders of `restore` get their values.
   */
  replaced(findings: readonly Finding[], replacing: Replacing): ReadonlyMap<number, string> {
    const texts = new Map<number, string>();
    const spans = redactedSpans(findings, replacing.redactor.keeps);
    let first = 0;
    for (const [at, { text, form }] of this.parts.entries()) {
      const end = this.ends[at] ?? 0;
      const base = end - text.length;
      first = nextOf(spans, first, (span) => span.end > base);
      const behind = nextOf(spans, first, (span) => span.start >= end);
      const out = withoutSpans(text, base, spans.slice(first, behind), replacing);
      if (form === 'text' && out !== text) texts.set(at, out);
    }
    return texts;
  }

  /** JSON is looked at for itself as well: what was found in it alone counts there. What cannot be replaced is stopped. */
  private acting(finding: Finding): Finding[] {
    const [first, last] = [this.partAt(finding.start), this.partAt(Math.max(finding.end - 1, 0))];
    if (first === last && this.parts[first]?.form === 'json') return [];
    const parts = this.parts.slice(first, last + 1);
    const isFixed = parts.some(({ form, fixed }) => form === 'json' || fixed !== undefined);
    return [isFixed ? unreplaceable(finding) : finding];
  }

  /** A place of a reading, without what joins the parts. */
  private without(at: number, join: number): number {
    if (join === 0) return at;
    let [low, high] = [0, this.ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at > (this.ends[middle] ?? 0) + middle) low = middle + 1;
      else high = middle;
    }
    return at - low;
  }

  private partAt(at: number): number {
    let [low, high] = [0, this.ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at >= (this.ends[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface Replacing {
  readonly redactor: Redactor;
  readonly restore: ReadonlyMap<string, string>;
}

/** The place of the next span of which something is so; behind the last where it is of none. */
function nextOf(
  spans: readonly RedactedSpan[],
  from: number,
  isSo: (span: RedactedSpan) => boolean,
): number {
  let at = from;
  for (let span = spans[at]; span && !isSo(span); span = spans[at]) at += 1;
  return at;
}

/** A part that begins at `base`, with placeholders where spans are in it. */
function withoutSpans(
  text: string,
  base: number,
  spans: readonly RedactedSpan[],
  { redactor, restore }: Replacing,
): string {
  let [out, done] = ['', 0];
  for (const span of spans) {
    const { start, end } = span;
    const [from, to] = [Math.max(start - base, 0), Math.min(end - base, text.length)];
    out += restored(text.slice(done, from), restore);
    out += redactor.placeholder(span, text.slice(from, to));
    done = to;
  }
  return out + restored(text.slice(done), restore);
}
