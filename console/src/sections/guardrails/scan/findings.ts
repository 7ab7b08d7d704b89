import type { FindingAction } from '@aicp/contracts/guardrails/verdict';

/** Something that a detector found in a text. */
export interface Finding {
  /** `CREDIT_CARD`, or what a detector of somebody's own calls it. */
  readonly label: string;
  /** UTF-16 units from the beginning of the text. */
  readonly start: number;
  /** The first unit behind it. */
  readonly end: number;
  /** How sure it is, from 0 to 1. */
  readonly score: number;
  readonly action: FindingAction;
  /** Which detector found it. */
  readonly detector: string;
}

/** A part of a text, with what was found there. */
export interface TextPart {
  readonly start: number;
  readonly text: string;
  /** Empty: nothing. Several may meet in one place. */
  readonly findings: readonly Finding[];
}

/** A text as it is shown: parts that come to its beginning, and how much is left out. */
export interface MarkedText {
  readonly parts: readonly TextPart[];
  /** Characters that are not shown. */
  readonly left: number;
}

/** So many characters are drawn with marks: more of them would make the page slow. */
const MOST_SHOWN = 20_000;
/** So many findings are marked. */
export const MOST_FINDINGS = 200;

/** Cuts a text where findings begin and end, so that each part is of the same findings from its first character to its last. */
export function markedText(text: string, findings: readonly Finding[]): MarkedText {
  const shown = text.slice(0, MOST_SHOWN);
  const marked = findings.slice(0, MOST_FINDINGS).filter(({ start, end }) => start < end);
  const within = (place: number): number => Math.min(Math.max(place, 0), shown.length);
  const places = marked.flatMap(({ start, end }) => [within(start), within(end)]);
  const cuts = [...new Set([0, ...places, shown.length])].toSorted((one, other) => one - other);
  const parts = cuts.slice(1).map((end, index): TextPart => {
    const start = cuts[index] ?? 0;
    return {
      ...{ start, text: shown.slice(start, end) },
      findings: marked.filter((finding) => finding.start < end && finding.end > start),
    };
  });
  return { parts, left: text.length - shown.length };
}

const STRICTEST: readonly FindingAction[] = ['block', 'redact', 'flag'];

/** What happens where several findings meet: the strictest of what they ask for; undefined where nothing was found. */
export const strictestOf = (findings: readonly Finding[]): FindingAction | undefined =>
  STRICTEST.find((action) => findings.some((finding) => finding.action === action));
