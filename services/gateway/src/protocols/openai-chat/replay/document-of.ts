import { parseJson } from '@aicp/common/json/parse-json';
import { inputOf, outputOf, totalOf } from '@aicp/contracts/usage/token-totals';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { z } from 'zod';

/** One event of a stream, of which everything is known: what is not goes into no document, and then the answer is not kept. */
const chunk = z.strictObject({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.number(),
  model: z.string(),
  system_fingerprint: z.string().nullish(),
  service_tier: z.string().nullish(),
  obfuscation: z.string().optional(),
  usage: z.unknown().optional(),
  choices: z
    .array(
      z.strictObject({
        index: z.literal(0),
        delta: z.strictObject({
          role: z.literal('assistant').optional(),
          content: z.string().nullish(),
          refusal: z.null().optional(),
          tool_calls: z.null().optional(),
        }),
        finish_reason: z.string().nullish(),
        logprobs: z.null().optional(),
      }),
    )
    .max(1),
});
type Chunk = z.output<typeof chunk>;

const END = '[DONE]';

/** A whole stream as a document; undefined where an event of it holds anything that is not known here, or its events are of several answers. */
export function documentOf(stream: Buffer, tokens: TokenBuckets): Buffer | undefined {
  const chunks = chunksOf(stream.toString('utf8'));
  const [first] = chunks ?? [];
  if (!chunks || !first || chunks.some((one) => !isOfSame(one, first))) return undefined;
  const choices = chunks.flatMap(({ choices: [choice] }) => choice ?? []);
  const content = choices.map(({ delta }) => delta.content ?? '').join('');
  const reason = choices.findLast(({ finish_reason: end }) => typeof end === 'string');
  const message = { role: 'assistant', content, refusal: null };
  const { id, created, model, system_fingerprint: fingerprint, service_tier: tier } = first;
  return Buffer.from(
    JSON.stringify({
      ...{ id, object: 'chat.completion', created, model },
      choices: [
        { index: 0, message, logprobs: null, finish_reason: reason?.finish_reason ?? null },
      ],
      usage: usageOf(tokens),
      ...(fingerprint === undefined ? {} : { system_fingerprint: fingerprint }),
      ...(tier === undefined ? {} : { service_tier: tier }),
    }),
  );
}

const isOfSame = (one: Chunk, first: Chunk): boolean =>
  one.id === first.id && one.model === first.model && one.created === first.created;

/** The events up to the end; undefined where one is none, or the end is missing. */
function chunksOf(text: string): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (const event of text.split(/\r?\n\r?\n/)) {
    const lines = event.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith(':'));
    const [line, another] = lines;
    if (line === undefined) continue;
    if (another !== undefined || !line.startsWith('data:')) return undefined;
    const data = line.slice('data:'.length).trim();
    if (data === END) return chunks;
    const read = chunk.safeParse(parseJson(data));
    if (!read.success) return undefined;
    chunks.push(read.data);
  }
  return undefined;
}

/** What an answer used, in the API's words, in which the prompt holds what was read from a cache, and the answer its reasoning. */
function usageOf(tokens: TokenBuckets) {
  return {
    prompt_tokens: inputOf(tokens),
    completion_tokens: outputOf(tokens),
    total_tokens: totalOf(tokens),
    prompt_tokens_details: { cached_tokens: tokens.cached_input, audio_tokens: tokens.audio_input },
    completion_tokens_details: {
      reasoning_tokens: tokens.reasoning,
      audio_tokens: tokens.audio_output,
    },
  };
}
