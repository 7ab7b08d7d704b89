import { parseJson } from '@aicp/common/json/parse-json';
import type { AnswerEvent, StopReason } from '../../conversation/answer-event.ts';
import type { JsonObject, Seal } from '../../conversation/conversation.ts';
import { Undecodable, type AnswerDecoder } from '../../format.ts';
import { isObject, listOf, objectOf, textOf } from '../../json/members.ts';
import { geminiFaultOf } from './gemini-fault.ts';
import { toGeminiBuckets } from '../members/gemini-usage.ts';

/** Why Google ends an answer of its own will (https://ai.google.dev/api/generate-content#FinishReason). Any other reason is a failure. */
const REASONS: Readonly<Record<string, StopReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'filter',
  RECITATION: 'filter',
  LANGUAGE: 'filter',
  BLOCKLIST: 'filter',
  PROHIBITED_CONTENT: 'filter',
  SPII: 'filter',
  IMAGE_SAFETY: 'filter',
  IMAGE_PROHIBITED_CONTENT: 'filter',
  IMAGE_RECITATION: 'filter',
  MODEL_ARMOR: 'filter',
};

/** Reads answers of generateContent and the events of streamGenerateContent. Of several candidates the first is read. */
export class GeminiDecoder implements AnswerDecoder {
  private hasBegun = false;
  private answerId = 'gemini';
  private calls = 0;
  private reason: StopReason | undefined;
  private failure: string | undefined;
  private isOver = false;

  document(body: Buffer): AnswerEvent[] {
    const answer = objectOf(parseJson(body.toString()));
    if (!answer) throw new Undecodable('it is no JSON object');
    const events = this.read(answer);
    if (this.reason === undefined && this.failure === undefined)
      throw new Undecodable('it has no candidate that came to its end');
    if (this.failure !== undefined) throw new Undecodable(this.failure);
    return [...events, ...this.end()];
  }

  event(name: string, data: Buffer): AnswerEvent[] {
    const chunk = parseJson(data.toString());
    if (!isObject(chunk)) throw new Undecodable('the stream holds what is no JSON object');
    if (name === 'error' || (chunk.error ?? null) !== null)
      return [{ kind: 'error', fault: geminiFaultOf(chunk) }];
    return this.read(chunk);
  }

  end(): AnswerEvent[] {
    if (this.isOver || (this.reason === undefined && this.failure === undefined)) return [];
    this.isOver = true;
    const { failure, reason = 'stop' } = this;
    if (failure !== undefined) return [{ kind: 'error', fault: { message: failure } }];
    return [{ kind: 'end', reason: reason === 'stop' && this.calls > 0 ? 'calls' : reason }];
  }

  private read(answer: JsonObject): AnswerEvent[] {
    const candidate = objectOf(listOf(answer.candidates)[0]);
    const events = this.begun(answer);
    for (const part of listOf(objectOf(candidate?.content)?.parts)) {
      if (isObject(part)) events.push(...this.said(part));
    }
    if (candidate) this.takeReason(candidate);
    else if (objectOf(answer.promptFeedback)?.blockReason !== undefined) this.reason = 'filter';
    const usage = toGeminiBuckets(answer.usageMetadata);
    if (usage) events.push({ kind: 'usage', usage });
    return events;
  }

  private begun(answer: JsonObject): AnswerEvent[] {
    if (this.hasBegun) return [];
    this.hasBegun = true;
    const id = textOf(answer.responseId);
    this.answerId = id ?? this.answerId;
    return [
      {
        kind: 'begin',
        id,
        model: textOf(answer.modelVersion),
        createdAt: timeOf(answer.createTime),
      },
    ];
  }

  private said(part: JsonObject): AnswerEvent[] {
    const seal = sealOf(part);
    const called = objectOf(part.functionCall);
    if (called) return this.called(called, seal);
    const text = textOf(part.text);
    if (text === undefined && seal === undefined) return unreadable(part);
    const kind = part.thought === true ? 'reasoning' : 'text';
    const events: AnswerEvent[] = text ? [{ kind, text }] : [];
    if (seal) events.push({ kind: 'sealed', seal });
    return events;
  }

  /** Google's calls may have no id: one is made that the same answer always gets, and no other answer of the conversation. */
  private called(call: JsonObject, seal: Seal | undefined): AnswerEvent[] {
    const index = this.calls;
    const name = textOf(call.name);
    if (name === undefined) throw new Undecodable('a functionCall has no name');
    this.calls += 1;
    const id = textOf(call.id) ?? `call_${this.answerId}_${index}`;
    return [
      { kind: 'call', index, id, name, ...(seal ? { seal } : {}) },
      { kind: 'arguments', index, text: JSON.stringify(call.args ?? {}) },
    ];
  }

  private takeReason({ finishReason, finishMessage }: JsonObject): void {
    const reason = textOf(finishReason);
    if (reason === undefined || reason === '' || reason === 'FINISH_REASON_UNSPECIFIED') return;
    const known = REASONS[reason];
    if (known) this.reason = known;
    else
      this.failure = `the model ended its answer with ${reason}: ${textOf(finishMessage) ?? 'it does not say why'}`;
  }
}

/** Only clients of Google's API ask for pictures, sounds and code that runs: no other API has a place for them. */
function unreadable(part: JsonObject): AnswerEvent[] {
  const [name] = Object.keys(part).filter((one) => one !== 'thought');
  if (name === undefined) return [];
  throw new Undecodable(`it holds a part ${name}, for which the client's API has no place`);
}

function sealOf({ thoughtSignature }: JsonObject): Seal | undefined {
  const value = textOf(thoughtSignature);
  return value ? { format: 'gemini', value } : undefined;
}

function timeOf(value: unknown): number | undefined {
  const ms = Date.parse(textOf(value) ?? '');
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
