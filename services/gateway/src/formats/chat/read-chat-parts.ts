import type {
  AudioPart,
  CacheHint,
  FilePart,
  ImagePart,
  JsonObject,
  MediaSource,
  TextPart,
} from '../conversation/conversation.ts';
import { Untranslatable } from '../format.ts';
import { definedOf, listOf, objectOf, textOf } from '../json/members.ts';

type ContentPart = TextPart | ImagePart | AudioPart | FilePart;

/** The content of a message: a text, or a list of parts. Throws `Untranslatable` where a part is of a type that no other API has. */
export function readChatParts(content: unknown): ContentPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return listOf(content).map(partOf);
}

/** The texts of a content that may hold nothing else. */
export function textsOf(content: unknown): TextPart[] {
  const parts = readChatParts(content);
  const texts = parts.filter((part) => part.kind === 'text');
  if (texts.length < parts.length)
    throw new Untranslatable('A system message holds something else than text.', 'messages');
  return texts;
}

function partOf(value: unknown): ContentPart {
  const part = objectOf(value) ?? {};
  const type = textOf(part.type);
  const cache = cacheOf(part.cache_control);
  switch (type) {
    case 'text':
      return definedOf({ kind: 'text', text: textOf(part.text) ?? '', cache });
    case 'refusal':
      return { kind: 'text', text: textOf(part.refusal) ?? '', isRefusal: true };
    case 'image_url':
      return imageOf(part.image_url, cache);
    case 'input_audio':
      return audioOf(objectOf(part.input_audio));
    case 'file':
      return fileOf(objectOf(part.file), cache);
    default:
      throw new Untranslatable(
        `No other API has a part of the type ${type ?? 'that it does not say'}.`,
        'messages',
      );
  }
}

/** Anthropic's member, which gateways take within this API as well. */
function cacheOf(value: unknown): CacheHint | undefined {
  const control = objectOf(value);
  return control && definedOf({ ttl: textOf(control.ttl) });
}

function imageOf(value: unknown, cache: CacheHint | undefined): ImagePart {
  const image = objectOf(value);
  const url = textOf(image?.url) ?? textOf(value);
  if (url === undefined) throw new Untranslatable('A picture has no image_url.url.', 'messages');
  return definedOf({ kind: 'image', source: sourceOf(url), detail: textOf(image?.detail), cache });
}

function audioOf(audio: JsonObject | undefined): AudioPart {
  const data = textOf(audio?.data);
  if (data === undefined) throw new Untranslatable('A sound has no input_audio.data.', 'messages');
  const format = textOf(audio?.format) ?? 'wav';
  return {
    kind: 'audio',
    source: { data, mediaType: MEDIA_OF_SOUND[format] ?? `audio/${format}` },
  };
}

const MEDIA_OF_SOUND: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', wav: 'audio/wav' };

function fileOf(file: JsonObject | undefined, cache: CacheHint | undefined): FilePart {
  const name = textOf(file?.filename);
  const fileId = textOf(file?.file_id);
  const data = textOf(file?.file_data);
  if (fileId !== undefined) return definedOf({ kind: 'file', source: { fileId }, name, cache });
  if (data === undefined)
    throw new Untranslatable('A file has neither file.file_data nor file.file_id.', 'messages');
  const source = data.startsWith('data:') ? sourceOf(data) : { data, mediaType: 'application/pdf' };
  return definedOf({ kind: 'file', source, name, cache });
}

const DATA_URL = /^data:(?<mediaType>[^;,]*)(?:;[^;,]*)*;base64,/;

/** Bytes that are written into the address, or the address. */
export function sourceOf(url: string): MediaSource {
  const found = DATA_URL.exec(url);
  if (!found) return { url };
  const mediaType = found.groups?.mediaType ?? '';
  return { data: url.slice(found[0].length), mediaType: mediaType || 'application/octet-stream' };
}
