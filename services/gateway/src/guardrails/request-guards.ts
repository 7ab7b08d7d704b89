import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import type { OutputGuard } from './output/output-guard.ts';
import type { AnswerAsking, JudgedAnswer, WholeAnswer } from './output/whole-answer.ts';

/** What the guardrails that apply to one request say to the stages behind them. */
export interface RequestGuards {
  /** Looks at the answer; undefined where no guardrail does. */
  readonly output: OutputGuard | undefined;
  /** Asks judges about the answer, which has to be there as a whole, as `output` let it pass; undefined where no judge is asked about it. */
  readonly judgeAnswer:
    ((answer: WholeAnswer, asking: AnswerAsking) => Promise<JudgedAnswer>) | undefined;
  /** Differs as soon as another guardrail applies, or one of them changed. */
  readonly identity: string;
  /** Whether a guardrail replaced or stopped anything. */
  readonly hasActed: boolean;
  /** What each said of the request, and of its answer as far as that came. */
  readonly verdicts: readonly GuardrailVerdict[];
}
