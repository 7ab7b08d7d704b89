import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '../../conversation/conversation.ts';
import { Undecodable, Untranslatable } from '../../format.ts';
import { readGeminiFault, writeGeminiFault } from '../../gemini/answers/gemini-fault.ts';
import { camelOf } from '../../gemini/members/gemini-members.ts';
import { countOf, definedOf, listOf, namesBeyond, objectOf } from '../../json/members.ts';
import type { EmbeddingsAsked } from './embeddings-asked.ts';
import {
  areVectors,
  type EmbeddingsClient,
  type EmbeddingsGiven,
  type EmbeddingsVendor,
} from './embeddings-between.ts';
import { toGooglePurpose } from './purposes.ts';

const KNOWN = new Set(['model', 'content', 'embedContentConfig', 'outputDimensionality']);

/** Google's embedContent as clients ask for it (https://ai.google.dev/api/embeddings). */
export const geminiAsked: EmbeddingsClient = {
  read: (body) => askedBy([parseJson(body.toString())]),
  write: ({ vectors: [values], tokens }) => written({ embedding: { values } }, tokens),
  writeFault: writeGeminiFault,
};

/** Google's batchEmbedContents. */
export const geminiBatchAsked: EmbeddingsClient = {
  read(body) {
    const members = camelOf(parseJson(body.toString())) ?? {};
    const { others, ...asked } = askedBy(listOf(members.requests));
    const beside = namesBeyond(members, new Set(['requests'])).map((name) => [name, members[name]]);
    return { ...asked, others: { ...others, ...(Object.fromEntries(beside) as JsonObject) } };
  },
  write: ({ vectors, tokens }) =>
    written({ embeddings: vectors.map((values) => ({ values })) }, tokens),
  writeFault: writeGeminiFault,
};

/** Google's first models. */
const SHORTER = /(?:^|\/)(?:text-)?embedding-00\d/;

/** Google is asked for as many texts at once as it takes: "at most 100 requests can be in one batch". */
export const geminiAnswered: EmbeddingsVendor = {
  dimensionsOf: (model) => (SHORTER.test(model) ? 768 : 3_072),
  atOnce: () => ({ texts: 100 }),
  write({ texts, dimensions, others }, model) {
    const taskType = toGooglePurpose(others.input_type);
    const requests = texts.map((text) =>
      definedOf({
        model: `models/${model.replace(/^models\//, '')}`,
        content: { parts: [{ text }] },
        taskType,
        outputDimensionality: dimensions,
      }),
    );
    return { body: { requests }, told: taskType === undefined ? [] : ['input_type'] };
  },
  read(answer, { texts, dimensions }) {
    const said = objectOf(parseJson(answer.toString()));
    const vectors = listOf(said?.embeddings).map((one) => objectOf(one)?.values);
    if (vectors.length !== texts.length || !areVectors(vectors))
      throw new Undecodable('it has not a vector for each text');
    const tokens = countOf(camelOf(said?.usageMetadata)?.promptTokenCount);
    return { vectors: dimensions === undefined ? vectors : vectors.map(ofLengthOne), tokens };
  },
  readFault: readGeminiFault,
};

const written = (answer: object, tokens: EmbeddingsGiven['tokens']): Buffer => {
  const usage = tokens === undefined ? {} : { usageMetadata: { promptTokenCount: tokens } };
  return Buffer.from(JSON.stringify({ ...answer, ...usage }));
};

/** Google's vectors have the length 1 only where they are not shortened; those of OpenAI's API always have. */
export function ofLengthOne(vector: readonly number[]): readonly number[] {
  const length = Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));
  return length > 0 ? vector.map((part) => part / length) : vector;
}

/** What requests ask for that come as one. Throws `Untranslatable`. */
function askedBy(requests: readonly unknown[]): EmbeddingsAsked {
  const read = requests.map(readOne);
  const sizes = new Set(read.map(({ dimensions }) => dimensions));
  if (sizes.size > 1)
    throw new Untranslatable(
      'The provider of this model makes all vectors of a batch as long: send those of another outputDimensionality apart.',
      'outputDimensionality',
    );
  return {
    texts: read.map(({ text }) => text),
    dimensions: read[0]?.dimensions,
    isBase64: false,
    others: agreedOn(read),
    each: read.map(({ others }) => others),
  };
}

type One = ReturnType<typeof readOne>;

/** What all requests say of each member; null where they say different things, which nobody can be told then. */
function agreedOn(requests: readonly One[]): JsonObject {
  const said = new Map<string, { readonly value: unknown; times: number }>();
  for (const { others } of requests)
    for (const [name, value] of Object.entries(others)) {
      const first = said.get(name) ?? { value, times: 0 };
      if (first.value === value) first.times += 1;
      said.set(name, first);
    }
  const agreed = [...said].map(([name, { value, times }]) => [
    name,
    times === requests.length ? value : null,
  ]);
  return Object.fromEntries(agreed) as JsonObject;
}

function readOne(value: unknown) {
  const request = camelOf(value) ?? {};
  const members: JsonObject = { ...camelOf(request.embedContentConfig), ...request };
  const others = namesBeyond(members, KNOWN).map((name) => [name, members[name]] as const);
  return {
    text: textIn(request.content),
    dimensions: countOf(members.outputDimensionality),
    others: Object.fromEntries(others) as JsonObject,
  };
}

/** The text of a content, whose parts are all of it. */
function textIn(content: unknown): string {
  const texts = listOf(objectOf(content)?.parts).map((part) => objectOf(part)?.text);
  if (texts.length > 0 && texts.every((text) => typeof text === 'string')) return texts.join('');
  throw new Untranslatable(
    'The provider of this model makes vectors of texts alone: send contents whose parts are texts.',
    'content.parts',
  );
}
