import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import { Redactor } from '@aicp/detection/redact';
import type { GuardSet } from '../book/guard-set.ts';
import type { OutputGuard } from '../output/output-guard.ts';
import type { RequestGuards } from '../request-guards.ts';
import { AnswerGuard } from './answer-guard.ts';
import { VerdictBook } from './verdict-book.ts';

/** The guardrails that act on one request and on its answer. It holds what was replaced, so it lives no longer than the request. */
export class ActingGuards implements RequestGuards {
  readonly set: GuardSet;
  readonly input: VerdictBook;
  readonly redactor = new Redactor();
  private readonly ofAnswer: VerdictBook;
  private answer: AnswerGuard | undefined;

  constructor(set: GuardSet) {
    this.set = set;
    this.input = new VerdictBook('input', set.input.guardrails);
    this.ofAnswer = new VerdictBook('output', set.output.guardrails);
  }

  get identity(): string {
    return this.set.identity;
  }

  get hasActed(): boolean {
    return this.input.hasActed || this.ofAnswer.hasActed;
  }

  /** One for the whole request: whoever answers, the texts of one answer are looked at. */
  get output(): OutputGuard | undefined {
    const { set, redactor, ofAnswer } = this;
    const restore = this.restorable();
    if (set.output.guardrails.length === 0 && restore.size === 0) return undefined;
    this.answer ??= new AnswerGuard({ side: set.output, redactor, restore, verdicts: ofAnswer });
    return this.answer;
  }

  get verdicts(): readonly GuardrailVerdict[] {
    return [...this.input.verdicts(), ...this.ofAnswer.verdicts()];
  }

  /** What was replaced in the request and is put back into its answer: nothing where a guardrail that replaced keeps it to itself. */
  private restorable(): ReadonlyMap<string, string> {
    return this.input.isRestored ? this.redactor.restorable() : NOTHING;
  }
}

const NOTHING: ReadonlyMap<string, string> = new Map();
