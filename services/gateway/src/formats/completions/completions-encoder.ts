import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { chatUsageOf } from '../chat/chat-encoder.ts';
import { writeChatFault } from '../chat/chat-fault.ts';
import type { AnswerEvent, StopReason } from '../conversation/answer-event.ts';
import type { JsonObject } from '../conversation/conversation.ts';
import type { AnswerEncoder, AnswerFacts } from '../format.ts';

const REASONS: Readonly<Record<StopReason, string>> = {
  ...{ stop: 'stop', stop_sequence: 'stop', length: 'length', calls: 'stop' },
  ...{ filter: 'content_filter', refusal: 'content_filter', pause: 'stop' },
};

/** Writes a chat's answer as a completion: its text alone, as there is no place for what the model thought. */
export class CompletionsEncoder implements AnswerEncoder {
  private readonly facts: AnswerFacts;
  private head: JsonObject;
  private usage: TokenBuckets | undefined;
  private reason: string | null = null;

  constructor(facts: AnswerFacts) {
    this.facts = facts;
    this.head = this.headOf({ kind: 'begin' });
  }

  document(events: readonly AnswerEvent[]): Buffer {
    const text = events.map((event) => this.take(event) ?? '').join('');
    const { usage, reason } = this;
    const answer = {
      ...this.head,
      choices: [choiceOf(text, reason)],
      ...(usage && { usage: chatUsageOf(usage) }),
    };
    return Buffer.from(JSON.stringify(answer));
  }

  push(events: readonly AnswerEvent[]): string {
    return events.map((event) => this.written(event)).join('');
  }

  end(): string {
    const { usage, head } = this;
    const counted = usage ? eventOf({ ...head, choices: [], usage: chatUsageOf(usage) }) : '';
    return `${counted}data: [DONE]\n\n`;
  }

  private written(event: AnswerEvent): string {
    if (event.kind === 'error') return `data: ${writeChatFault(event.fault, 502).toString()}\n\n`;
    const isOver = this.reason !== null;
    const text = this.take(event);
    if (text !== undefined) return eventOf({ ...this.head, choices: [choiceOf(text, null)] });
    return event.kind === 'end' && !isOver
      ? eventOf({ ...this.head, choices: [choiceOf('', this.reason)] })
      : '';
  }

  /** Notes what is said of the answer; answers what it says. */
  private take(event: AnswerEvent): string | undefined {
    switch (event.kind) {
      case 'begin':
        this.head = this.headOf(event);
        return undefined;
      case 'usage':
        this.usage = event.usage;
        return undefined;
      case 'end':
        this.reason ??= REASONS[event.reason];
        return undefined;
      case 'text':
      case 'refusal':
        return event.text;
      default:
        return undefined;
    }
  }

  private headOf({ id, model, createdAt }: Extract<AnswerEvent, { kind: 'begin' }>): JsonObject {
    const { facts } = this;
    return {
      id: id ?? `cmpl-${facts.requestId}`,
      object: 'text_completion',
      created: createdAt ?? Math.floor(facts.now / 1000),
      model: model ?? facts.model,
    };
  }
}

const choiceOf = (text: string, reason: string | null): JsonObject => ({
  ...{ index: 0, text, logprobs: null, finish_reason: reason },
});

const eventOf = (chunk: JsonObject): string => `data: ${JSON.stringify(chunk)}\n\n`;
