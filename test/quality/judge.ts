import type { LabelledSpan, LabelledText } from './load.ts';

/** Something that a detector says of a text. Offsets count UTF-16 units; the end is exclusive. */
export interface JudgedFinding {
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** How well one label is found. */
export interface Row {
  readonly label: string;
  /** Texts that hold it. */
  readonly texts: number;
  readonly spans: number;
  /** Spans that were found. */
  readonly found: number;
  /** Findings that are right; two findings may be right about one span. */
  readonly right: number;
  /** Findings that are wrong. */
  readonly wrong: number;
  /** found / spans; 1 where there are none. */
  readonly recall: number;
  /** right / (right + wrong); 1 where nothing was found. */
  readonly precision: number;
}

/** A span that was missed, or a finding that is wrong. */
export interface Mistake {
  readonly type: 'missed' | 'wrong';
  readonly label: string;
  readonly kind: string;
  readonly text: LabelledText;
  readonly start: number;
  readonly end: number;
}

export interface Verdict {
  /** By label. */
  readonly rows: readonly Row[];
  /** The sorts of labels that have some (`SECRET github`), with the recall alone: a finding does not say of which sort it is. */
  readonly kinds: readonly Row[];
  /** Numbers without context and without separators, by label; they count nowhere else. */
  readonly apart: readonly Row[];
  readonly mistakes: readonly Mistake[];
}

/** At least so much of a span has to be covered. */
const COVERED = 0.8;
/** A finding is at most so many times as long as the span. */
const LENGTH = 1.2;

interface Range {
  readonly start: number;
  readonly end: number;
}

const overlap = (one: Range, other: Range): number =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start);

/** Whether a finding covers the span and not much more; of one with an outer range, nothing beyond that. */
function finds(finding: JudgedFinding, span: LabelledSpan): boolean {
  if (finding.label !== span.label) return false;
  const length = span.end - span.start;
  if (overlap(finding, span) < COVERED * length) return false;
  if (finding.end - finding.start <= LENGTH * length) return true;
  return span.outer !== undefined && finding.start >= span.outer[0] && finding.end <= span.outer[1];
}

/** Of findings that overlap, the one that counts: of the highest score, then the longest. So redaction decides too. */
export function withoutOutvoted(findings: readonly JudgedFinding[]): readonly JudgedFinding[] {
  const sorted = [...findings].sort(
    (one, other) => other.score - one.score || other.end - other.start - (one.end - one.start),
  );
  const kept: JudgedFinding[] = [];
  for (const finding of sorted) {
    if (kept.every((one) => overlap(one, finding) <= 0)) kept.push(finding);
  }
  return kept.sort((one, other) => one.start - other.start);
}

/** Adds up what becomes of one label. */
class Tally {
  readonly #texts = new Set<string>();
  #spans = 0;
  #found = 0;
  #right = 0;
  #wrong = 0;

  span(text: LabelledText, isFound: boolean): void {
    this.#texts.add(text.id);
    this.#spans += 1;
    this.#found += Number(isFound);
  }

  finding(isRight: boolean): void {
    this.#right += Number(isRight);
    this.#wrong += Number(!isRight);
  }

  row(label: string): Row {
    const counts = {
      texts: this.#texts.size,
      spans: this.#spans,
      found: this.#found,
      right: this.#right,
      wrong: this.#wrong,
    };
    const said = counts.right + counts.wrong;
    return {
      label,
      ...counts,
      recall: counts.spans === 0 ? 1 : counts.found / counts.spans,
      precision: said === 0 ? 1 : counts.right / said,
    };
  }
}

class Tallies {
  readonly #all = new Map<string, Tally>();

  of(label: string): Tally {
    const tally = this.#all.get(label) ?? new Tally();
    this.#all.set(label, tally);
    return tally;
  }

  rows(): readonly Row[] {
    return [...this.#all]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([label, tally]) => tally.row(label));
  }
}

/** The sort of what a wrong finding stands on: the label of a span, or nothing at all. */
function underneath(finding: JudgedFinding, { spans }: LabelledText): string {
  const under = spans.find((span) => overlap(finding, span) > 0);
  if (under === undefined) return 'nothing there';
  return under.label === finding.label ? 'other bounds' : `over ${under.label}`;
}

/** What comes of a set, as it is gone through. */
class Counts {
  readonly rows = new Tallies();
  readonly kinds = new Tallies();
  readonly apart = new Tallies();
  readonly mistakes: Mistake[] = [];

  /** Counts a span, and what was found of it. */
  span(text: LabelledText, span: LabelledSpan, isFound: boolean): void {
    if (span.context === false) {
      this.apart.of(span.label).span(text, isFound);
      return;
    }
    this.rows.of(span.label).span(text, isFound);
    if (span.kind !== undefined) this.kinds.of(`${span.label} ${span.kind}`).span(text, isFound);
    if (!isFound) this.mistakes.push({ ...span, type: 'missed', kind: span.kind ?? '', text });
  }

  /** Counts a finding, and the span that it found. */
  finding(text: LabelledText, finding: JudgedFinding, span: LabelledSpan | undefined): void {
    const { label, start, end } = finding;
    (span?.context === false ? this.apart : this.rows).of(label).finding(span !== undefined);
    if (span !== undefined) return;
    this.mistakes.push({ type: 'wrong', label, kind: underneath(finding, text), text, start, end });
  }
}

/**
 * Holds what a detector finds against what is there. A span counts as found when a finding of its label covers at least 80 % of it and is at most
 * 1.2 times as long, or stays within the span's outer range. A finding that finds no span is wrong, also where it stands on a span of another label.
 */
export function judge(
  texts: readonly LabelledText[],
  find: (text: string) => readonly JudgedFinding[],
): Verdict {
  const counts = new Counts();
  for (const text of texts) {
    const findings = withoutOutvoted(find(text.text));
    for (const span of text.spans) {
      counts.span(
        text,
        span,
        findings.some((finding) => finds(finding, span)),
      );
    }
    for (const finding of findings) {
      counts.finding(
        text,
        finding,
        text.spans.find((span) => finds(finding, span)),
      );
    }
  }
  const { rows, kinds, apart, mistakes } = counts;
  return { rows: rows.rows(), kinds: kinds.rows(), apart: apart.rows(), mistakes };
}
