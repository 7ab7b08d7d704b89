import { parseJson } from '@aicp/common/json/parse-json';
import type { AnswerEvent, StopReason } from '../conversation/answer-event.ts';
import type { JsonObject } from '../conversation/conversation.ts';
import { Undecodable, type AnswerDecoder, type DecoderFacts } from '../format.ts';
import { countOf, isObject, listOf, objectOf, textOf } from '../json/members.ts';
import { converseFaultOf } from './converse-fault.ts';
import { redactedSeal, signatureSeal } from './converse-seal.ts';
import { converseBuckets } from './converse-usage.ts';

const REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop_sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'calls',
  guardrail_intervened: 'filter',
  content_filtered: 'filter',
  refusal: 'refusal',
  pause_turn: 'pause',
};

/** The model's answer was none that Bedrock could make sense of. */
const MALFORMED = new Set(['malformed_model_output', 'malformed_tool_use']);

/** A block of a stream that has begun. */
interface Block {
  /** Of its call; undefined where it is none. */
  readonly call?: number | undefined;
  /** Whether arguments came. */
  hasArguments?: boolean;
  signature: string;
  redacted: string;
}

/** Reads answers of Converse, and the events of ConverseStream, whose names are those of their frames. */
export class ConverseDecoder implements AnswerDecoder {
  private readonly names: ReadonlyMap<string, string>;
  private readonly blocks = new Map<number, Block>();
  private calls = 0;
  private reason: StopReason | undefined;
  private isOver = false;

  constructor({ names = new Map() }: Pick<DecoderFacts, 'names'>) {
    this.names = names;
  }

  document(body: Buffer): AnswerEvent[] {
    const answer = objectOf(parseJson(body.toString()));
    const message = objectOf(objectOf(answer?.output)?.message);
    if (!answer || !message) throw new Undecodable('it has no output.message');
    const stopped = this.stop(answer);
    if (stopped.length > 0) throw new Undecodable('the output of the model was malformed');
    const said = listOf(message.content).flatMap((block) => this.said(objectOf(block) ?? {}));
    return [{ kind: 'begin' }, ...said, ...usageOf(answer), ...this.end()];
  }

  event(name: string, data: Buffer): AnswerEvent[] {
    const event = parseJson(data.toString());
    if (!isObject(event)) throw new Undecodable('the stream holds what is no JSON object');
    switch (name) {
      case 'messageStart':
        return [{ kind: 'begin' }];
      case 'contentBlockStart':
        return this.start(event);
      case 'contentBlockDelta':
        return this.grow(event);
      case 'contentBlockStop':
        return this.close(indexOf(event));
      case 'messageStop':
        return this.stop(event);
      case 'metadata':
        return [...usageOf(event), ...this.end()];
      default:
        return /(?:exception|error)$/i.test(name)
          ? [{ kind: 'error', fault: converseFaultOf(name, event) }]
          : [];
    }
  }

  /** The count of tokens comes behind the end of the message: the answer is over then, or with the stream. */
  end(): AnswerEvent[] {
    const { reason } = this;
    if (this.isOver || reason === undefined) return [];
    this.isOver = true;
    return [{ kind: 'end', reason }];
  }

  private stop(event: JsonObject): AnswerEvent[] {
    const reason = textOf(event.stopReason) ?? '';
    if (MALFORMED.has(reason)) {
      const message = 'The model wrote what Amazon Bedrock could not read.';
      return [{ kind: 'error', fault: { message, code: reason } }];
    }
    if (reason !== '') this.reason = REASONS[reason] ?? 'stop';
    return [];
  }

  /** A block of a document. */
  private said(block: JsonObject): AnswerEvent[] {
    const text = textOf(block.text) ?? citedText(block);
    if (text) return [{ kind: 'text', text }];
    const use = objectOf(block.toolUse);
    if (use) {
      const { event, index } = this.called(use);
      const input = use.input ?? {};
      return [event, { kind: 'arguments', index, text: JSON.stringify(input) }];
    }
    return reasoningOf(objectOf(block.reasoningContent));
  }

  private called(use: JsonObject): { event: AnswerEvent; index: number } {
    const index = this.calls;
    this.calls += 1;
    const written = textOf(use.name) ?? '';
    const name = this.names.get(written) ?? written;
    const id = textOf(use.toolUseId) ?? `tooluse_${index}`;
    return { event: { kind: 'call', index, id, name }, index };
  }

  private start(event: JsonObject): AnswerEvent[] {
    const use = objectOf(objectOf(event.start)?.toolUse);
    const at = indexOf(event);
    if (!use) {
      this.blocks.set(at, { signature: '', redacted: '' });
      return [];
    }
    const called = this.called(use);
    this.blocks.set(at, { call: called.index, signature: '', redacted: '' });
    return [called.event];
  }

  private grow(event: JsonObject): AnswerEvent[] {
    const delta = objectOf(event.delta) ?? {};
    const text = textOf(delta.text);
    if (text) return [{ kind: 'text', text }];
    const block = this.blockAt(indexOf(event));
    const input = textOf(objectOf(delta.toolUse)?.input);
    if (input && block.call !== undefined) {
      block.hasArguments = true;
      return [{ kind: 'arguments', index: block.call, text: input }];
    }
    return thought(objectOf(delta.reasoningContent), block);
  }

  /** Blocks of text begin without a word. */
  private blockAt(index: number): Block {
    const known = this.blocks.get(index) ?? { signature: '', redacted: '' };
    this.blocks.set(index, known);
    return known;
  }

  /** A call without arguments has an empty object of them, which no delta brings. */
  private close(index: number): AnswerEvent[] {
    const block = this.blocks.get(index);
    this.blocks.delete(index);
    if (!block) return [];
    if (block.call !== undefined && block.hasArguments !== true)
      return [{ kind: 'arguments', index: block.call, text: '{}' }];
    if (block.redacted !== '') return [{ kind: 'sealed', seal: redactedSeal(block.redacted) }];
    return block.signature === '' ? [] : [{ kind: 'sealed', seal: signatureSeal(block.signature) }];
  }
}

/** More of what the model thinks. Its seal is told at the end of its block. */
function thought(reasoning: JsonObject | undefined, block: Block): AnswerEvent[] {
  block.signature += textOf(reasoning?.signature) ?? '';
  block.redacted += textOf(reasoning?.redactedContent) ?? '';
  const text = textOf(reasoning?.text);
  return text ? [{ kind: 'reasoning', text }] : [];
}

function reasoningOf(reasoning: JsonObject | undefined): AnswerEvent[] {
  const redacted = textOf(reasoning?.redactedContent);
  if (redacted) return [{ kind: 'sealed', seal: redactedSeal(redacted) }];
  const shown = objectOf(reasoning?.reasoningText);
  const text = textOf(shown?.text);
  const signature = textOf(shown?.signature);
  return [
    ...(text ? [{ kind: 'reasoning' as const, text }] : []),
    ...(signature ? [{ kind: 'sealed' as const, seal: signatureSeal(signature) }] : []),
  ];
}

/** The text of a block that says where it has it from. */
const citedText = (block: JsonObject): string =>
  listOf(objectOf(block.citationsContent)?.content)
    .map((part) => textOf(objectOf(part)?.text) ?? '')
    .join('');

function usageOf(event: JsonObject): AnswerEvent[] {
  const usage = converseBuckets(event.usage);
  return usage ? [{ kind: 'usage', usage }] : [];
}

const indexOf = (event: JsonObject): number => countOf(event.contentBlockIndex) ?? 0;
