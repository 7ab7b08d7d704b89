import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '../conversation/conversation.ts';
import { Untranslatable } from '../format.ts';
import { countOf, isObject, namesBeyond } from '../json/members.ts';

/** A request for embeddings, as far as every vendor has a word for it. */
export interface EmbeddingsRequest {
  readonly texts: readonly string[];
  readonly dimensions: number | undefined;
  /** Whether vectors come in base64, as little-endian floats of 32 bits. */
  readonly isBase64: boolean;
  /** The whole body, for members that one vendor knows. */
  readonly members: JsonObject;
  /** Members beside these. */
  readonly unread: readonly string[];
}

const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format', 'user']);

/** Reads a request of OpenAI's API ("Create embeddings"). `alsoKnown`: members that its vendor takes besides. Throws `Untranslatable`. */
export function readEmbeddingsRequest(
  body: Buffer,
  alsoKnown: readonly string[] = [],
): EmbeddingsRequest {
  const members = parseJson(body.toString());
  if (!isObject(members)) throw new Untranslatable('The body is not a JSON object.');
  const { input } = members;
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (!texts.every((text) => typeof text === 'string'))
    throw new Untranslatable(
      'The provider of this model takes texts alone, and no ids of tokens: send them as strings.',
      'input',
    );
  return {
    ...{ texts, members },
    dimensions: countOf(members.dimensions),
    isBase64: members.encoding_format === 'base64',
    unread: namesBeyond(members, new Set([...KNOWN, ...alsoKnown])),
  };
}

/** An answer of OpenAI's API. */
export function writeEmbeddings(
  vectors: readonly (readonly number[])[],
  { model, tokens, isBase64 }: { model: string; tokens: number | undefined; isBase64: boolean },
): Buffer {
  const usage = tokens === undefined ? {} : { prompt_tokens: tokens, total_tokens: tokens };
  const answer = {
    object: 'list',
    data: vectors.map((vector, index) => ({
      ...{ object: 'embedding', index },
      embedding: isBase64 ? base64Of(vector) : vector,
    })),
    model,
    ...(tokens === undefined ? {} : { usage }),
  };
  return Buffer.from(JSON.stringify(answer));
}

function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(4 * vector.length);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, 4 * index);
  return bytes.toString('base64');
}

/** Vectors of numbers, as many as there were texts; undefined where a vendor answered something else. */
export function vectorsIn(
  value: unknown,
  count: number,
): readonly (readonly number[])[] | undefined {
  if (!Array.isArray(value) || value.length !== count) return undefined;
  const isVector = (one: unknown): one is number[] =>
    Array.isArray(one) && one.length > 0 && one.every((part) => typeof part === 'number');
  return value.every(isVector) ? value : undefined;
}
