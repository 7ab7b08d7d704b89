import { parseJson } from '@aicp/common/json/parse-json';
import type { AnswerEvent, StopReason } from '../conversation/answer-event.ts';
import type { JsonObject } from '../conversation/conversation.ts';
import { Undecodable, type AnswerDecoder } from '../format.ts';
import { isObject, listOf, objectOf, textOf } from '../json/members.ts';
import { usageStep } from './cohere-usage.ts';

const REASONS: Readonly<Record<string, StopReason>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop_sequence',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'calls',
  ERROR_TOXIC: 'filter',
};
/** The model failed to answer, or took too long. */
const FAILED: ReadonlySet<string> = new Set(['ERROR', 'TIMEOUT']);

/** Reads answers of Cohere's chat and their streams (https://docs.cohere.com/reference/chat, https://docs.cohere.com/v2/docs/streaming). Citations are left out. */
export class CohereDecoder implements AnswerDecoder {
  /** Calls that began. */
  private calls = 0;
  private isOver = false;

  document(body: Buffer): AnswerEvent[] {
    const answer = parseJson(body.toString());
    const message = isObject(answer) ? objectOf(answer.message) : undefined;
    if (!isObject(answer) || !message) throw new Undecodable('it has no message');
    const reason = textOf(answer.finish_reason) ?? 'COMPLETE';
    if (FAILED.has(reason)) throw new Undecodable(`the answer ended with ${reason}`);
    return [
      { kind: 'begin', id: textOf(answer.id) },
      ...this.thought(message),
      ...textStep(message.tool_plan),
      ...listOf(message.content).flatMap((part) => textStep(objectOf(part)?.text)),
      ...listOf(message.tool_calls).flatMap((call) => this.called(objectOf(call) ?? {})),
      ...usageStep(answer.usage),
      ...this.over(reason),
    ];
  }

  event(_name: string, data: Buffer): AnswerEvent[] {
    const text = data.toString();
    if (text.startsWith('[DONE]')) return [];
    const event = parseJson(text);
    if (!isObject(event)) throw new Undecodable('the stream holds what is no JSON object');
    return this.said(event, objectOf(event.delta) ?? {});
  }

  /** Nothing is left when a stream is over: its last event says so. */
  end(): AnswerEvent[] {
    return [];
  }

  private said(event: JsonObject, delta: JsonObject): AnswerEvent[] {
    switch (event.type) {
      case 'message-start':
        return [{ kind: 'begin', id: textOf(event.id) }];
      case 'message-end':
        return this.ended(delta);
      case undefined:
        return faultStep(event.message);
      default:
        return this.grown(String(event.type), objectOf(delta.message) ?? {});
    }
  }

  /** The steps of an event that brings more of the message. */
  private grown(type: string, message: JsonObject): AnswerEvent[] {
    switch (type) {
      case 'content-start':
      case 'content-delta': {
        const content = objectOf(message.content) ?? {};
        return [...reasoningStep(content.thinking), ...textStep(content.text)];
      }
      case 'tool-plan-delta':
        return textStep(message.tool_plan);
      case 'tool-call-start':
        return this.called(objectOf(message.tool_calls) ?? {});
      case 'tool-call-delta':
        return this.argued(objectOf(message.tool_calls) ?? {});
      default:
        return [];
    }
  }

  private thought(message: JsonObject): AnswerEvent[] {
    return listOf(message.content).flatMap((part) => reasoningStep(objectOf(part)?.thinking));
  }

  private called(call: JsonObject): AnswerEvent[] {
    const described = objectOf(call.function) ?? {};
    const index = this.calls;
    this.calls += 1;
    const id = textOf(call.id) ?? `call_${index}`;
    const text = textOf(described.arguments) ?? '';
    const begun = { kind: 'call', index, id, name: textOf(described.name) ?? '' } as const;
    return text === '' ? [begun] : [begun, { kind: 'arguments', index, text }];
  }

  /** Calls come one after the other. */
  private argued(call: JsonObject): AnswerEvent[] {
    const text = textOf(objectOf(call.function)?.arguments) ?? '';
    if (this.calls === 0) throw new Undecodable('arguments come before their call');
    return text === '' ? [] : [{ kind: 'arguments', index: this.calls - 1, text }];
  }

  private ended(delta: JsonObject): AnswerEvent[] {
    const reason = textOf(delta.finish_reason) ?? 'COMPLETE';
    const error = textOf(delta.error);
    if (error !== undefined || FAILED.has(reason)) {
      const message = error ?? `The provider’s answer ended with ${reason}.`;
      return [...usageStep(delta.usage), { kind: 'error', fault: { message } }];
    }
    return [...usageStep(delta.usage), ...this.over(reason)];
  }

  private over(reason: string): AnswerEvent[] {
    if (this.isOver) return [];
    this.isOver = true;
    return [{ kind: 'end', reason: REASONS[reason] ?? 'stop' }];
  }
}

/** What is no event of an answer may be an error, which has a message alone. */
function faultStep(value: unknown): AnswerEvent[] {
  const message = textOf(value);
  return message === undefined ? [] : [{ kind: 'error', fault: { message } }];
}

function textStep(value: unknown): AnswerEvent[] {
  const text = textOf(value) ?? '';
  return text === '' ? [] : [{ kind: 'text', text }];
}

function reasoningStep(value: unknown): AnswerEvent[] {
  const text = textOf(value) ?? '';
  return text === '' ? [] : [{ kind: 'reasoning', text }];
}
