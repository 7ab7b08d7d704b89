import { z } from 'zod';
import { vectorOf } from '../../gemini/gemini-embedding.ts';
import { jsonReply, type TwinReply } from '../../kit/start-twin.ts';
import { plainRoute } from './plain-route.ts';

/* Embeddings as OpenAI has them (its API reference, "Create embeddings"). Texts with the same characters are alike, and all vectors have the length 1. */

const MOST_INPUTS = 2048;
/** Of most models they are many more. */
const DIMENSIONS = 128;
export const MOST_DIMENSIONS = 3072;
const CHARACTERS_A_TOKEN = 4;

const text = z.string().min(1);
const ids = z.array(z.int().min(0)).min(1);

/** One text, or several. */
export const TEXT_INPUT = z.union([text, z.array(text).min(1).max(MOST_INPUTS)]);
/** The same, or ids of tokens in the place of texts. */
const anyInput = z.union([TEXT_INPUT, ids, z.array(ids).min(1).max(MOST_INPUTS)]);

/** Members of a request as OpenAI has them. */
export const EMBEDDING_MEMBERS = {
  model: z.string().min(1),
  input: anyInput,
  dimensions: z.int().min(1).max(MOST_DIMENSIONS).optional(),
  encoding_format: z.enum(['float', 'base64']).optional(),
  user: z.string().optional(),
} satisfies z.ZodRawShape;

/** What is asked for, whatever a vendor calls it. */
export interface EmbeddingsAsked {
  readonly model: string;
  readonly input: z.output<typeof anyInput>;
  readonly dimensions?: number | null | undefined;
  readonly encoding_format?: 'float' | 'base64' | null | undefined;
}

/** OpenAI's own. */
export const OPENAI_EMBEDDINGS = plainRoute(
  '/embeddings',
  z.strictObject(EMBEDDING_MEMBERS),
  (asked) => {
    const isOld = asked.model === 'text-embedding-ada-002' && asked.dimensions !== undefined;
    const message = 'This model does not support specifying dimensions.';
    return isOld ? { status: 400, message, param: 'dimensions' } : embeddingsReply(asked);
  },
);

/** The same of servers that pass over what they do not know. */
export const LOOSE_EMBEDDINGS = plainRoute(
  '/embeddings',
  z.looseObject(EMBEDDING_MEMBERS),
  (asked) => embeddingsReply(asked),
);

/** The vectors of all inputs, in their order. `isCounted`: whether the vendor says how many tokens they had. */
export function embeddingsReply(
  { model, input, dimensions, encoding_format }: EmbeddingsAsked,
  { isCounted = true } = {},
): TwinReply {
  const inputs = inputsOf(input);
  const prompt_tokens = inputs.reduce((sum, { tokens }) => sum + tokens, 0);
  return jsonReply({
    object: 'list',
    data: inputs.map((one, index) => {
      const vector = vectorFor(one.text, dimensions ?? DIMENSIONS);
      const embedding = encoding_format === 'base64' ? base64Of(vector) : vector;
      return { object: 'embedding', index, embedding };
    }),
    model,
    ...(isCounted ? { usage: { prompt_tokens, total_tokens: prompt_tokens } } : {}),
  });
}

interface Input {
  readonly text: string;
  readonly tokens: number;
}

function inputsOf(input: EmbeddingsAsked['input']): Input[] {
  const several: readonly (string | number | readonly number[])[] =
    typeof input === 'string' ? [input] : input;
  const single = several.filter((one) => typeof one === 'number');
  return single.length > 0 ? [inputOf(single)] : several.map(inputOf);
}

const inputOf = (one: string | number | readonly number[]): Input =>
  typeof one === 'string'
    ? { text: one, tokens: Math.ceil(one.length / CHARACTERS_A_TOKEN) }
    : { text: String(one), tokens: [one].flat().length };

function vectorFor(of: string, size: number): number[] {
  const { values } = vectorOf({ parts: [{ text: of }] }, size);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(4 * vector.length);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, 4 * index);
  return bytes.toString('base64');
}
