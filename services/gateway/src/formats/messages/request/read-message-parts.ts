import type {
  CacheHint,
  CallPart,
  FilePart,
  ImagePart,
  JsonObject,
  MediaSource,
  Part,
  ResultPart,
  TextPart,
} from '../../conversation/conversation.ts';
import { Untranslatable } from '../../format.ts';
import { definedOf, flagOf, listOf, objectOf, textOf } from '../../json/members.ts';
import { readSeal, REDACTED, SIGNATURE } from '../answer/message-seals.ts';

type Said = TextPart | ImagePart | FilePart;

/** The content of a message: a text, or a list of blocks. Throws `Untranslatable` where a block is of a type that no other API has. */
export function readMessageParts(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return withSeals(listOf(content).map(blockOf));
}

/** The texts of `system`, or of a message of that role. */
export function readSystemTexts(content: unknown): TextPart[] {
  const parts = readMessageParts(content);
  const texts = parts.filter((part) => part.kind === 'text');
  if (texts.length < parts.length)
    throw new Untranslatable('system holds something else than text.', 'system');
  return texts;
}

/** A block as what it is, or the seal of the call behind it. */
type Block = readonly Part[] | { readonly ofCall: CallPart['seal'] };

function withSeals(blocks: readonly Block[]): Part[] {
  const parts: Part[] = [];
  let seal: CallPart['seal'];
  for (const block of blocks) {
    if ('ofCall' in block) seal = block.ofCall;
    else
      parts.push(...block.map((part) => (seal && part.kind === 'call' ? { ...part, seal } : part)));
    if (!('ofCall' in block)) seal = undefined;
  }
  return parts;
}

function blockOf(value: unknown): Block {
  const block = objectOf(value) ?? {};
  switch (block.type) {
    case 'thinking':
      return [thinkingOf(block)];
    case 'redacted_thinking':
      return redactedOf(block);
    case 'tool_use':
      return [callOf(block)];
    case 'tool_result':
      return [resultOf(block)];
    default:
      return saidOf(block);
  }
}

function saidOf(block: JsonObject): Said[] {
  const cache = readCacheHint(block.cache_control);
  switch (block.type) {
    case 'text':
      return [definedOf({ kind: 'text', text: textOf(block.text) ?? '', cache })];
    case 'image':
      return [definedOf({ kind: 'image', source: sourceOf(objectOf(block.source)), cache })];
    case 'document':
      return documentOf(block, cache);
    case 'search_result':
      return [definedOf({ kind: 'text', text: searchResultOf(block), cache })];
    default: {
      const type = textOf(block.type) ?? 'that it does not say';
      throw new Untranslatable(`No other API has a block of the type ${type}.`, 'messages');
    }
  }
}

/** The hint of a `cache_control`. */
export function readCacheHint(value: unknown): CacheHint | undefined {
  const control = objectOf(value);
  return control && definedOf({ ttl: textOf(control.ttl) });
}

function thinkingOf(block: JsonObject): Part {
  const signature = textOf(block.signature) ?? '';
  const text = textOf(block.thinking) ?? '';
  if (signature === '') return { kind: 'reasoning', text };
  return { kind: 'reasoning', text, seal: readSeal(signature, SIGNATURE).seal };
}

function redactedOf(block: JsonObject): Block {
  const { seal, isOfCall } = readSeal(textOf(block.data) ?? '', REDACTED);
  return isOfCall ? { ofCall: seal } : [{ kind: 'reasoning', text: '', seal }];
}

function callOf(block: JsonObject): CallPart {
  const name = textOf(block.name);
  const id = textOf(block.id);
  if (name === undefined || id === undefined)
    throw new Untranslatable('A tool_use in messages has no id or no name.', 'messages');
  return definedOf({
    ...{ kind: 'call', id, name, arguments: JSON.stringify(block.input ?? {}) },
    cache: readCacheHint(block.cache_control),
  });
}

function resultOf(block: JsonObject): ResultPart {
  const callId = textOf(block.tool_use_id);
  if (callId === undefined)
    throw new Untranslatable('A tool_result in messages has no tool_use_id.', 'messages');
  const { content } = block;
  const parts: Said[] =
    typeof content === 'string'
      ? [{ kind: 'text', text: content }]
      : listOf(content).flatMap((one) => saidOf(objectOf(one) ?? {}));
  return definedOf({
    ...{ kind: 'result', callId, parts },
    isError: flagOf(block.is_error),
    cache: readCacheHint(block.cache_control),
  });
}

/** Texts stay texts: few other APIs take a document that is one. */
function documentOf(block: JsonObject, cache: CacheHint | undefined): Said[] {
  const source = objectOf(block.source);
  const title = textOf(block.title);
  const head = [title, textOf(block.context)].filter((one) => one !== undefined && one !== '');
  if (source?.type === 'text') {
    const text = [...head, textOf(source.data) ?? ''].join('\n\n');
    return [definedOf({ kind: 'text', text, cache })];
  }
  const about: Said[] = head.map((text) => ({ kind: 'text', text: text ?? '' }));
  if (source?.type === 'content') {
    const { content } = source;
    if (typeof content === 'string') return [...about, { kind: 'text', text: content }];
    return [...about, ...listOf(content).flatMap((one) => saidOf(objectOf(one) ?? {}))];
  }
  const file: FilePart = { kind: 'file', source: sourceOf(source) };
  return [...about.slice(title ? 1 : 0), definedOf({ ...file, name: title, cache })];
}

function sourceOf(source: JsonObject | undefined): MediaSource {
  const data = textOf(source?.data);
  const url = textOf(source?.url);
  const fileId = textOf(source?.file_id);
  if (data !== undefined)
    return { data, mediaType: textOf(source?.media_type) ?? 'application/octet-stream' };
  if (url !== undefined) return { url };
  if (fileId !== undefined) return { fileId };
  throw new Untranslatable(
    'A source in messages has neither data nor url nor file_id.',
    'messages',
  );
}

/** What was found, under its title and where it was found. */
function searchResultOf(block: JsonObject): string {
  const texts = listOf(block.content).map((one) => textOf(objectOf(one)?.text) ?? '');
  return [textOf(block.title), textOf(block.source), ...texts]
    .filter((one) => one !== undefined && one !== '')
    .join('\n');
}
