import type { IncomingMessage } from 'node:http';
import { parseJson as jsonIn } from '@aicp/common/json/parse-json';
import { LineCounter, parseDocument } from 'yaml';
import type { Json } from '../objects/object.ts';
import { decodeProtobuf } from './decode-protobuf.ts';
import { duplicateKeys } from '../schema/duplicate-keys.ts';
import { ApiError, badRequest, unsupportedMediaType } from '../objects/status.ts';

const MAX_BYTES = 3 * 1024 * 1024;

export const JSON_TYPE = 'application/json';
export const YAML_TYPE = 'application/yaml';
export const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';

/** A parsed body, and what the parser has to say of it (fields that stand twice). */
export interface Body {
  readonly value: Json;
  readonly remarks: readonly string[];
}

/** Collects a request's body. Throws a 413 beyond 3 MiB. */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of iterator) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      const message = `Request entity too large: limit is ${MAX_BYTES}`;
      throw new ApiError(413, 'RequestEntityTooLarge', message, {});
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The media type of a request's body, without its parameters. */
export function mediaType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? JSON_TYPE).split(';')[0]?.trim() ?? '';
}

/** Parses an object that is sent whole. Throws a 415 for another media type, a 400 for what cannot be parsed. */
export async function parseBody(bytes: Buffer, type: string): Promise<Body> {
  switch (type) {
    case JSON_TYPE:
      return parseJson(bytes.toString('utf8'));
    case YAML_TYPE:
      return parseYaml(bytes.toString('utf8'));
    case PROTOBUF_TYPE:
      return await parseProtobuf(bytes);
    default:
      throw unsupportedMediaType([JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE]);
  }
}

/** `what` begins the message of the 400 for what cannot be parsed. */
export function parseJson(text: string, what = 'json parse error'): Body {
  try {
    const value = JSON.parse(text) as Json;
    return { value, remarks: duplicateKeys(text).map((path) => `duplicate field "${path}"`) };
  } catch (error) {
    throw unreadable(what, error);
  }
}

/** JSON is YAML too, and what programs send: its own parser takes a hundredth of the time. What that cannot read, and keys that stand twice, are for the parser of YAML to tell of. */
export function parseYaml(text: string): Body {
  if (text.startsWith('{')) {
    const value = jsonIn(text);
    if (value !== undefined && duplicateKeys(text).length === 0) {
      return { value: value as Json, remarks: [] };
    }
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [duplicates, broken] = [
    document.errors.filter((error) => error.code === 'DUPLICATE_KEY'),
    document.errors.find((error) => error.code !== 'DUPLICATE_KEY'),
  ];
  if (broken) throw unreadable('error decoding YAML: error converting YAML to JSON: yaml', broken);
  const remarks = duplicates.map(({ pos }) => {
    const key = /^[^\s:,]+/.exec(text.slice(pos[0]))?.[0] ?? '';
    return `line ${lines.linePos(pos[0]).line}: key ${JSON.stringify(key)} already set in map`;
  });
  return { value: document.toJS() as Json, remarks };
}

async function parseProtobuf(bytes: Buffer): Promise<Body> {
  try {
    return { value: await decodeProtobuf(bytes), remarks: [] };
  } catch (error) {
    throw unreadable('protobuf parse error', error);
  }
}

function unreadable(what: string, error: unknown): ApiError {
  const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return badRequest(`${what}: ${detail}`);
}
