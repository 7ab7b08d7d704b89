import { z } from 'zod';
import { hashText, seededRandom } from './seeded-random.ts';

/** Numbers of a vector. */
const SIZE = 64;
const CHARACTERS_A_TOKEN = 4;
const WORD = /[\p{L}\p{N}]+/gu;

const request = z.object({
  model: z.string(),
  input: z.union([
    z.string().min(1),
    z.array(z.string().min(1)).min(1).max(2048),
    z.array(z.int().min(0)).min(1),
    z
      .array(z.array(z.int().min(0)).min(1))
      .min(1)
      .max(2048),
  ]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).max(4096).nullish(),
});

/** What a simulated provider answers a request for embeddings, where it is one: texts with the same words are alike, as far as they share them. */
export function embeddingsFor(body: unknown): object | undefined {
  const asked = request.safeParse(body).data;
  if (!asked) return undefined;
  const texts = textsOf(asked.input);
  const tokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
  return {
    object: 'list',
    model: asked.model,
    data: texts.map((text, index) => ({
      ...{ object: 'embedding', index },
      embedding: encoded(vectorOf(text, asked.dimensions ?? SIZE), asked.encoding_format),
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** About four characters are one. */
export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_A_TOKEN);

/** The words of a text, in lower case. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Ids of tokens stand for words. */
function textsOf(input: z.output<typeof request>['input']): string[] {
  if (typeof input === 'string') return [input];
  const isTokens = input.every((one) => typeof one === 'number');
  if (isTokens) return [input.join(' ')];
  return input.map((one) => (Array.isArray(one) ? one.join(' ') : one));
}

/** Little-endian 32-bit floats in base64, as OpenAI sends them. */
function encoded(vector: readonly number[], format: string | null | undefined): unknown {
  if (format !== 'base64') return vector;
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}

/** Each word adds its own direction. */
function vectorOf(text: string, size = SIZE): number[] {
  const vector = new Array<number>(size).fill(0);
  const words = wordsIn(text);
  for (const word of words.length > 0 ? words : ['']) {
    const direction = seededRandom(hashText(word, 0));
    for (let at = 0; at < size; at += 1) vector[at] = (vector[at] ?? 0) + direction() - 0.5;
  }
  const length = Math.hypot(...vector);
  return vector.map((part) => Number((part / length).toFixed(6)));
}
