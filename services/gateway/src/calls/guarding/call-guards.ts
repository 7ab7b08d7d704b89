import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import { ActingGuards } from '../../guardrails/acting/acting-guards.ts';
import { askJudges, hasJudges } from '../../guardrails/acting/ask-judges.ts';
import type { GuardedStage } from '../../guardrails/acting/guarded-stage.ts';
import { lookAtTexts, type LookedAt } from '../../guardrails/acting/look-at-texts.ts';
import { toldOfCaller } from '../../guardrails/judges/told-of-caller.ts';
import type { OutputGuard, Stop } from '../../guardrails/output/output-guard.ts';
import { atOnce, inTurns, type Slices } from '../../guardrails/output/slices.ts';
import type { AnswerAsking } from '../../guardrails/output/whole-answer.ts';
import type { PromptTexts } from '../../protocols/protocol.ts';
import type { CallTarget } from '../call-target.ts';
import type { Caller } from '../caller.ts';
import { MessageTexts } from './message-texts.ts';

/** What guardrails make of a message. */
export interface GuardedMessage<T> {
  /** Why it does not go on; undefined: it does. */
  readonly stop: Stop | undefined;
  /** The message as it may go on. */
  readonly message: T;
}

/** What guardrails make of an answer in a form of its own. */
export interface GuardedBytes {
  /** Why it does not go on; undefined: it does. */
  readonly stop: Stop | undefined;
  readonly bytes: Buffer;
}

/** Has a guard look at the texts of an answer. */
type Through = (bytes: Buffer, guard: OutputGuard) => Slices<Buffer | undefined>;

/** The guardrails that act on one call of a tool or an agent: on what is sent there, and on what comes back. */
export class CallGuards {
  private readonly guards: ActingGuards;
  private readonly caller: Caller;
  private readonly target: CallTarget;
  private readonly leaving = new AbortController();

  private constructor(guards: ActingGuards, caller: Caller, target: CallTarget) {
    this.guards = guards;
    this.caller = caller;
    this.target = target;
    caller.response.once('close', () => {
      this.leaving.abort();
    });
  }

  /** Undefined where no guardrail acts. Those of certain models act where `models` are what was asked: none, where that is no model. */
  static of(
    caller: Caller,
    target: CallTarget,
    models: readonly string[] = [],
  ): CallGuards | undefined {
    const { key, team, organization } = caller.principal;
    const set = caller.runtime.guardrails?.setFor({ key, team, organization, models });
    return set && new CallGuards(new ActingGuards(set), caller, target);
  }

  /** What each said of the call so far. */
  get verdicts(): readonly GuardrailVerdict[] {
    return this.guards.verdicts;
  }

  /** Looks at what is to be sent. */
  async sent<T>(message: T): Promise<GuardedMessage<T>> {
    return await this.look(this.guards.ofRequest, message);
  }

  /** Looks at what came back. */
  async answered<T>(message: T): Promise<GuardedMessage<T>> {
    return await this.look(this.guards.ofAnswer, message);
  }

  /** Whether any looks at what comes back. */
  get actsOnAnswers(): boolean {
    return acts(this.guards.ofAnswer);
  }

  /** Looks at what a model read. */
  async prompt(texts: PromptTexts): Promise<LookedAt> {
    const { ofRequest } = this.guards;
    const looked = await lookAtTexts(ofRequest, texts, this.caller.gateway.scanner);
    if (looked.stop || !hasJudges(ofRequest)) return looked;
    const left = new Map(looked.replaced);
    const told = texts.texts.map((text, at) => ({ ...text, text: left.get(at) ?? text.text }));
    const said = await askJudges(ofRequest, { ...this.asking, texts: told });
    for (const [at, text] of said.replaced) left.set(at, text);
    return { stop: said.stop, replaced: left };
  }

  /** Looks at what a model answered. */
  async answer(bytes: Buffer, through: Through): Promise<GuardedBytes> {
    const { output, judgeAnswer } = this.guards;
    const left = output ? await inTurns(through(bytes, output)) : bytes;
    output?.close();
    const stop = output?.stoppedBy;
    if (stop || !left || !judgeAnswer) return { stop, bytes: left ?? bytes };
    const once = (answer: Buffer, guard: OutputGuard): Buffer =>
      atOnce(through(answer, guard)) ?? answer;
    return await judgeAnswer({ bytes: left, through: once }, this.asking);
  }

  /** Whom judges are asked for. */
  private get asking(): AnswerAsking {
    const { caller, target, leaving } = this;
    return {
      judges: caller.gateway.judges,
      model: target.model.id,
      metadata: { ...toldOfCaller(caller.principal), request_id: caller.requestId },
      signal: leaving.signal,
    };
  }

  private async look<T>(stage: GuardedStage, message: T): Promise<GuardedMessage<T>> {
    if (!acts(stage)) return { stop: undefined, message };
    const texts = new MessageTexts(message);
    const looked = await lookAtTexts(stage, texts, this.caller.gateway.scanner);
    if (looked.stop) return { stop: looked.stop, message };
    const left = texts.with(looked.replaced) as T;
    return hasJudges(stage) ? await this.judged(stage, left) : { stop: undefined, message: left };
  }

  private async judged<T>(stage: GuardedStage, message: T): Promise<GuardedMessage<T>> {
    const texts = new MessageTexts(message);
    const { stop, replaced } = await askJudges(stage, { ...this.asking, texts: texts.texts });
    return { stop, message: texts.with(replaced) as T };
  }
}

const acts = ({ side, restore }: GuardedStage): boolean =>
  side.guardrails.length > 0 || restore.size > 0;
