import { parseJson } from '@aicp/common/json/parse-json';
import { readChatFault, writeChatFault } from '../../chat/chat-fault.ts';
import { Undecodable, Untranslatable } from '../../format.ts';
import { countOf, definedOf, isObject, listOf, namesBeyond, objectOf } from '../../json/members.ts';
import { areVectors, type EmbeddingsClient, type EmbeddingsVendor } from './embeddings-between.ts';

const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format', 'user']);

/** OpenAI's embeddings as clients ask for them (https://platform.openai.com/docs/api-reference/embeddings/create). */
export const openAiAsked: EmbeddingsClient = {
  read(body) {
    const members = parseJson(body.toString());
    if (!isObject(members)) throw new Untranslatable('The body is not a JSON object.');
    const { input } = members;
    const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
    if (!texts.every((text) => typeof text === 'string'))
      throw new Untranslatable(
        'The provider of this model takes texts alone, and no ids of tokens: send them as strings.',
        'input',
      );
    const others = namesBeyond(members, KNOWN).map((name) => [name, members[name]] as const);
    return {
      texts,
      dimensions: countOf(members.dimensions),
      isBase64: members.encoding_format === 'base64',
      others: Object.fromEntries(others),
    };
  },
  write({ vectors, tokens }, { isBase64 }, model) {
    const answer = definedOf({
      object: 'list',
      data: vectors.map((vector, index) => ({
        ...{ object: 'embedding', index },
        embedding: isBase64 ? base64Of(vector) : vector,
      })),
      model,
      usage: tokens === undefined ? undefined : { prompt_tokens: tokens, total_tokens: tokens },
    });
    return Buffer.from(JSON.stringify(answer));
  },
  writeFault: writeChatFault,
};

/** Of OpenAI's own models: vendors that speak like it have others. */
const OPENAI_DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-large': 3_072,
  'text-embedding-3-small': 1_536,
  'text-embedding-ada-002': 1_536,
};

/** The same as vendors answer it. */
export const openAiAnswered: EmbeddingsVendor = {
  dimensionsOf: (model) => OPENAI_DIMENSIONS[model],
  write: ({ texts, dimensions }, model) => ({
    body: definedOf({ model, input: texts, dimensions }),
    told: [],
  }),
  read(answer, { texts }) {
    const said = objectOf(parseJson(answer.toString()));
    const places: unknown[] = texts.map(() => undefined);
    for (const one of listOf(said?.data).map(objectOf)) {
      const index = countOf(one?.index);
      if (index !== undefined && index < places.length) places[index] = one?.embedding;
    }
    if (!areVectors(places)) throw new Undecodable('it has not a vector for each text');
    return { vectors: places, tokens: countOf(objectOf(said?.usage)?.prompt_tokens) };
  },
  readFault: readChatFault,
};

/** A vector as little-endian floats of 32 bits in base64. */
export function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(4 * vector.length);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, 4 * index);
  return bytes.toString('base64');
}
