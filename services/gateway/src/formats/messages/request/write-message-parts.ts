import type {
  CacheHint,
  CallPart,
  FilePart,
  JsonObject,
  MediaSource,
  Part,
  ReasoningPart,
  ResultPart,
} from '../../conversation/conversation.ts';
import { toldCallId, type ToolNames } from '../../conversation/told-names.ts';
import { parseJson } from '@aicp/common/json/parse-json';
import { Untranslatable } from '../../format.ts';
import { definedOf, isObject } from '../../json/members.ts';
import { REDACTED, SIGNATURE } from '../answer/message-seals.ts';

/** What a user says as Anthropic takes it: results of tools first, and no text that is white space alone. */
export function userBlocks(parts: readonly Part[]): JsonObject[] {
  const results = parts.filter((part) => part.kind === 'result');
  const rest = parts.filter((part) => part.kind !== 'result');
  return [...results.map(resultOf), ...rest.flatMap(blocksOf)];
}

/** What there is to know for what an assistant said. */
export interface AssistantContext {
  /** Whether the model is told what it thought. */
  readonly withThoughts: boolean;
  readonly names: ToolNames;
}

/** What an assistant said, and what it thought before, as far as Anthropic signed it: a signature holds where it was made. */
export function assistantBlocks(
  parts: readonly Part[],
  { withThoughts, names }: AssistantContext,
): JsonObject[] {
  return parts.flatMap((part) => {
    if (part.kind === 'call') return [callBlock(part, names)];
    if (part.kind !== 'reasoning') return blocksOf(part);
    return withThoughts ? thoughtOf(part) : [];
  });
}

/** Texts that are empty or white space alone are refused. */
export const isBlank = (text: string): boolean => text.trim() === '';

/** As the member of a block; nothing where there is no hint. */
export const cacheControlOf = (cache: CacheHint | undefined): JsonObject =>
  cache ? { cache_control: definedOf({ type: 'ephemeral', ttl: cache.ttl }) } : {};

function blocksOf(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return isBlank(part.text)
        ? []
        : [{ type: 'text', text: part.text, ...cacheControlOf(part.cache) }];
    case 'image':
      return [{ type: 'image', source: imageSource(part.source), ...cacheControlOf(part.cache) }];
    case 'file':
      return [fileBlock(part)];
    default:
      throw new Untranslatable(`Anthropic takes no ${part.kind} here.`, 'messages');
  }
}

function thoughtOf({ text, seal }: ReasoningPart): JsonObject[] {
  if (seal?.format === SIGNATURE)
    return [{ type: 'thinking', thinking: text, signature: seal.value }];
  return seal?.format === REDACTED ? [{ type: 'redacted_thinking', data: seal.value }] : [];
}

/** Arguments that are no object are sent as Anthropic wants them ("Fine-grained tool streaming"). */
function callBlock({ id, name, arguments: text, cache }: CallPart, names: ToolNames): JsonObject {
  const given = text.trim() === '' ? {} : parseJson(text);
  const input = isObject(given) ? given : { INVALID_JSON: text };
  const told = { id: idOf(id), name: names.write(name), input };
  return { type: 'tool_use', ...told, ...cacheControlOf(cache) };
}

function resultOf({ callId, parts, isError, cache }: ResultPart): JsonObject {
  return definedOf({
    type: 'tool_result',
    tool_use_id: idOf(callId),
    content: parts.flatMap(blocksOf),
    is_error: isError === true ? true : undefined,
    ...cacheControlOf(cache),
  });
}

/** Ids of other vendors may have characters that Anthropic refuses. */
const idOf = (id: string): string => toldCallId(id, /^[A-Za-z0-9_-]+$/, /[^A-Za-z0-9_-]/g);

const IMAGES = /^image\/(?:jpeg|png|gif|webp)$/;

function imageSource(source: MediaSource): JsonObject {
  if ('url' in source) return { type: 'url', url: source.url };
  if ('fileId' in source) return { type: 'file', file_id: source.fileId };
  const { data, mediaType } = source;
  if (!IMAGES.test(mediaType))
    throw new Untranslatable(
      `Anthropic takes pictures as JPEG, PNG, GIF and WebP, not as ${mediaType}.`,
      'messages',
    );
  return { type: 'base64', media_type: mediaType, data };
}

function fileBlock({ source, name, cache }: FilePart): JsonObject {
  const cached = cacheControlOf(cache);
  if ('data' in source && IMAGES.test(source.mediaType))
    return { type: 'image', source: imageSource(source), ...cached };
  return definedOf({ type: 'document', source: fileSource(source), title: name, ...cached });
}

function fileSource(source: MediaSource): JsonObject {
  if ('url' in source) return { type: 'url', url: source.url };
  if ('fileId' in source) return { type: 'file', file_id: source.fileId };
  const { data, mediaType } = source;
  if (mediaType === 'application/pdf') return { type: 'base64', media_type: mediaType, data };
  if (/^text\/|^application\/json$/.test(mediaType)) {
    const text = Buffer.from(data, 'base64').toString();
    return { type: 'text', media_type: 'text/plain', data: text };
  }
  throw new Untranslatable(`Anthropic takes PDFs and texts, no file of ${mediaType}.`, 'messages');
}
