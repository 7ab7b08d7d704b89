import { parseJson } from '@aicp/common/json/parse-json';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { AnswerEvent, StopReason } from '../../conversation/answer-event.ts';
import type { JsonObject } from '../../conversation/conversation.ts';
import type { AnswerEncoder, AnswerFacts } from '../../format.ts';
import { isObject } from '../../json/members.ts';
import { signatureOf } from '../members/seals.ts';
import { writeGeminiFault } from './gemini-fault.ts';
import { geminiUsageOf } from '../members/gemini-usage.ts';

const REASONS: Readonly<Record<StopReason, string>> = {
  stop: 'STOP',
  stop_sequence: 'STOP',
  calls: 'STOP',
  pause: 'STOP',
  length: 'MAX_TOKENS',
  filter: 'SAFETY',
  refusal: 'SAFETY',
};

interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly signature: string | undefined;
  text: string;
}

/** Writes answers of generateContent, and the events of streamGenerateContent. Calls are written when all of them are whole: Google has no parts of them. */
export class GeminiEncoder implements AnswerEncoder {
  private head: JsonObject;
  private usage: TokenBuckets | undefined;
  private reason: string | undefined;
  private readonly calls = new Map<number, OpenCall>();

  constructor({ model, requestId }: AnswerFacts) {
    this.head = { modelVersion: model, responseId: requestId };
  }

  document(events: readonly AnswerEvent[]): Buffer {
    const parts = joined([...events.flatMap((event) => this.partsOf(event)), ...this.ended()]);
    return Buffer.from(JSON.stringify(this.answer(parts, this.reason ?? 'STOP')));
  }

  push(events: readonly AnswerEvent[]): string {
    const parts = joined(events.flatMap((event) => this.partsOf(event)));
    const written = parts.length === 0 ? '' : eventOf(this.answer(parts));
    const failed = events.find((event) => event.kind === 'error');
    if (!failed) return written;
    return `${written}data: ${writeGeminiFault(failed.fault, 502).toString()}\n\n`;
  }

  /** What was used may come behind the reason: the last event waits for it. */
  end(): string {
    return eventOf(this.answer(joined(this.ended()), this.reason ?? 'STOP'));
  }

  private answer(parts: readonly JsonObject[], finishReason?: string): JsonObject {
    const { usage } = this;
    const candidate = {
      content: { role: 'model', parts },
      ...(finishReason === undefined ? {} : { finishReason }),
      index: 0,
    };
    return {
      candidates: [candidate],
      ...(usage ? { usageMetadata: geminiUsageOf(usage) } : {}),
      ...this.head,
    };
  }

  private partsOf(event: AnswerEvent): JsonObject[] {
    switch (event.kind) {
      case 'begin':
        this.begin(event);
        return [];
      case 'usage':
        this.usage = event.usage;
        return [];
      case 'text':
      case 'refusal':
        return [{ text: event.text }];
      case 'reasoning':
        return [{ text: event.text, thought: true }];
      case 'sealed':
        return [{ text: '', thoughtSignature: signatureOf(event.seal) }];
      case 'call': {
        const { id, name, seal } = event;
        this.calls.set(event.index, { id, name, signature: seal && signatureOf(seal), text: '' });
        return [];
      }
      default:
        this.take(event);
        return event.kind === 'end' ? this.ended() : [];
    }
  }

  private begin({ id, model }: Extract<AnswerEvent, { kind: 'begin' }>): void {
    const { modelVersion, responseId } = this.head;
    this.head = { modelVersion: model ?? modelVersion, responseId: id ?? responseId };
  }

  private take(event: Extract<AnswerEvent, { kind: 'arguments' | 'end' | 'error' }>): void {
    if (event.kind === 'end') this.reason ??= REASONS[event.reason];
    if (event.kind !== 'arguments') return;
    const call = this.calls.get(event.index);
    if (call) call.text += event.text;
  }

  /** The calls of which all has come. One whose arguments are no JSON object is none, and is the reason why the answer ended. */
  private ended(): JsonObject[] {
    const parts: JsonObject[] = [];
    for (const { id, name, signature, text } of this.calls.values()) {
      const args = text.trim() === '' ? {} : parseJson(text);
      const signed = signature === undefined ? {} : { thoughtSignature: signature };
      if (isObject(args)) parts.push({ functionCall: { id, name, args }, ...signed });
      else this.reason = 'MALFORMED_FUNCTION_CALL';
    }
    this.calls.clear();
    return parts;
  }
}

/** Texts of one kind that follow one another are one. */
function joined(parts: readonly JsonObject[]): JsonObject[] {
  const all: JsonObject[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && isText(last) && isText(part) && last.thought === part.thought)
      all[all.length - 1] = { ...last, text: `${String(last.text)}${String(part.text)}` };
    else all.push(part);
  }
  return all;
}

const isText = (part: JsonObject): boolean =>
  typeof part.text === 'string' && part.thoughtSignature === undefined;

const eventOf = (answer: JsonObject): string => `data: ${JSON.stringify(answer)}\n\n`;
