import { z } from 'zod';
import { content, type TwinContent } from './gemini-request.ts';

/*
 * Requests for embeddings of Google's Gemini API, as its reference (https://ai.google.dev/api/embeddings) has them, and what becomes of them: texts with the same
 * characters are alike.
 */

/** Of `gemini-embedding-001` they are many more. */
const DIMENSIONS = 128;
const MOST_REQUESTS = 100;

export const TASKS = [
  ...['RETRIEVAL_QUERY', 'RETRIEVAL_DOCUMENT', 'SEMANTIC_SIMILARITY', 'CLASSIFICATION'],
  ...['CLUSTERING', 'QUESTION_ANSWERING', 'FACT_VERIFICATION', 'CODE_RETRIEVAL_QUERY'],
];

const wishes = {
  content,
  taskType: z.enum(TASKS).optional(),
  title: z.string().optional(),
  outputDimensionality: z.int().min(1).max(3072).optional(),
};

export const embedRequest = (model: string) =>
  z.strictObject({ ...wishes, model: z.literal(`models/${model}`).optional() });

export const batchEmbedRequest = (model: string) =>
  z.strictObject({
    requests: z
      .array(z.strictObject({ ...wishes, model: z.literal(`models/${model}`) }))
      .min(1, 'requests is not specified')
      .max(MOST_REQUESTS, `at most ${MOST_REQUESTS} requests can be in one batch`),
  });

const textOf = ({ parts }: TwinContent): string => parts.map(({ text }) => text ?? '').join('');

export function vectorOf(of: TwinContent, size = DIMENSIONS): { values: number[] } {
  const values = new Array<number>(size).fill(0);
  for (const character of textOf(of)) {
    const at = (character.codePointAt(0) ?? 0) % size;
    values[at] = (values[at] ?? 0) + 0.125;
  }
  return { values };
}

/** What was used: four characters are a token. */
export function usageOf(contents: readonly TwinContent[]): object {
  const promptTokenCount = contents.reduce((sum, of) => sum + Math.ceil(textOf(of).length / 4), 0);
  const promptTokenDetails = [{ modality: 'TEXT', tokenCount: promptTokenCount }];
  return { usageMetadata: { promptTokenCount, promptTokenDetails } };
}
