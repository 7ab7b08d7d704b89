import { parseJson } from '@aicp/common/json/parse-json';
import type {
  CacheHint,
  CallPart,
  Conversation,
  JsonObject,
  Part,
  ReasoningPart,
  ResultPart,
  TextPart,
} from '../conversation/conversation.ts';
import { NOBODY_ASKED } from '../conversation/nobody-asked.ts';
import { Untranslatable } from '../format.ts';
import { definedOf, isObject } from '../json/members.ts';
import type { ToolNames } from '../conversation/told-names.ts';
import { DocumentNames, writeCallId } from './converse-names.ts';
import { readSeal } from './converse-seal.ts';
import { audioBlock, fileBlock, imageBlock } from './write-converse-media.ts';

export interface ConverseMessage {
  readonly role: 'user' | 'assistant';
  readonly content: JsonObject[];
}

export interface TurnWriterOptions {
  readonly names: ToolNames;
  /** Whether the model keeps prompts in a cache. */
  readonly takesCachePoints: boolean;
}

/** Writes turns as messages that alternate between user and assistant. Throws `Untranslatable`. */
export class TurnWriter {
  /** Members of the request that were left out. */
  readonly dropped = new Set<string>();
  private readonly options: TurnWriterOptions;
  private readonly documents = new DocumentNames();

  constructor(options: TurnWriterOptions) {
    this.options = options;
  }

  messages(turns: Conversation['turns']): ConverseMessage[] {
    const messages: ConverseMessage[] = [];
    for (const { role, parts } of turns) {
      if (role === 'system') continue;
      const content = this.blocks(role === 'user' ? resultsFirst(parts) : parts);
      const last = messages.at(-1);
      if (content.length === 0) continue;
      if (last?.role === role) last.content.push(...content);
      else messages.push({ role, content });
    }
    if (messages[0]?.role !== 'user')
      messages.unshift({ role: 'user', content: [{ text: NOBODY_ASKED }] });
    return messages;
  }

  /** What holds for all turns. No message may have the role of a system, so that what stands between turns is told at the start. */
  system({ system, turns }: Conversation): JsonObject[] {
    const between = turns.filter(({ role }) => role === 'system').flatMap(({ parts }) => parts);
    const texts = between.filter((part) => part.kind === 'text');
    return this.blocks([...system, ...texts]);
  }

  /** What ends the part of a prompt that is to be kept in the cache. */
  cachePoint(cache: CacheHint | undefined): JsonObject[] {
    if (!cache) return [];
    if (!this.options.takesCachePoints) {
      this.dropped.add('cache_control');
      return [];
    }
    const { ttl } = cache;
    const known = ttl === '5m' || ttl === '1h' ? ttl : undefined;
    return [{ cachePoint: definedOf({ type: 'default', ttl: known }) }];
  }

  private blocks(parts: readonly Part[]): JsonObject[] {
    return parts.flatMap((part) => {
      const blocks = this.blocksOf(part);
      const cache = 'cache' in part ? part.cache : undefined;
      return blocks.length === 0 ? [] : [...blocks, ...this.cachePoint(cache)];
    });
  }

  private blocksOf(part: Part): JsonObject[] {
    switch (part.kind) {
      case 'text':
        return textBlocks(part);
      case 'image':
        return [imageBlock(part)];
      case 'audio':
        return [audioBlock(part)];
      case 'file':
        return [fileBlock(part, this.documents)];
      case 'reasoning':
        return reasoningBlocks(part);
      case 'call':
        return [this.callBlock(part)];
      case 'result':
        return [this.resultBlock(part)];
    }
  }

  private callBlock({ id, name, arguments: text }: CallPart): JsonObject {
    const input = text.trim() === '' ? {} : parseJson(text);
    if (!isObject(input))
      throw new Untranslatable(
        `The arguments of a call of ${name} in messages are no JSON object.`,
        'messages',
      );
    return { toolUse: { toolUseId: writeCallId(id), name: this.options.names.write(name), input } };
  }

  private resultBlock({ callId, parts, isError }: ResultPart): JsonObject {
    const content = parts.flatMap((part) => this.blocksOf(part));
    return {
      toolResult: definedOf({
        toolUseId: writeCallId(callId),
        content,
        status: isError === true ? 'error' : undefined,
      }),
    };
  }
}

/** Results stand before what the user says beside them. */
const resultsFirst = (parts: readonly Part[]): readonly Part[] => [
  ...parts.filter(({ kind }) => kind === 'result'),
  ...parts.filter(({ kind }) => kind !== 'result'),
];

/** A blank text is refused, and says nothing. */
const textBlocks = ({ text }: TextPart): JsonObject[] => (text.trim() === '' ? [] : [{ text }]);

/** What has no seal of this vendor would be refused. */
function reasoningBlocks({ text, seal }: ReasoningPart): JsonObject[] {
  const read = readSeal(seal);
  if (!read) return [];
  if (read.redactedContent !== undefined)
    return [{ reasoningContent: { redactedContent: read.redactedContent } }];
  return [{ reasoningContent: { reasoningText: { text, signature: read.signature } } }];
}
