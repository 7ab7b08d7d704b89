import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '../../conversation/conversation.ts';
import { Undecodable } from '../../format.ts';
import { readGeminiFault } from '../../gemini/answers/gemini-fault.ts';
import { countOf, definedOf, flagOf, listOf, objectOf, textOf } from '../../json/members.ts';
import type { EmbeddingsAsked } from './embeddings-asked.ts';
import { areVectors, type EmbeddingsVendor } from './embeddings-between.ts';
import { ofLengthOne } from './gemini-embeddings.ts';
import { toGooglePurpose } from './purposes.ts';

/** As many as Google's other API takes in one batch. */
const MOST_REQUESTS = 100;
/** Google takes 20,000 tokens at a time, and tokens of nearly all texts have more than two bytes. */
const MOST_BYTES = 40_000;
/** Vectors of more would be a larger answer than is read. */
const MOST_TEXTS = 1_000;

/** Whether Google serves a model by `embedContent`, of one content at a time, and not by `predict`: so it does of all its embedding models after the first of Gemini. */
export const isByEmbedContent = (model: string): boolean => /gemini-embedding-(?!001)/.test(model);

/**
 * Text embeddings of Vertex AI (https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api). It takes 250 texts at a time, and one
 * for those of Gemini. What each text is for, and its title, it is told of each for itself.
 */
export const vertexAnswered: EmbeddingsVendor = {
  dimensionsOf: (model) => (/gemini-embedding/.test(model) ? 3_072 : 768),
  atOnce: (model) => ({
    texts: /gemini-embedding/.test(model) ? 1 : 250,
    bytes: MOST_BYTES,
    most: MOST_REQUESTS,
    all: MOST_TEXTS,
  }),
  write(asked, model) {
    const { texts, others, each } = asked;
    const said = texts.map((_, at) => each?.[at] ?? others);
    const one = isByEmbedContent(model) ? said[0] : undefined;
    const autoTruncate = flagOf((one ?? others).autoTruncate);
    const told = Object.entries(OF_EACH).flatMap(([name, read]) =>
      said.every((of) => isUnset(of[name]) || read(of[name]) !== undefined) ? [name] : [],
    );
    return {
      body: one ? contentOf(asked, one) : instancesOf(asked, said),
      told: autoTruncate === undefined ? told : [...told, 'autoTruncate'],
    };
  },
  read(answer, { texts, dimensions }) {
    const given = givenIn(objectOf(parseJson(answer.toString())));
    const vectors = given.map(({ values }) => values);
    if (vectors.length !== texts.length || !areVectors(vectors))
      throw new Undecodable('it has not a vector for each text');
    const counts = given.map(({ tokens }) => countOf(tokens));
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

/** A request for `predict`. */
function instancesOf(
  { texts, dimensions, others }: EmbeddingsAsked,
  said: readonly JsonObject[],
): JsonObject {
  const instances = texts.map((content, at) => instanceOf(content, said[at]));
  const autoTruncate = flagOf(others.autoTruncate);
  const parameters = definedOf({ outputDimensionality: dimensions, autoTruncate });
  return { instances, ...(Object.keys(parameters).length > 0 ? { parameters } : {}) };
}

/** A request for `embedContent`, of the only text, as Google's own libraries write it. */
function contentOf({ texts: [text], dimensions }: EmbeddingsAsked, said: JsonObject): JsonObject {
  const embedContentConfig = definedOf({
    outputDimensionality: dimensions,
    taskType: purposeOf(said),
    title: textOf(said.title),
    autoTruncate: flagOf(said.autoTruncate),
  });
  const config = Object.keys(embedContentConfig).length > 0 ? { embedContentConfig } : {};
  return { content: { parts: [{ text }] }, ...config };
}

/** The vectors of an answer of either kind, each with what was counted for it. */
function givenIn(
  said: JsonObject | undefined,
): readonly { readonly values: unknown; readonly tokens: unknown }[] {
  if (said?.embedding !== undefined) {
    const tokens = objectOf(said.usageMetadata)?.promptTokenCount;
    return [{ values: objectOf(said.embedding)?.values, tokens }];
  }
  return listOf(said?.predictions).map((one) => {
    const given = objectOf(objectOf(one)?.embeddings);
    return { values: given?.values, tokens: objectOf(given?.statistics)?.token_count };
  });
}

const purposeOf = (said: JsonObject): string | undefined =>
  toGooglePurpose(said.taskType) ?? toGooglePurpose(said.input_type);

const instanceOf = (content: string, said: JsonObject = {}): JsonObject =>
  definedOf({
    content,
    task_type: purposeOf(said),
    title: textOf(said.title),
  });
