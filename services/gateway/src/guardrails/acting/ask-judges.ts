import { parseJson } from '@aicp/common/json/parse-json';
import type { PromptText } from '../../protocols/protocol.ts';
import { markedFinding } from '../book/guard-set.ts';
import type { ReadyGuardrail } from '../book/ready-guardrail.ts';
import type { Judges } from '../judges/judges.ts';
import type { Judgement } from '../judges/speech/judgement.ts';
import type { Stop } from '../output/output-guard.ts';
import type { ActingGuards } from './acting-guards.ts';
import type { LookedAt } from './look-at-prompt.ts';

/** What judges are asked about, and by whom. */
export interface JudgesAsked {
  readonly judges: Judges;
  /** What the model reads, as detectors left it. */
  readonly texts: readonly PromptText[];
  readonly model: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Aborts where nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/** Whether any of the guardrails of a request asks a judge. */
export const hasJudges = ({ set }: ActingGuards): boolean =>
  set.input.guardrails.some(({ judge }) => judge !== undefined);

/**
 * Asks the judges of the guardrails that act on a request, one after the other: each is told the texts as the one before left them. The first that
 * stops the request ends it. One that cannot say anything leaves it to `onFail`.
 */
export async function askJudges(guards: ActingGuards, asked: JudgesAsked): Promise<LookedAt> {
  const asking = new Asking(guards, asked);
  for (const [place, guardrail] of guards.set.input.guardrails.entries()) {
    const stop = await asking.ask(place, guardrail);
    if (stop) return { stop, replaced: asking.replaced };
  }
  return { stop: undefined, replaced: asking.replaced };
}

/** The texts of one request, on their way through the judges. */
class Asking {
  readonly replaced = new Map<number, string>();
  private readonly guards: ActingGuards;
  private readonly asked: JudgesAsked;
  private readonly texts: string[];

  constructor(guards: ActingGuards, asked: JudgesAsked) {
    this.guards = guards;
    this.asked = asked;
    this.texts = asked.texts.map(({ text }) => text);
  }

  /** Asks the judge of a guardrail, where it has one. Answers what stops the request for that. */
  async ask(place: number, guardrail: ReadyGuardrail): Promise<Stop | undefined> {
    if (!guardrail.judge) return undefined;
    const { input } = this.guards;
    const { judges, model, metadata, signal } = this.asked;
    const question = { stage: 'input', model, metadata, texts: this.texts } as const;
    const said = await judges.ask(guardrail.judge, question, signal);
    if ('fault' in said) return input.failed(place, said.fault);
    const stop = input.found(
      said.findings.map((finding) => markedFinding(finding, place, guardrail)),
    );
    return stop ?? (guardrail.mode === 'monitor' ? undefined : this.change(said, guardrail));
  }

  private change(said: Judgement, guardrail: ReadyGuardrail): Stop | undefined {
    for (const [at, text] of changed(this.guards, said, this.texts)) {
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
  { redactor }: ActingGuards,
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
