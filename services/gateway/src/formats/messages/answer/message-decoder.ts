import { parseJson } from '@aicp/common/json/parse-json';
import type { AnswerEvent, StopReason } from '../../conversation/answer-event.ts';
import type { JsonObject } from '../../conversation/conversation.ts';
import { Undecodable, type AnswerDecoder, type DecoderFacts } from '../../format.ts';
import { countOf, isObject, listOf, objectOf, textOf } from '../../json/members.ts';
import { messageFaultOf } from './message-fault.ts';
import { REDACTED, SIGNATURE } from './message-seals.ts';
import { mergeCounts, toMessageBuckets, type MessageCounts } from './message-usage.ts';

const REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  stop_sequence: 'stop_sequence',
  tool_use: 'calls',
  pause_turn: 'pause',
  refusal: 'refusal',
};

/** A block of a stream that has begun. */
interface OpenBlock {
  /** Of a call, which one it is. */
  readonly call?: number;
  signature: string;
  /** Whether arguments came. */
  hasArguments: boolean;
  /** What stood in it when it began. */
  readonly input: unknown;
}

/** Reads messages and streams of their events. What Anthropic's own tools did in between is not told: no translated request has them. */
export class MessageDecoder implements AnswerDecoder {
  private readonly names: ReadonlyMap<string, string>;
  private readonly open = new Map<number, OpenBlock>();
  /** What each event of a stream says; others say nothing. */
  private readonly steps: Readonly<Record<string, (event: JsonObject) => AnswerEvent[]>> = {
    message_start: ({ message }) => {
      const begun = objectOf(message) ?? {};
      return [beginOf(begun), ...this.used(begun.usage)];
    },
    content_block_start: ({ index, content_block: block }) =>
      this.begun(countOf(index) ?? 0, objectOf(block) ?? {}),
    content_block_delta: ({ index, delta }) =>
      this.grown(this.open.get(countOf(index) ?? 0), objectOf(delta) ?? {}),
    content_block_stop: ({ index }) => this.closed(countOf(index) ?? 0),
    message_delta: ({ usage, delta }) => [
      ...this.used(usage),
      ...this.stopped(objectOf(delta) ?? {}),
    ],
    message_stop: () => this.end(),
    error: (event) => [{ kind: 'error', fault: messageFaultOf(event) }],
  };
  private calls = 0;
  private counts: MessageCounts | undefined;
  private ending: AnswerEvent | undefined;
  private isOver = false;

  constructor({ names = new Map() }: Pick<DecoderFacts, 'names'> = {}) {
    this.names = names;
  }

  document(body: Buffer): AnswerEvent[] {
    const message = parseJson(body.toString());
    if (!isObject(message) || message.type !== 'message' || !Array.isArray(message.content))
      throw new Undecodable('it is no message');
    const events = [beginOf(message), ...listOf(message.content).flatMap((one) => this.said(one))];
    events.push(...this.used(message.usage), ...this.stopped(message));
    return [...events, ...this.end()];
  }

  event(_name: string, data: Buffer): AnswerEvent[] {
    const event = parseJson(data.toString());
    if (!isObject(event)) throw new Undecodable('the stream holds what is no JSON object');
    const type = textOf(event.type) ?? '';
    return Object.hasOwn(this.steps, type) ? (this.steps[type]?.(event) ?? []) : [];
  }

  end(): AnswerEvent[] {
    if (this.isOver || !this.ending) return [];
    this.isOver = true;
    return [this.ending];
  }

  /** The steps of a whole block. */
  private said(value: unknown): AnswerEvent[] {
    const block = objectOf(value) ?? {};
    const events = this.begun(-1, block);
    return [...events, ...this.closed(-1)];
  }

  private begun(index: number, block: JsonObject): AnswerEvent[] {
    const { type } = block;
    const opened = { signature: textOf(block.signature) ?? '', hasArguments: false };
    if (type === 'tool_use') {
      const call = this.calls;
      this.calls += 1;
      this.open.set(index, { ...opened, call, input: block.input });
      const id = textOf(block.id) ?? `toolu_${call}`;
      const written = textOf(block.name) ?? '';
      return [{ kind: 'call', index: call, id, name: this.names.get(written) ?? written }];
    }
    this.open.set(index, { ...opened, input: undefined });
    if (type === 'text') return textStep('text', block.text);
    if (type === 'thinking') return textStep('reasoning', block.thinking);
    const data = type === 'redacted_thinking' ? textOf(block.data) : undefined;
    return data === undefined ? [] : [{ kind: 'sealed', seal: { format: REDACTED, value: data } }];
  }

  private grown(block: OpenBlock | undefined, delta: JsonObject): AnswerEvent[] {
    switch (delta.type) {
      case 'text_delta':
        return textStep('text', delta.text);
      case 'thinking_delta':
        return textStep('reasoning', delta.thinking);
      case 'signature_delta':
        if (block) block.signature += textOf(delta.signature) ?? '';
        return [];
      case 'input_json_delta':
        return argumentsOf(block, textOf(delta.partial_json) ?? '');
      default:
        return [];
    }
  }

  /** A call without arguments has an empty object of them, which no delta brings. */
  private closed(index: number): AnswerEvent[] {
    const block = this.open.get(index);
    this.open.delete(index);
    if (!block) return [];
    const { call, signature, hasArguments, input } = block;
    if (call !== undefined && !hasArguments)
      return [{ kind: 'arguments', index: call, text: JSON.stringify(input ?? {}) }];
    if (signature === '') return [];
    return [{ kind: 'sealed', seal: { format: SIGNATURE, value: signature } }];
  }

  private used(usage: unknown): AnswerEvent[] {
    this.counts = mergeCounts(this.counts, usage);
    return this.counts && isObject(usage)
      ? [{ kind: 'usage', usage: toMessageBuckets(this.counts) }]
      : [];
  }

  private stopped(holder: JsonObject): AnswerEvent[] {
    const said = textOf(holder.stop_reason);
    if (said === undefined) return [];
    const reason = REASONS[said] ?? 'stop';
    const stopSequence = textOf(holder.stop_sequence);
    this.ending = { kind: 'end', reason, ...(stopSequence === undefined ? {} : { stopSequence }) };
    const why = textOf(objectOf(holder.stop_details)?.explanation);
    return reason === 'refusal' && why !== undefined ? textStep('refusal', why) : [];
  }
}

function argumentsOf(block: OpenBlock | undefined, text: string): AnswerEvent[] {
  if (block?.call === undefined || text === '') return [];
  block.hasArguments = true;
  return [{ kind: 'arguments', index: block.call, text }];
}

const beginOf = (message: JsonObject): AnswerEvent => ({
  kind: 'begin',
  id: textOf(message.id),
  model: textOf(message.model),
});

function textStep(kind: 'text' | 'reasoning' | 'refusal', value: unknown): AnswerEvent[] {
  const text = textOf(value) ?? '';
  return text === '' ? [] : [{ kind, text }];
}
