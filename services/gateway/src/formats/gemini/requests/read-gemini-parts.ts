import type {
  CallPart,
  JsonObject,
  MediaSource,
  Part,
  ResultPart,
} from '../../conversation/conversation.ts';
import { Untranslatable } from '../../format.ts';
import { definedOf, isObject, listOf, objectOf, textOf } from '../../json/members.ts';
import { camelOf } from '../members/gemini-members.ts';
import { sealOf } from '../members/seals.ts';
import { isVendorFile } from './gemini-parts.ts';
import { OpenCalls } from './open-calls.ts';

/** Reads the parts of one request, whose calls and results may have no ids: results then belong to calls by name and order. */
export class GeminiParts {
  private calls = 0;
  /** Calls that have no result yet, by the name of the tool. */
  private readonly open = new Map<string, OpenCalls>();

  /** Throws `Untranslatable` where it is of a kind that no other API has. */
  read(value: unknown): Part[] {
    const part = camelOf(value);
    if (!part) throw new Untranslatable('A part in contents is no object.', 'contents');
    const signature = textOf(part.thoughtSignature);
    const called = camelOf(part.functionCall);
    if (called) return [this.callOf(called, signature)];
    const result = camelOf(part.functionResponse);
    if (result) return [this.resultOf(result)];
    const media = camelOf(part.inlineData) ?? camelOf(part.fileData);
    if (media) return [mediaOf(media)];
    return spokenOf(part, signature);
  }

  private callOf({ id, name, args }: JsonObject, signature: string | undefined): CallPart {
    const called = textOf(name);
    if (called === undefined)
      throw new Untranslatable('A functionCall in contents has no name.', 'contents');
    const callId = textOf(id) ?? `call_${this.calls}_${called}`;
    this.calls += 1;
    const open = this.open.get(called) ?? new OpenCalls();
    this.open.set(called, open);
    open.called(callId);
    return definedOf<CallPart>({
      ...{ kind: 'call', id: callId, name: called },
      arguments: JSON.stringify(args ?? {}),
      seal: signature === undefined ? undefined : sealOf(signature),
    });
  }

  private resultOf({ id, name, response, parts }: JsonObject): ResultPart {
    const called = textOf(name) ?? '';
    const open = this.open.get(called);
    const callId = textOf(id) ?? open?.first;
    if (callId === undefined)
      throw new Untranslatable(
        `A functionResponse in contents answers ${called || 'a tool without a name'}, which no functionCall before it called.`,
        'contents',
      );
    open?.answered(callId);
    const shown = listOf(parts).map((part) => mediaOf(camelOf(camelOf(part)?.inlineData) ?? {}));
    return {
      ...{ kind: 'result', callId, name: called, ...tellingOf(response) },
      parts: [
        { kind: 'text', text: textIn(response) },
        ...shown.filter(({ kind }) => kind !== 'audio'),
      ],
    } as ResultPart;
  }
}

/** `output` and `error` alone are Google's words for a text that a tool answered. */
function textIn(response: unknown): string {
  const members = Object.entries(objectOf(response) ?? {});
  const [name, value] = members[0] ?? [];
  const isWord =
    members.length === 1 && (name === 'output' || name === 'error' || name === 'result');
  return isWord && typeof value === 'string' ? value : JSON.stringify(response ?? {});
}

const tellingOf = (response: unknown): JsonObject =>
  isObject(response) && Object.keys(response).join() === 'error' ? { isError: true } : {};

function mediaOf(media: JsonObject): Part {
  const mediaType = textOf(media.mimeType) ?? '';
  const source = sourceOf(media, mediaType);
  if (mediaType.startsWith('image/')) return { kind: 'image', source };
  if (mediaType.startsWith('audio/')) return { kind: 'audio', source };
  return definedOf({ kind: 'file', source, name: textOf(media.displayName) });
}

/** Google reads bytes in base64 of both alphabets, with and without what fills them up. Its library for Python writes that of addresses, which no other vendor reads. */
function inBase64(bytes: string): string {
  const standard = /[-_]/.test(bytes) ? bytes.replaceAll('-', '+').replaceAll('_', '/') : bytes;
  return standard.padEnd(Math.ceil(standard.length / 4) * 4, '=');
}

function sourceOf({ data, fileUri }: JsonObject, mediaType: string): MediaSource {
  const bytes = textOf(data);
  if (bytes !== undefined)
    return { data: inBase64(bytes), mediaType: mediaType || 'application/octet-stream' };
  const url = textOf(fileUri);
  if (url === undefined)
    throw new Untranslatable('A part in contents has neither data nor fileUri.', 'contents');
  if (isVendorFile(url))
    throw new Untranslatable(`The provider of this model cannot read ${url}.`, 'contents');
  return definedOf({ url, mediaType: mediaType || undefined });
}

/** A signature that stands at a text is a seal of what was thought before it. */
function spokenOf({ text, thought, ...others }: JsonObject, signature: string | undefined): Part[] {
  const spoken = textOf(text);
  const seal = signature === undefined ? undefined : sealOf(signature);
  if (spoken === undefined) {
    const [name = 'that it does not name'] = Object.keys(others);
    throw new Untranslatable(`No other API has a part of the kind ${name}.`, 'contents');
  }
  if (thought === true) return [definedOf({ kind: 'reasoning', text: spoken, seal })];
  const said: Part[] = spoken === '' ? [] : [{ kind: 'text', text: spoken }];
  return seal ? [{ kind: 'reasoning', text: '', seal }, ...said] : said;
}
