import type { Judges } from '../judges/judges.ts';
import type { GuardedText, OutputGuard, Stop } from './output-guard.ts';

/** A whole answer, a document or all of a stream, and what has a guard look at its texts. */
export interface WholeAnswer {
  readonly bytes: Buffer;
  /** The same bytes, but for what the guard replaces. */
  readonly through: (bytes: Buffer, guard: OutputGuard) => Buffer;
}

/** One text of an answer. `json`: it is JSON itself. */
export interface AnswerText {
  readonly form: 'text' | 'json';
  readonly text: string;
}

/** Who is asked about an answer, and what is said of it beside its texts. */
export interface AnswerAsking {
  readonly judges: Judges;
  readonly model: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Aborts where nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/** What judges make of an answer. */
export interface JudgedAnswer {
  /** Undefined: the answer may go on. */
  readonly stop: Stop | undefined;
  readonly bytes: Buffer;
}

/** The texts of an answer, in the order in which they begin. */
export function textsOf({ bytes, through }: WholeAnswer): readonly AnswerText[] {
  const texts: { form: AnswerText['form']; text: string }[] = [];
  const open = (form: AnswerText['form']): GuardedText => {
    const one = { form, text: '' };
    texts.push(one);
    const push = (piece: string): string => {
      one.text += piece;
      return piece;
    };
    return { push, end: () => '' };
  };
  through(bytes, guardOf(open));
  return texts;
}

/** The answer with other texts in the place of some, by their places in `textsOf`. What comes in pieces is in the last of them then. */
export function withTexts(
  { bytes, through }: WholeAnswer,
  replaced: ReadonlyMap<number, string>,
): Buffer {
  if (replaced.size === 0) return bytes;
  let count = 0;
  const open = (): GuardedText => {
    const text = replaced.get(count);
    count += 1;
    return text === undefined
      ? { push: (piece) => piece, end: () => '' }
      : { push: () => '', end: () => text };
  };
  return through(bytes, guardOf(open));
}

const guardOf = (open: OutputGuard['open']): OutputGuard => ({
  open,
  // Guardrails have said what they make of it before.
  passUnseen: () => true,
  close: () => undefined,
  stoppedBy: undefined,
});
