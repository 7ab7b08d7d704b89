import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import { Redactor } from '@aicp/detection/redact';
import { type GuardSet, markOf } from '../book/guard-set.ts';
import type { OutputGuard } from '../output/output-guard.ts';
import type { RequestGuards } from '../request-guards.ts';
import { textsOf, withTexts } from '../output/whole-answer.ts';
import { AnswerGuard } from './answer-guard.ts';
import { askJudges, hasJudges } from './ask-judges.ts';
import type { GuardedStage } from './guarded-stage.ts';
import { VerdictBook } from './verdict-book.ts';

/** The guardrails that act on one request and on its answer. It holds what was replaced, so it lives no longer than the request. */
export class ActingGuards implements RequestGuards {
  /** Those that look at the request. */
  readonly ofRequest: GuardedStage;
  private readonly set: GuardSet;
  private readonly input: VerdictBook;
  private readonly redactor: Redactor;
  private readonly outputVerdicts: VerdictBook;
  private answer: AnswerGuard | undefined;

  constructor(set: GuardSet) {
    this.set = set;
    const { guardrails } = set.input;
    this.redactor = new Redactor((found) => guardrails[markOf(found).place]?.restore !== true);
    this.input = new VerdictBook('input', set.input.guardrails);
    this.outputVerdicts = new VerdictBook('output', set.output.guardrails);
    const { input: verdicts, redactor } = this;
    this.ofRequest = { stage: 'input', side: set.input, verdicts, redactor, restore: NOTHING };
  }

  get identity(): string {
    return this.set.identity;
  }

  get hasActed(): boolean {
    return this.input.hasActed || this.outputVerdicts.hasActed;
  }

  /** Those that look at its answer, as what was replaced in the request stands now. */
  get ofAnswer(): GuardedStage {
    const { set, redactor, outputVerdicts: verdicts } = this;
    return {
      stage: 'output',
      side: set.output,
      verdicts,
      redactor,
      restore: redactor.restorable(),
    };
  }

  /** One for the whole request: whoever answers, the texts of one answer are looked at. */
  get output(): OutputGuard | undefined {
    const { ofAnswer } = this;
    const { side, restore } = ofAnswer;
    if (side.guardrails.length === 0 && restore.size === 0) return undefined;
    this.answer ??= new AnswerGuard(ofAnswer);
    return this.answer;
  }

  get judgeAnswer(): RequestGuards['judgeAnswer'] {
    const { ofAnswer } = this;
    if (!hasJudges(ofAnswer)) return undefined;
    return async (answer, asking) => {
      const { stop, replaced } = await askJudges(ofAnswer, { ...asking, texts: textsOf(answer) });
      return { stop, bytes: stop ? answer.bytes : withTexts(answer, replaced) };
    };
  }

  get verdicts(): readonly GuardrailVerdict[] {
    return [...this.input.verdicts(), ...this.outputVerdicts.verdicts()];
  }
}

const NOTHING: ReadonlyMap<string, string> = new Map();
