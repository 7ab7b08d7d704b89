import { parseJson } from '@aicp/common/json/parse-json';
import type { AnswerEvent, StopReason } from '../../conversation/answer-event.ts';
import type { JsonObject } from '../../conversation/conversation.ts';
import type { AnswerEncoder, AnswerFacts } from '../../format.ts';
import { isObject, membersOf } from '../../json/members.ts';
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
  private readonly facts: AnswerFacts;
  /** Members of each answer, as JSON. */
  private head: string;
  private usage = '';
  private reason: string | undefined;
  private readonly calls = new Map<number, OpenCall>();

  constructor(facts: AnswerFacts) {
    this.facts = facts;
    this.head = this.headOf(undefined, undefined);
  }

  document(events: readonly AnswerEvent[]): Buffer {
    const parts = this.partsOfAll(events);
    for (const part of this.ended()) join(parts, part);
    return Buffer.from(this.answer(parts, this.reason ?? 'STOP'));
  }

  push(events: readonly AnswerEvent[]): string {
    const parts = this.partsOfAll(events);
    const written = parts.length === 0 ? '' : eventOf(this.answer(parts));
    const failed = events.find((event) => event.kind === 'error');
    if (!failed) return written;
    return `${written}data: ${writeGeminiFault(failed.fault, 502).toString()}\n\n`;
  }

  /** What was used may come behind the reason: the last event waits for it. */
  end(): string {
    const ended = this.ended();
    return eventOf(this.answer(ended, this.reason ?? 'STOP'));
  }

  /** An answer as JSON; put together, for each event of a stream is one. */
  private answer(parts: readonly JsonObject[], finishReason?: string): string {
    const ended = finishReason === undefined ? '' : `,"finishReason":"${finishReason}"`;
    const content = `{"role":"model","parts":${JSON.stringify(parts)}}`;
    return `{"candidates":[{"content":${content}${ended},"index":0}],${this.usage}${this.head}}`;
  }

  private partsOfAll(events: readonly AnswerEvent[]): JsonObject[] {
    const parts: JsonObject[] = [];
    for (const event of events) {
      for (const part of this.partsOf(event)) join(parts, part);
    }
    return parts;
  }

  private partsOf(event: AnswerEvent): JsonObject[] {
    switch (event.kind) {
      case 'begin':
        this.begin(event);
        return [];
      case 'usage':
        this.usage = `"usageMetadata":${JSON.stringify(geminiUsageOf(event.usage))},`;
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
    this.head = this.headOf(id, model);
  }

  private headOf(id: string | undefined, model: string | undefined): string {
    const { facts } = this;
    return membersOf({ modelVersion: model ?? facts.model, responseId: id ?? facts.requestId });
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

/** Adds a part. Texts of one kind that follow one another are one. */
function join(parts: JsonObject[], part: JsonObject): void {
  const last = parts.at(-1);
  if (last && isText(last) && isText(part) && last.thought === part.thought)
    parts[parts.length - 1] = { ...last, text: `${String(last.text)}${String(part.text)}` };
  else parts.push(part);
}

const isText = (part: JsonObject): boolean =>
  typeof part.text === 'string' && part.thoughtSignature === undefined;

const eventOf = (answer: string): string => `data: ${answer}\n\n`;
