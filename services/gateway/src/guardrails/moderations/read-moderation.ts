import { z } from 'zod';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';

/** Texts that may be asked about at a time. */
const MOST_TEXTS = 256;

/** What a client wants to be told of: each has a result of its own. */
export interface ModerationRequest {
  readonly inputs: readonly (readonly string[])[];
  readonly model: string | undefined;
}

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url') }),
]);
type Part = z.output<typeof part>;

const schema = z.object({
  input: z.union([
    z.string(),
    z.array(z.string()).min(1).max(MOST_TEXTS),
    z.array(part).min(1).max(MOST_TEXTS),
  ]),
  model: z.string().nullish(),
});

/** Reads the body of `POST /v1/moderations`. */
export function readModeration(body: Buffer): ModerationRequest | Refusal {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    return badRequest('The body is not valid JSON.');
  }
  const read = schema.safeParse(json);
  if (!read.success) return badRequest(WANTED, 'input');
  const { input, model } = read.data;
  const inputs = inputsOf(input);
  return inputs ? { inputs, model: model ?? undefined } : badRequest(NO_IMAGES, 'input');
}

const WANTED = `Send {"input": …}: a text, or a list of 1 to ${MOST_TEXTS} texts, or of parts {"type": "text", "text": …}.`;
const NO_IMAGES = 'Guardrails cannot look at images: send texts alone.';

/** Undefined where there is an image. As with OpenAI, each text of a list has a result, and all parts have one. */
function inputsOf(
  input: string | readonly string[] | readonly Part[],
): readonly (readonly string[])[] | undefined {
  if (typeof input === 'string') return [[input]];
  const texts = input.map((one) => (typeof one === 'string' ? one : textOf(one)));
  if (!texts.every((text) => text !== undefined)) return undefined;
  return typeof input[0] === 'string' ? texts.map((text) => [text]) : [texts];
}

const textOf = (one: Part): string | undefined => (one.type === 'text' ? one.text : undefined);
