import { parseJson } from '@aicp/common/json/parse-json';
import type {
  CallPart,
  JsonObject,
  MediaSource,
  Part,
  ResultPart,
} from '../../conversation/conversation.ts';
import { Untranslatable } from '../../format.ts';
import { definedOf, isObject } from '../../json/members.ts';

/** Any part but what an assistant thought, as Google writes it. Throws `Untranslatable`. */
export function geminiPartOf(
  part: Exclude<Part, { kind: 'reasoning' }>,
  nameOf: NameOf,
): JsonObject {
  switch (part.kind) {
    case 'text':
      return { text: part.text };
    case 'call':
      return callOf(part);
    case 'result':
      return resultOf(part, nameOf);
    default:
      return mediaOf(part.source);
  }
}

/** The name of the tool that a call asked for. */
export type NameOf = (callId: string) => string | undefined;

function callOf({ id, name, arguments: text, seal }: CallPart): JsonObject {
  const args = text.trim() === '' ? {} : parseJson(text);
  if (!isObject(args))
    throw new Untranslatable(`The arguments of the call ${id} are no JSON object.`, 'messages');
  const signed = seal?.format === 'gemini' ? { thoughtSignature: seal.value } : {};
  return { functionCall: { id, name, args }, ...signed };
}

/** What tools answer is an object in this API: `output` and `error` are its words for a text. */
function resultOf({ callId, name, parts, isError }: ResultPart, nameOf: NameOf): JsonObject {
  const called = nameOf(callId) ?? name;
  if (called === undefined)
    throw new Untranslatable(
      `No call has the id ${callId} that a result of a tool names.`,
      'messages',
    );
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const answer = isError === true ? undefined : parseJson(text);
  const told = isError === true ? { error: text || 'The tool failed.' } : { output: text };
  return {
    functionResponse: { id: callId, name: called, response: isObject(answer) ? answer : told },
  };
}

function mediaOf(source: MediaSource): JsonObject {
  if ('data' in source) return { inlineData: { mimeType: source.mediaType, data: source.data } };
  if ('fileId' in source)
    throw new Untranslatable(
      `The provider does not have the file ${source.fileId}: send its bytes.`,
      'messages',
    );
  const { url, mediaType } = source;
  if (isVendorFile(url))
    throw new Untranslatable(
      'Files that are kept at Google belong to whoever holds the credential of the provider: send the bytes, or an address that anybody may read.',
      'messages',
    );
  return { fileData: definedOf({ mimeType: mediaType ?? typeOf(url), fileUri: url }) };
}

/** Whether Google reads this address with the rights of the provider's credential: its Files API, and buckets. */
export const isVendorFile = (uri: string): boolean =>
  !/^https:\/\//i.test(uri) || !URL.canParse(uri) || GOOGLE.test(new URL(uri).hostname);

/** Names of hosts end with a dot where they are written in full. */
const GOOGLE = /(?:^|\.)googleapis\.com\.*$/;

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
};

/** By the ending of the address; undefined where it tells nothing. */
const typeOf = (url: string): string | undefined =>
  TYPES[/\.(?<ending>[a-z0-9]{2,4})(?:[?#]|$)/i.exec(url)?.groups?.ending?.toLowerCase() ?? ''];
