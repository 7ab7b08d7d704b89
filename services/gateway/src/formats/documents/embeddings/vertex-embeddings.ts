import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '../../conversation/conversation.ts';
import { Undecodable } from '../../format.ts';
import { readGeminiFault } from '../../gemini/answers/gemini-fault.ts';
import { countOf, definedOf, flagOf, listOf, objectOf, textOf } from '../../json/members.ts';
import { areVectors, type EmbeddingsVendor } from './embeddings-between.ts';
import { ofLengthOne } from './gemini-embeddings.ts';
import { toGooglePurpose } from './purposes.ts';

/** As many as Google's other API takes in one batch. */
const MOST_REQUESTS = 100;
/** Google takes 20,000 tokens at a time, and tokens of nearly all texts have more than two bytes. */
const MOST_BYTES = 40_000;
/** Vectors of more would be a larger answer than is read. */
const MOST_TEXTS = 1_000;

/**
 * Text embeddings of Vertex AI (https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api). It takes 250 texts at a time, and one
 * for `gemini-embedding-001`. What each text is for, and its title, it is told of each for itself.
 */
export const vertexAnswered: EmbeddingsVendor = {
  dimensionsOf: (model) => (/gemini-embedding/.test(model) ? 3_072 : 768),
  atOnce: (model) => ({
    texts: /gemini-embedding/.test(model) ? 1 : 250,
    bytes: MOST_BYTES,
    most: MOST_REQUESTS,
    all: MOST_TEXTS,
  }),
  write({ texts, dimensions, others, each }) {
    const said = texts.map((_, at) => each?.[at] ?? others);
    const instances = texts.map((content, at) => instanceOf(content, said[at]));
    const autoTruncate = flagOf(others.autoTruncate);
    const parameters = definedOf({ outputDimensionality: dimensions, autoTruncate });
    const told = Object.entries(OF_EACH).flatMap(([name, read]) =>
      said.every((one) => isUnset(one[name]) || read(one[name]) !== undefined) ? [name] : [],
    );
    return {
      body: { instances, ...(Object.keys(parameters).length > 0 ? { parameters } : {}) },
      told: autoTruncate === undefined ? told : [...told, 'autoTruncate'],
    };
  },
  read(answer, { texts, dimensions }) {
    const predictions = listOf(objectOf(parseJson(answer.toString()))?.predictions);
    const given = predictions.map((one) => objectOf(objectOf(one)?.embeddings));
    const vectors = given.map((one) => one?.values);
    if (vectors.length !== texts.length || !areVectors(vectors))
      throw new Undecodable('it has not a vector for each text');
    const counts = given.map((one) => countOf(objectOf(one?.statistics)?.token_count));
    return {
      vectors: dimensions === undefined ? vectors : vectors.map(ofLengthOne),
      tokens: counts.every((count) => count !== undefined)
        ? counts.reduce((sum, count) => sum + count, 0)
        : undefined,
    };
  },
  readFault: readGeminiFault,
};

/** What Google is told of each text, by the names that clients have for it. */
const OF_EACH: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  taskType: toGooglePurpose,
  input_type: toGooglePurpose,
  title: textOf,
};

const isUnset = (value: unknown): boolean => value === undefined || value === null;

const instanceOf = (content: string, said: JsonObject = {}): JsonObject =>
  definedOf({
    content,
    task_type: toGooglePurpose(said.taskType) ?? toGooglePurpose(said.input_type),
    title: textOf(said.title),
  });
