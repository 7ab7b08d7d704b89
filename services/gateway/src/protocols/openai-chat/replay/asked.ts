import { hash } from 'node:crypto';
import { z } from 'zod';
import type { AlikeQuestion, Question, Unrepeatable } from '../../protocol.ts';
import { alikeIn } from './alike.ts';
import { Ambiguous, canonicalJson } from './canonical-json.ts';

/** Larger requests are seldom asked twice, and cost more to compare. Bytes. */
export const LARGEST_ASKED = 262_144;

/**
 * What says who asks, how the answer comes, and who serves, and not what the answer is. The last three of the API are for finding misuse, for
 * bills, and for the provider's own cache.
 */
const NOT_ASKED = new Set([
  'model',
  'stream',
  'stream_options',
  'metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
]);

/** What is read of a request to tell whether its answer may be kept. Anything else in these places is something that nobody here knows. */
const known = z.object({
  messages: z.array(
    z.object({
      content: z
        .union([z.string(), z.null(), z.array(z.object({ type: z.enum(['text', 'refusal']) }))])
        .optional(),
      audio: z.null().optional(),
    }),
  ),
});

const once = z.object({
  n: z.union([z.literal(1), z.null()]).optional(),
  store: z.union([z.literal(false), z.null()]).optional(),
});

const ownTools = z.object({
  tools: z.array(z.object({ type: z.literal('function') })).nullish(),
});

const noSearch = z.object({ web_search_options: z.null().optional() });

const inText = z.object({
  modalities: z.array(z.literal('text')).nullish(),
  audio: z.null().optional(),
});

/** Why an answer is none to keep, in this order. */
const REASONS = [
  ['media', known],
  ['media', inText],
  ['several_answers', once.pick({ n: true })],
  ['stored', once.pick({ store: true })],
  ['tools', ownTools],
  ['search', noSearch],
] as const;

const withTemperature = z.object({ temperature: z.number().nullish() });

/** What the answer to a request depends on. */
export interface AskedOnce extends Question {
  alike(): AlikeQuestion | undefined;
}

/** The same of a body. A request whose answer brings pictures, does something or changes with the time is none to keep. */
export function askedIn(body: Buffer): AskedOnce | Unrepeatable {
  if (body.length > LARGEST_ASKED) return { reason: 'large' };
  const text = body.toString('utf8');
  try {
    const { canonical, value } = canonicalJson(text, NOT_ASKED);
    const found = REASONS.find(([, schema]) => !schema.safeParse(value).success);
    const temperature = withTemperature.safeParse(value);
    if (found || !temperature.success) return { reason: found?.[0] ?? 'temperature' };
    return {
      canonical: hash('sha256', canonical),
      temperature: temperature.data.temperature ?? undefined,
      alike: () => alikeIn(value, NOT_ASKED),
    };
  } catch (error) {
    if (error instanceof Ambiguous) return { reason: 'ambiguous' };
    throw error;
  }
}
