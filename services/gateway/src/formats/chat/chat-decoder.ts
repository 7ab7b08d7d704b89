import type { AnswerEvent, StopReason } from '../conversation/answer-event.ts';
import type { JsonObject } from '../conversation/conversation.ts';
import { Undecodable, type AnswerDecoder } from '../format.ts';
import { countOf, isObject, listOf, numberOf, objectOf, textOf } from '../json/members.ts';
import { parseJson } from '@aicp/common/json/parse-json';
import { toBuckets } from '../../protocols/openai-chat/usage-object.ts';
import { ChatCalls } from './chat-calls.ts';
import { chatFaultOf } from './chat-fault.ts';

const REASONS: Readonly<Record<string, StopReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'calls',
  function_call: 'calls',
  content_filter: 'filter',
  /** Mistral's. */
  model_length: 'length',
};

/** The vendor broke the answer off: DeepSeek has no room for it, or Mistral failed. */
const FAILED = new Set(['insufficient_system_resource', 'error']);

/** Reads completions and streams of their chunks. Of several choices the first is read. */
export class ChatDecoder implements AnswerDecoder {
  private hasBegun = false;
  private readonly calls = new ChatCalls();
  private hasRefused = false;
  private reason: StopReason | undefined;
  private isOver = false;

  document(body: Buffer): AnswerEvent[] {
    const answer = parseJson(body.toString());
    const choice = firstOf(listOf(objectOf(answer)?.choices));
    const message = objectOf(choice?.message);
    if (!isObject(answer) || !choice || !message) throw new Undecodable('it has no choices');
    const events = [beginOf(answer), ...this.said(message)];
    const [failed] = this.takeReason(choice.finish_reason);
    if (failed) throw new Undecodable('the provider broke it off');
    return [...events, ...usageOf(answer), ...this.end()];
  }

  event(name: string, data: Buffer): AnswerEvent[] {
    const text = data.toString();
    if (text.startsWith('[DONE]')) return this.end();
    const chunk = parseJson(text);
    if (!isObject(chunk)) throw new Undecodable('the stream holds what is no JSON object');
    if (name === 'error' || (chunk.error ?? null) !== null)
      return [{ kind: 'error', fault: chatFaultOf(chunk) }];
    const choice = firstOf(listOf(chunk.choices));
    const events = this.begun(chunk);
    if (choice) events.push(...this.said(objectOf(choice.delta) ?? {}));
    events.push(...usageOf(chunk));
    if (choice) events.push(...this.takeReason(choice.finish_reason));
    return events;
  }

  /** Some vendors close a stream without `[DONE]`: the answer is over where it said why. */
  end(): AnswerEvent[] {
    if (this.isOver || this.reason === undefined) return [];
    this.isOver = true;
    const { reason } = this;
    if (reason !== 'stop') return [{ kind: 'end', reason }];
    if (this.hasRefused) return [{ kind: 'end', reason: 'refusal' }];
    return [{ kind: 'end', reason: this.calls.size > 0 ? 'calls' : 'stop' }];
  }

  private begun(chunk: JsonObject): AnswerEvent[] {
    if (this.hasBegun) return [];
    this.hasBegun = true;
    return [beginOf(chunk)];
  }

  /** The steps of a message, or of a part of one. */
  private said(message: JsonObject): AnswerEvent[] {
    const events = reasoningOf(message);
    const text = contentOf(message.content);
    if (text !== '') events.push({ kind: 'text', text });
    const refusal = textOf(message.refusal) ?? '';
    if (refusal !== '') events.push({ kind: 'refusal', text: refusal });
    this.hasRefused ||= refusal !== '';
    for (const [place, call] of listOf(message.tool_calls).entries()) {
      if (isObject(call)) events.push(...this.calls.take(call, place));
    }
    if (isObject(message.function_call))
      events.push(...this.calls.take({ function: message.function_call }, 0));
    return events;
  }

  /** An error where the reason says that the answer is none. */
  private takeReason(value: unknown): AnswerEvent[] {
    const reason = textOf(value) ?? '';
    if (FAILED.has(reason)) {
      const message = `The provider broke its answer off: ${reason}.`;
      return [{ kind: 'error', fault: { message, code: reason } }];
    }
    if (reason !== '') this.reason = REASONS[reason] ?? 'stop';
    return [];
  }
}

/** Of several choices the first; what is said of others belongs to no answer that is asked for. */
function firstOf(choices: readonly unknown[]): JsonObject | undefined {
  for (const choice of choices) {
    if (isObject(choice) && (countOf(choice.index) ?? 0) === 0) return choice;
  }
  return undefined;
}

const beginOf = (answer: JsonObject): AnswerEvent => ({
  kind: 'begin',
  id: textOf(answer.id),
  model: textOf(answer.model),
  createdAt: numberOf(answer.created),
});

/** A text, or the texts of a list of parts (Mistral). */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(objectOf(part)?.text) ?? '')
    .join('');
}

function reasoningOf(message: JsonObject): AnswerEvent[] {
  const text = textOf(message.reasoning_content) ?? textOf(message.reasoning) ?? '';
  const thought: AnswerEvent[] = text === '' ? [] : [{ kind: 'reasoning', text }];
  for (const detail of listOf(message.reasoning_details)) thought.push(...sealedBy(detail));
  return thought;
}

function sealedBy(value: unknown): AnswerEvent[] {
  const detail = objectOf(value) ?? {};
  const seal = textOf(detail.signature) ?? textOf(detail.data);
  const format = textOf(detail.format);
  if (seal === undefined || format === undefined) return [];
  return [{ kind: 'sealed', seal: { format, value: seal } }];
}

function usageOf(answer: JsonObject): AnswerEvent[] {
  const usage = toBuckets(answer.usage);
  return usage ? [{ kind: 'usage', usage }] : [];
}
