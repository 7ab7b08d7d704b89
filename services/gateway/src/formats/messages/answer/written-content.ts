import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject, Seal } from '../../conversation/conversation.ts';
import { isObject } from '../../json/members.ts';
import type { Said } from './calls-in-order.ts';
import { REDACTED, writeSeal } from './message-seals.ts';

/** What blocks the gateway writes. */
export type BlockType = 'text' | 'thinking' | 'redacted_thinking' | 'tool_use';

interface GrowingBlock {
  readonly type: BlockType;
  readonly id?: string;
  readonly name?: string;
  text: string;
  signature: string;
}

/** The content of a message as it grows. */
export class WrittenContent {
  private readonly blocks: GrowingBlock[] = [];
  private readonly calls = new Map<number, GrowingBlock>();

  add(event: Said): void {
    switch (event.kind) {
      case 'text':
      case 'refusal':
        this.into('text').text += event.text;
        break;
      case 'reasoning':
        this.into('thinking').text += event.text;
        break;
      case 'sealed':
        this.seal(event.seal);
        break;
      case 'call':
        if (event.seal) this.redact(writeSeal(event.seal, 'call'));
        this.calls.set(
          event.index,
          this.grow({ type: 'tool_use', id: event.id, name: event.name }),
        );
        break;
      case 'arguments': {
        const call = this.calls.get(event.index);
        if (call) call.text += event.text;
        break;
      }
      default:
        break;
    }
  }

  toJson(): JsonObject[] {
    return this.blocks.map(({ type, text, signature, id, name }) => {
      if (type === 'text') return { type, text };
      if (type === 'thinking') return { type, thinking: text, signature };
      if (type === 'redacted_thinking') return { type, data: text };
      return { type, id, name, input: inputOf(text) };
    });
  }

  private seal(seal: Seal): void {
    if (seal.format === REDACTED) this.redact(seal.value);
    else this.into('thinking').signature = writeSeal(seal);
  }

  private redact(data: string): void {
    this.grow({ type: 'redacted_thinking' }).text = data;
  }

  /** A piece of reasoning ends with its signature. */
  private into(type: 'text' | 'thinking'): GrowingBlock {
    const last = this.blocks.at(-1);
    return last?.type === type && last.signature === '' ? last : this.grow({ type });
  }

  private grow(block: Pick<GrowingBlock, 'type' | 'id' | 'name'>): GrowingBlock {
    const grown = { ...block, text: '', signature: '' };
    this.blocks.push(grown);
    return grown;
  }
}

function inputOf(text: string): JsonObject {
  const input = text.trim() === '' ? {} : parseJson(text);
  return isObject(input) ? input : { INVALID_JSON: text };
}
