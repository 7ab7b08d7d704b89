import { parseJson } from '@aicp/common/json/parse-json';
import type { PromptText } from '../../protocols/protocol.ts';
import { markedFinding } from '../book/guard-set.ts';
import type { ReadyGuardrail } from '../book/ready-guardrail.ts';
import type { Judges } from '../judges/judges.ts';
import type { Judgement } from '../judges/speech/judgement.ts';
import type { Stop } from '../output/output-guard.ts';
import type { GuardedStage } from './guarded-stage.ts';
import type { LookedAt } from './look-at-texts.ts';

/** What judges are asked about, and by whom. */
export interface JudgesAsked {
  readonly judges: Judges;
  /** What is looked at, as detectors left it. */
  readonly texts: readonly PromptText[];
  readonly model: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Aborts where nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/** Whether any of the guardrails asks a judge. */
export const hasJudges = ({ side }: Pick<GuardedStage, 'side'>): boolean =>
  side.guardrails.some(({ judge }) => judge !== undefined);

/**
 * Asks the judges of the guardrails that act on a request or on its answer, one after the other: each is told the texts as the one before left them. The first that
 * stops it ends it. One that cannot say anything leaves it to `onFail`.
 */
export async function askJudges(stage: GuardedStage, asked: JudgesAsked): Promise<LookedAt> {
  const asking = new Asking(stage, asked);
  for (const [place, guardrail] of stage.side.guardrails.entries()) {
    const stop = await asking.ask(place, guardrail);
    if (stop) return { stop, replaced: asking.replaced };
  }
  return { stop: undefined, replaced: asking.replaced };
}

/** The texts of one request or answer, on their way through the judges. */
class Asking {
  readonly replaced = new Map<number, string>();
  private readonly stage: GuardedStage;
  private readonly asked: JudgesAsked;
  private readonly texts: string[];

  constructor(stage: GuardedStage, asked: JudgesAsked) {
    this.stage = stage;
    this.asked = asked;
    this.texts = asked.texts.map(({ text }) => text);
  }

  /** Asks the judge of a guardrail, where it has one. Answers what stops it for that. */
  async ask(place: number, guardrail: ReadyGuardrail): Promise<Stop | undefined> {
    if (!guardrail.judge) return undefined;
    const { stage, verdicts } = this.stage;
    const { judges, model, metadata, signal } = this.asked;
    const question = { stage, model, metadata, texts: this.texts };
    const said = await judges.ask(guardrail.judge, question, signal);
    if ('fault' in said) return verdicts.failed(place, said.fault);
    const stop = verdicts.found(
      said.findings.map((finding) => markedFinding(finding, place, guardrail)),
    );
    return stop ?? (guardrail.mode === 'monitor' ? undefined : this.change(said, guardrail));
  }

  private change(said: Judgement, guardrail: ReadyGuardrail): Stop | undefined {
    for (const [at, text] of changed(this.stage, said, this.texts)) {
      const isJson = this.asked.texts[at]?.form === 'json';
      if (isJson && parseJson(text) === undefined) return noJson(guardrail);
      this.texts[at] = text;
      this.replaced.set(at, text);
    }
    return undefined;
  }
}

/** The texts in which a judge replaced something. */
function changed(
  { redactor }: GuardedStage,
  { findings, replaced }: Judgement,
  texts: readonly string[],
): Map<number, string> {
  const changes = new Map(replaced);
  const byText = Map.groupBy(
    findings.filter(({ action }) => action === 'redact'),
    ({ text }) => text,
  );
  for (const [at, some] of byText) {
    if (!changes.has(at)) changes.set(at, redactor.redact(texts[at] ?? '', some));
  }
  return changes;
}

/** What a judge makes of arguments has to stay JSON, or the tool reads something else. */
const noJson = ({ id }: ReadyGuardrail): Stop => ({ guardrail: id, label: 'bad_answer' });
