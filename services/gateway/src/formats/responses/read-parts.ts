import { sourceOf } from '../chat/read-chat-parts.ts';
import type {
  FilePart,
  ImagePart,
  JsonObject,
  MediaSource,
  TextPart,
} from '../conversation/conversation.ts';
import { Untranslatable } from '../format.ts';
import { definedOf, listOf, objectOf, textOf } from '../json/members.ts';

type ContentPart = TextPart | ImagePart | FilePart;

/** What an item holds: a text, or a list of parts. Throws `Untranslatable` where a part is of a type that no other API has. */
export function readParts(content: unknown): ContentPart[] {
  const text = textOf(content);
  if (text !== undefined) return text === '' ? [] : [{ kind: 'text', text }];
  return listOf(content).map(partOf);
}

/** The texts of what may hold nothing else. */
export function textsOf(content: unknown): TextPart[] {
  const parts = readParts(content);
  const texts = parts.filter((part) => part.kind === 'text');
  if (texts.length < parts.length)
    throw new Untranslatable('A system message holds something else than text.', 'input');
  return texts;
}

const TEXTS: ReadonlySet<string> = new Set(['input_text', 'output_text', 'text']);

function partOf(value: unknown): ContentPart {
  const part = objectOf(value) ?? {};
  const type = textOf(part.type) ?? '';
  if (TEXTS.has(type)) return { kind: 'text', text: textOf(part.text) ?? '' };
  switch (type) {
    case 'refusal':
      return { kind: 'text', text: textOf(part.refusal) ?? '', isRefusal: true };
    case 'input_image':
      return imageOf(part);
    case 'input_file':
      return fileOf(part);
    default:
      throw new Untranslatable(
        `No other API has a part of the type ${type || 'that it does not say'}.`,
        'input',
      );
  }
}

function imageOf(part: JsonObject): ImagePart {
  const url = textOf(part.image_url);
  const fileId = textOf(part.file_id);
  const source = url === undefined ? fileId && { fileId } : sourceOf(url);
  if (!source) throw new Untranslatable('An input_image has no image_url.', 'input');
  return definedOf({ kind: 'image', source, detail: textOf(part.detail) });
}

function fileOf(part: JsonObject): FilePart {
  const source = sourceOfFile(part);
  if (!source)
    throw new Untranslatable('An input_file has neither file_data nor file_url.', 'input');
  return definedOf({ kind: 'file', source, name: textOf(part.filename) });
}

function sourceOfFile(part: JsonObject): MediaSource | undefined {
  const data = textOf(part.file_data);
  if (data !== undefined)
    return data.startsWith('data:') ? sourceOf(data) : { data, mediaType: 'application/pdf' };
  const url = textOf(part.file_url);
  if (url !== undefined) return { url };
  const fileId = textOf(part.file_id);
  return fileId === undefined ? undefined : { fileId };
}
