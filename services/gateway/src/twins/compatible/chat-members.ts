import { z } from 'zod';

const text = z.object({ type: z.literal('text'), text: z.string() });
const image = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.union([
    z.string(),
    z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
  ]),
});
/** What only some vendors take beside texts and pictures. */
const file = z.strictObject({
  type: z.literal('file'),
  file: z.strictObject({
    file_id: z.string().optional(),
    file_data: z.string().optional(),
    filename: z.string().optional(),
  }),
});
const thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.array(text) });
const called = z.strictObject({
  id: z.string(),
  type: z.literal('function').optional(),
  index: z.number().optional(),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});

const partOf = (files: boolean) => (files ? z.union([text, image, file]) : z.union([text, image]));

/** What of messages differs from vendor to vendor. */
export interface TurnRules {
  /** Whether instructions may be called the developer's. */
  readonly developer?: boolean;
  /** Whether a turn may say whose it is. */
  readonly name?: boolean;
  /** Whether a turn of the model may say that it refused nothing, as libraries of OpenAI send it back. */
  readonly refusal?: boolean;
  /** Whether people may send files. */
  readonly files?: boolean;
  /** Members of the model's turns beside OpenAI's. */
  readonly assistant?: z.ZodRawShape;
}

/** The messages of a request, each with the members that the vendor knows. */
export function turns({
  developer = false,
  name = true,
  refusal = true,
  files = false,
  assistant = {},
}: TurnRules = {}) {
  const named = name ? { name: z.string().optional() } : {};
  const instruction = z.union([z.string(), z.array(text)]);
  const turn = z.discriminatedUnion('role', [
    z.strictObject({
      role: developer ? z.enum(['system', 'developer']) : z.literal('system'),
      content: instruction,
      ...named,
    }),
    z.strictObject({
      role: z.literal('user'),
      content: z.union([z.string(), z.array(partOf(files))]),
      ...named,
    }),
    z.strictObject({
      role: z.literal('assistant'),
      content: z.union([z.string(), z.array(z.union([text, thinking]))]).nullish(),
      tool_calls: z.array(called).nullish(),
      ...(refusal ? { refusal: z.string().nullish() } : {}),
      ...named,
      ...assistant,
    }),
    z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: instruction }),
  ]);
  return z.array(turn).min(1);
}

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.looseObject({}).optional(),
    strict: z.boolean().nullish(),
  }),
});
const chosen = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({ name: z.string() }),
});
const schemaForm = z.strictObject({
  type: z.literal('json_schema'),
  json_schema: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    schema: z.looseObject({}),
    strict: z.boolean().nullish(),
  }),
});

/** Forms of an answer, with and without a schema. */
export const PLAIN_FORM = z.strictObject({ type: z.enum(['text', 'json_object']) });
export const ANY_FORM = z.union([PLAIN_FORM, schemaForm]);
export const choice = (...words: readonly string[]) => z.union([z.enum(words), chosen]);

const penalty = z.number().min(-2).max(2).nullish();
const count = z.number().int().min(1);

/** Members of a request as OpenAI's API reference has them, but for `messages`. */
export const MEMBERS = {
  model: z.string().min(1),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: count.nullish(),
  max_completion_tokens: count.nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  seed: z.number().int().nullish(),
  n: count.nullish(),
  frequency_penalty: penalty,
  presence_penalty: penalty,
  logit_bias: z.record(z.string(), z.number()).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.number().int().min(0).max(20).nullish(),
  user: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: choice('auto', 'none', 'required').nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: ANY_FORM.nullish(),
  reasoning_effort: z.string().nullish(),
  service_tier: z.string().nullish(),
} satisfies z.ZodRawShape;

export type MemberName = keyof typeof MEMBERS;

/** The members of OpenAI's that a vendor takes. */
export const only = (...names: readonly MemberName[]): z.ZodRawShape =>
  Object.fromEntries(names.map((name) => [name, MEMBERS[name]]));

/** Those that it does not. */
export const allBut = (...names: readonly MemberName[]): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(MEMBERS).filter(([name]) => !(names as readonly string[]).includes(name)),
  );
