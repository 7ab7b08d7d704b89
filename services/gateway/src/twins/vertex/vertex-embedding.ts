import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';
import { TASKS, vectorOf } from '../gemini/gemini-embedding.ts';
import { jsonReply, TwinRefusal, type TwinReply, type TwinRequest } from '../kit/start-twin.ts';

/*
 * Text embeddings of Vertex AI, as its reference (https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api) has them: texts with the
 * same characters are alike.
 */

/** What models take and give, by their names. */
const MODELS: Readonly<Record<string, { readonly texts: number; readonly dimensions: number }>> = {
  'text-embedding-005': { texts: 250, dimensions: 768 },
  'text-multilingual-embedding-002': { texts: 250, dimensions: 768 },
  'gemini-embedding-001': { texts: 1, dimensions: 3072 },
};
/** Of a text. */
const MOST_TOKENS = 2048;
/** Of a request. */
const MOST_TOKENS_IN_ALL = 20_000;
const CHARACTERS_A_TOKEN = 4;

const requestOf = ({ texts, dimensions }: { texts: number; dimensions: number }) =>
  z.strictObject({
    instances: z
      .array(
        z
          .strictObject({
            content: z.string().min(1, 'The text content is empty.'),
            task_type: z.enum(TASKS).optional(),
            title: z.string().optional(),
          })
          .refine(
            ({ title, task_type }) => title === undefined || task_type === 'RETRIEVAL_DOCUMENT',
            'Title is only valid with task_type=RETRIEVAL_DOCUMENT.',
          ),
      )
      .min(1)
      .max(texts, `${texts} instance(s) is allowed per prediction.`),
    parameters: z
      .strictObject({
        autoTruncate: z.boolean().optional(),
        outputDimensionality: z.int().min(1).max(dimensions).optional(),
      })
      .optional(),
  });

const refused = (code: number, status: string, message: string): TwinRefusal =>
  new TwinRefusal(code, { error: { code, message, status } });

/** The vectors of a request, or its refusal. */
export function embedTexts({ params, body }: TwinRequest): TwinReply {
  const name = params['model'] ?? '';
  const model = MODELS[name];
  if (!model) throw refused(404, 'NOT_FOUND', `Publisher Model ${name} was not found.`);
  const { instances, parameters } = read(requestOf(model), body);
  const size = parameters?.outputDimensionality ?? model.dimensions;
  const cuts = parameters?.autoTruncate ?? true;
  const counts = instances.map(({ content }) => countOf(content, cuts));
  const sum = counts.reduce((all, { token_count }) => all + token_count, 0);
  if (sum > MOST_TOKENS_IN_ALL)
    throw refused(
      ...([400, 'INVALID_ARGUMENT'] as const),
      `Unable to submit request because the input token count is ${sum} but the model supports up to ${MOST_TOKENS_IN_ALL}.`,
    );
  const predictions = instances.map(({ content }, at) => ({
    embeddings: {
      ...vectorOf({ parts: [{ text: content }] }, size),
      statistics: counts[at],
    },
  }));
  return jsonReply({ predictions });
}

const contentRequest = z.strictObject({
  content: z.strictObject({ parts: z.array(z.strictObject({ text: z.string().min(1) })).min(1) }),
  embedContentConfig: z
    .strictObject({
      taskType: z.enum(TASKS).optional(),
      title: z.string().optional(),
      outputDimensionality: z.int().min(1).max(3072).optional(),
      autoTruncate: z.boolean().optional(),
    })
    .optional(),
});

/** The vector of a content, as Google serves its newer embedding models, or its refusal. */
export function embedOneContent({ params, body }: TwinRequest): TwinReply {
  const name = params['model'] ?? '';
  if (!/^gemini-embedding-2/.test(name))
    throw refused(404, 'NOT_FOUND', `Publisher Model ${name} was not found.`);
  const { content, embedContentConfig: config } = read(contentRequest, body);
  const text = content.parts.map((part) => part.text).join('');
  const { truncated, token_count } = countOf(text, config?.autoTruncate ?? true);
  return jsonReply({
    embedding: vectorOf({ parts: [{ text }] }, config?.outputDimensionality ?? 3072),
    usageMetadata: { promptTokenCount: token_count, totalTokenCount: token_count },
    truncated,
  });
}

function read<T>(schema: z.ZodType<T>, body: Buffer): T {
  const found = schema.safeParse(parseJson(body.toString()));
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw refused(400, 'INVALID_ARGUMENT', issue?.message ?? 'The request is wrong.');
}

function countOf(content: string, cuts: boolean) {
  const tokens = Math.ceil(content.length / CHARACTERS_A_TOKEN);
  const truncated = tokens > MOST_TOKENS;
  if (truncated && !cuts)
    throw refused(400, 'INVALID_ARGUMENT', `A text has ${tokens} tokens, of ${MOST_TOKENS}.`);
  return { truncated, token_count: Math.min(tokens, MOST_TOKENS) };
}
