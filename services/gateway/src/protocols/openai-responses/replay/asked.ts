import { hash } from 'node:crypto';
import { z } from 'zod';
import { LARGEST_ASKED, type AskedOnce } from '../../openai-chat/replay/asked.ts';
import { Ambiguous, canonicalJson, canonicalOf } from '../../openai-chat/replay/canonical-json.ts';
import type { AlikeQuestion, Unrepeatable } from '../../protocol.ts';

/** What says how the answer comes, and who serves. All else a response repeats: whoever gets it again has asked the same. */
const NOT_ASKED = new Set(['model', 'stream', 'stream_options']);

const texts = z.array(z.object({ type: z.enum(['input_text', 'output_text', 'refusal']) }));
const said = z.union([z.string(), texts]);

/** What is read of a request to tell whether its answer may be kept. Anything else in these places is something that nobody here knows. */
const known = z.object({
  input: z.union([
    z.string(),
    z.array(
      z.union([
        z.object({ type: z.literal('message').optional(), role: z.string(), content: said }),
        z.object({ type: z.literal('function_call') }),
        z.object({ type: z.literal('function_call_output'), output: said }),
        z.object({ type: z.literal('reasoning') }),
      ]),
    ),
  ]),
});
const ownTools = z.object({
  tools: z.array(z.object({ type: z.literal('function') })).nullish(),
});
const withTemperature = z.object({ temperature: z.number().nullish() });

/** Why an answer is none to keep, in this order. */
const REASONS = [
  ['media', known],
  ['tools', ownTools],
  ['temperature', withTemperature],
] as const;

/** What the answer to a request depends on. A request whose answer does something or changes with the time is none to keep. */
export function askedIn(body: Buffer): AskedOnce | Unrepeatable {
  if (body.length > LARGEST_ASKED) return { reason: 'large' };
  try {
    const { canonical, value } = canonicalJson(body.toString('utf8'), NOT_ASKED);
    const found = REASONS.find(([, schema]) => !schema.safeParse(value).success);
    if (found) return { reason: found[0] };
    return {
      canonical: hash('sha256', canonical),
      temperature: withTemperature.parse(value).temperature ?? undefined,
      alike: () => alikeIn(value),
    };
  } catch (error) {
    if (error instanceof Ambiguous) return { reason: 'ambiguous' };
    throw error;
  }
}

const part = z.strictObject({ type: z.literal('input_text'), text: z.string() });
const asked = z.looseObject({
  role: z.literal('user'),
  content: z.union([z.string(), z.tuple([part]).transform(([one]) => one.text)]),
});
const withInput = z.looseObject({ input: z.union([z.string(), z.array(z.unknown()).min(1)]) });

/** The text of the last item, where a user wrote it, and the rest of the request. */
function alikeIn(value: unknown): AlikeQuestion | undefined {
  const request = withInput.safeParse(value).data;
  // What zod leaves out would not be told apart.
  if (!request || Object.hasOwn(value as object, '__proto__')) return undefined;
  const { input, ...others } = request;
  if (typeof input === 'string')
    return { text: input, frame: canonicalOf({ ...others, input: null }, NOT_ASKED) };
  const last = asked.safeParse(input.at(-1)).data;
  if (!last) return undefined;
  const { content, ...rest } = last;
  const items = [...input.slice(0, -1), rest];
  return { text: content, frame: canonicalOf({ ...others, input: items }, NOT_ASKED) };
}
