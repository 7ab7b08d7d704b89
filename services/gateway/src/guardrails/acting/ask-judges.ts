import type { PromptText } from '../../protocols/protocol.ts';
import { markedFinding, unreplaceable } from '../book/guard-set.ts';
import type { ReadyGuardrail } from '../book/ready-guardrail.ts';
import type { Judges } from '../judges/judges.ts';
import type { JudgeFinding, Judgement } from '../judges/speech/judgement.ts';
import type { Stop } from '../output/output-guard.ts';
import type { GuardedStage } from './guarded-stage.ts';
import { asRead, redactAsRead, writtenAsRead } from './json-as-read.ts';
import type { LookedAt } from './look-at-texts.ts';

/** What judges are asked about, and by whom. */
export interface JudgesAsked {
  readonly judges: Pick<Judges, 'ask'>;
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
  /** As they stand now. */
  private readonly texts: string[];
  /** As whoever they are for reads them: JSON with its escapes undone. */
  private readonly asRead: string[];

  constructor(stage: GuardedStage, asked: JudgesAsked) {
    this.stage = stage;
    this.asked = asked;
    const told = asked.texts.filter(({ fixed }) => fixed !== 'names');
    this.texts = told.map(({ text }) => text);
    this.asRead = told.map(({ form, text }) => (form === 'json' ? asRead(text) : text));
  }

  /** Asks the judge of a guardrail, where it has one. Answers what stops it for that. */
  async ask(place: number, guardrail: ReadyGuardrail): Promise<Stop | undefined> {
    if (!guardrail.judge) return undefined;
    const { stage, verdicts } = this.stage;
    const { judges, model, metadata, signal } = this.asked;
    const question = { stage, model, metadata, texts: this.asRead };
    const said = await judges.ask(guardrail.judge, question, signal);
    if ('fault' in said) return verdicts.failed(place, said.fault);
    const written = this.written(said);
    if (!written) return verdicts.failed(place, 'bad_answer');
    const stop = verdicts.found(
      [...said.findings, ...this.unwritable(written)].map((finding) => {
        const marked = markedFinding(finding, place, guardrail);
        return this.isFixed(finding.text) ? unreplaceable(marked) : marked;
      }),
    );
    if (!stop && guardrail.mode !== 'monitor') this.change(said, written);
    return stop;
  }

  /** What the judge wrote in the place of texts. Undefined where what it wrote for JSON is none: a tool would read something else. */
  private written({ replaced }: Judgement): ReadonlyMap<number, string> | undefined {
    const written = new Map<number, string>();
    for (const [at, text] of replaced) {
      const out = this.isJson(at) ? writtenAsRead(this.texts[at] ?? '', text) : text;
      if (out === undefined) return undefined;
      written.set(at, out);
    }
    return written;
  }

  /** What a judge wrote in the place of texts that nothing can take the place of. */
  private unwritable(written: ReadonlyMap<number, string>): JudgeFinding[] {
    const texts = [...written.keys()].filter((at) => this.isFixed(at));
    return texts.map((text) => ({
      ...{ text, label: 'REPLACED', action: 'redact', score: 1, detector: 'judge' },
      ...{ start: 0, end: this.texts[text]?.length ?? 0 },
    }));
  }

  private change({ findings }: Judgement, written: ReadonlyMap<number, string>): void {
    for (const [at, text] of written) this.put(at, text);
    const byText = Map.groupBy(
      findings.filter(({ action, text }) => action === 'redact' && !written.has(text)),
      ({ text }) => text,
    );
    for (const [at, some] of byText) this.put(at, this.redacted(at, some));
  }

  private redacted(at: number, findings: readonly JudgeFinding[]): string {
    const { redactor } = this.stage;
    const text = this.texts[at] ?? '';
    return this.isJson(at)
      ? redactAsRead(text, findings, redactor)
      : redactor.redact(text, findings);
  }

  private put(at: number, text: string): void {
    this.texts[at] = text;
    this.asRead[at] = this.isJson(at) ? asRead(text) : text;
    this.replaced.set(at, text);
  }

  private isFixed(at: number): boolean {
    return this.asked.texts[at]?.fixed !== undefined;
  }

  private isJson(at: number): boolean {
    return this.asked.texts[at]?.form === 'json';
  }
}
