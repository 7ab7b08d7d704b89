import type { Finding } from '@aicp/detection/finding';

/**
 * Why a judge said nothing that counts. `no_credential`: it wants one, and there is none, or it did not take it. `too_long`: the texts are more than a judge is
 * asked about.
 */
export type JudgeFault = 'timeout' | 'unreachable' | 'bad_answer' | 'no_credential' | 'too_long';

/** Something that a judge found in one of the texts. */
export interface JudgeFinding extends Finding {
  /** Which of the texts, from 0. */
  readonly text: number;
}

/** What a judge said of texts. */
export interface Judgement {
  readonly findings: readonly JudgeFinding[];
  /** What a judge wrote in the place of whole texts, by their number. */
  readonly replaced: ReadonlyMap<number, string>;
}

/** What came of asking a judge. */
export type Judged = Judgement | { readonly fault: JudgeFault };

/** By this name findings of a judge stand beside those of detectors. */
export const JUDGE = 'judge';

export const NOTHING_FOUND: Judgement = { findings: [], replaced: new Map() };

/** All that was said, as one. Texts that overlap where they were cut may have the same finding twice, which is kept once. */
export function allOf(judgements: readonly Judgement[]): Judgement {
  const findings = new Map<string, JudgeFinding>();
  for (const finding of judgements.flatMap((one) => one.findings)) {
    const { text, start, end, label, action } = finding;
    const place = `${text}:${start}:${end}:${label}:${action}`;
    if (!findings.has(place)) findings.set(place, finding);
  }
  const replaced = new Map(judgements.flatMap((one) => [...one.replaced]));
  return { findings: [...findings.values()], replaced };
}
