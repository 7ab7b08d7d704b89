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
import { parseJson } from '@aicp/common/json/parse-json';
import { Untranslatable } from '../../format.ts';
import { definedOf, isObject } from '../../json/members.ts';
import { REDACTED, SIGNATURE } from '../answer/message-seals.ts';

/** What a user says as Anthropic takes it: results of tools first, and no text that is empty. */
export function userBlocks(parts: readonly Part[]): JsonObject[] {
  const results = parts.filter((part) => part.kind === 'result');
  const rest = parts.filter((part) => part.kind !== 'result');
  return [...results.map(resultOf), ...rest.flatMap(blocksOf)];
}

/** What an assistant said, and what it thought in between, as far as Anthropic signed it: a signature holds where it was made. */
export function assistantBlocks(parts: readonly Part[], withThoughts: boolean): JsonObject[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'reasoning') return blocksOf(part);
    return withThoughts ? thoughtOf(part) : [];
  });
}

/** As the member of a block; nothing where there is no hint. */
export const cacheControlOf = (cache: CacheHint | undefined): JsonObject =>
  cache ? { cache_control: definedOf({ type: 'ephemeral', ttl: cache.ttl }) } : {};

function blocksOf(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return part.text === ''
        ? []
        : [{ type: 'text', text: part.text, ...cacheControlOf(part.cache) }];
    case 'image':
      return [{ type: 'image', source: imageSource(part.source), ...cacheControlOf(part.cache) }];
    case 'file':
      return [fileBlock(part)];
    case 'call':
      return [callBlock(part)];
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
function callBlock({ id, name, arguments: text, cache }: CallPart): JsonObject {
  const given = text.trim() === '' ? {} : parseJson(text);
  const input = isObject(given) ? given : { INVALID_JSON: text };
  return { type: 'tool_use', id: idOf(id), name, input, ...cacheControlOf(cache) };
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
const idOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9_-]/g, '_');

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
