import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { AnswerEvent, StopReason } from '../../conversation/answer-event.ts';
import type { JsonObject, Seal } from '../../conversation/conversation.ts';
import type { AnswerEncoder, AnswerFacts } from '../../format.ts';
import { CallsInOrder, type Said } from './calls-in-order.ts';
import { writeMessageFault } from './message-fault.ts';
import { REDACTED, writeSeal } from './message-seals.ts';
import { messageUsageOf } from './message-usage.ts';
import { WrittenContent, type BlockType } from './written-content.ts';

const REASONS: Readonly<Record<StopReason, string>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  calls: 'tool_use',
  filter: 'refusal',
  refusal: 'refusal',
  pause: 'pause_turn',
};

type Ending = Extract<AnswerEvent, { kind: 'end' }>;

/** Writes messages and streams of their events, a block at a time: each is over before the next begins. */
export class MessageEncoder implements AnswerEncoder {
  private readonly facts: AnswerFacts;
  private head: { id: string; model: string };
  private usage: TokenBuckets | undefined;
  private ending: Ending = { kind: 'end', reason: 'stop' };
  private hasBegun = false;
  /** Blocks that have begun. */
  private blocks = 0;
  /** The block that goes on. */
  private open: BlockType | undefined;
  private readonly order = new CallsInOrder();

  constructor(facts: AnswerFacts) {
    this.facts = facts;
    this.head = { id: `msg_${facts.requestId}`, model: facts.model };
  }

  document(events: readonly AnswerEvent[]): Buffer {
    const content = new WrittenContent();
    for (const event of events) {
      if (event.kind === 'begin') this.begin(event);
      else if (event.kind === 'usage') this.usage = event.usage;
      else if (event.kind === 'end') this.ending = event;
      else if (event.kind !== 'error') content.add(event);
    }
    return Buffer.from(JSON.stringify({ ...this.message(content.toJson()), ...this.stop() }));
  }

  push(events: readonly AnswerEvent[]): string {
    let written = '';
    for (const event of events) written += this.write(event);
    return written;
  }

  end(): string {
    const usage = messageUsageOf(this.usage ?? NO_TOKENS);
    return (
      this.started() +
      this.saying(this.order.end()) +
      this.closed() +
      eventOf('message_delta', { delta: this.stop(), usage }) +
      eventOf('message_stop', {})
    );
  }

  private write(event: AnswerEvent): string {
    switch (event.kind) {
      case 'begin':
        this.begin(event);
        return '';
      case 'usage':
        this.usage = event.usage;
        return '';
      case 'end':
        this.ending = event;
        return '';
      case 'error':
        return `event: error\ndata: ${writeMessageFault(event.fault, 502).toString()}\n\n`;
      default:
        return this.started() + this.saying(this.order.take(event));
    }
  }

  private saying(steps: readonly Said[]): string {
    return steps.map((step) => this.said(step)).join('');
  }

  private said(event: Said): string {
    switch (event.kind) {
      case 'text':
      case 'refusal':
        return this.into('text') + this.delta({ type: 'text_delta', text: event.text });
      case 'reasoning': {
        const delta = { type: 'thinking_delta', thinking: event.text };
        return this.into('thinking') + this.delta(delta);
      }
      case 'sealed':
        return this.sealed(event.seal);
      case 'call':
        return this.called(event);
      default:
        return this.delta({ type: 'input_json_delta', partial_json: event.text });
    }
  }

  private sealed(seal: Seal): string {
    const signature = writeSeal(seal);
    if (seal.format === REDACTED) return this.redacted(signature);
    const delta = { type: 'signature_delta', signature };
    return this.into('thinking') + this.delta(delta) + this.closed();
  }

  private redacted(data: string): string {
    return this.closed() + this.opened({ type: 'redacted_thinking', data }) + this.closed();
  }

  private called({ id, name, seal }: Extract<AnswerEvent, { kind: 'call' }>): string {
    const before = seal ? this.redacted(writeSeal(seal, 'call')) : '';
    return before + this.closed() + this.opened({ type: 'tool_use', id, name, input: {} });
  }

  private begin({ id, model }: Extract<AnswerEvent, { kind: 'begin' }>): void {
    this.head = { id: id ?? this.head.id, model: model ?? this.facts.model };
  }

  private message(content: readonly JsonObject[]): JsonObject {
    const { id, model } = this.head;
    return {
      ...{ id, type: 'message', role: 'assistant', model, content },
      ...{ stop_reason: null, stop_sequence: null },
      usage: messageUsageOf(this.usage ?? NO_TOKENS),
    };
  }

  private stop(): JsonObject {
    const { reason, stopSequence } = this.ending;
    return { stop_reason: REASONS[reason], stop_sequence: stopSequence ?? null };
  }

  private started(): string {
    if (this.hasBegun) return '';
    this.hasBegun = true;
    return eventOf('message_start', { message: this.message([]) });
  }

  /** Begins a block of the type, unless one goes on. */
  private into(type: 'text' | 'thinking'): string {
    if (this.open === type) return '';
    const block = type === 'text' ? { type, text: '' } : { type, thinking: '', signature: '' };
    return this.closed() + this.opened(block);
  }

  private opened(content_block: JsonObject & { readonly type: BlockType }): string {
    this.open = content_block.type;
    this.blocks += 1;
    return eventOf('content_block_start', { index: this.blocks - 1, content_block });
  }

  private closed(): string {
    if (!this.open) return '';
    this.open = undefined;
    return eventOf('content_block_stop', { index: this.blocks - 1 });
  }

  /** More of the block that goes on. */
  private delta(delta: JsonObject): string {
    const written = JSON.stringify(delta);
    return `event: content_block_delta\ndata: {"type":"content_block_delta","index":${this.blocks - 1},"delta":${written}}\n\n`;
  }
}

const eventOf = (type: string, more: JsonObject): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
