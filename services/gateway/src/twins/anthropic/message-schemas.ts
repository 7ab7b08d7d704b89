import { z } from 'zod';

/*
 * Requests as Anthropic's public API reference describes them ("Create a Message", "Count tokens in a Message"). What is not in here is refused, as Anthropic refuses it.
 */

const cache_control = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .nullish();

const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1, 'text content blocks must be non-empty'),
  cache_control,
  citations: z.array(z.unknown()).nullish(),
});

const image = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
      data: z.base64(),
    }),
    z.strictObject({ type: z.literal('url'), url: z.url() }),
    z.strictObject({ type: z.literal('file'), file_id: z.string() }),
  ]),
  cache_control,
});

const document = z.strictObject({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.literal('application/pdf'),
      data: z.base64(),
    }),
    z.strictObject({
      type: z.literal('text'),
      media_type: z.literal('text/plain'),
      data: z.string(),
    }),
    z.strictObject({ type: z.literal('url'), url: z.url() }),
    z.strictObject({ type: z.literal('file'), file_id: z.string() }),
  ]),
  title: z.string().nullish(),
  context: z.string().nullish(),
  citations: z.strictObject({ enabled: z.boolean().optional() }).nullish(),
  cache_control,
});

const id = z.string().regex(/^[a-zA-Z0-9_-]+$/);
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/);

const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id,
  name: toolName,
  input: z.record(z.string(), z.unknown()),
  caller: z.strictObject({ type: z.literal('direct') }).optional(),
  cache_control,
});

const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: id,
  content: z.union([z.string(), z.array(z.union([text, image, document]))]).optional(),
  is_error: z.boolean().optional(),
  cache_control,
});

const thinkingBlock = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
});
const redacted = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() });

const block = z.discriminatedUnion('type', [
  text,
  image,
  document,
  toolUse,
  toolResult,
  thinkingBlock,
  redacted,
]);
export type Block = z.output<typeof block>;

const message = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string().min(1), z.array(block).min(1)]),
});
export type Message = z.output<typeof message>;

const tool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: toolName,
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullish(),
  cache_control,
});

const single = { disable_parallel_tool_use: z.boolean().optional() };

const choice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto'), ...single }),
  z.strictObject({ type: z.literal('any'), ...single }),
  z.strictObject({ type: z.literal('tool'), name: z.string(), ...single }),
  z.strictObject({ type: z.literal('none') }),
]);

const display = z.enum(['summarized', 'omitted']).nullish();

const thinking = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024), display }),
  z.strictObject({ type: z.literal('adaptive'), display }),
  z.strictObject({ type: z.literal('disabled') }),
]);

const format = z.strictObject({
  type: z.literal('json_schema'),
  schema: z.looseObject({ additionalProperties: z.literal(false) }),
});

const asked = {
  model: z.string(),
  messages: z.array(message).min(1),
  system: z.union([z.string(), z.array(text)]).optional(),
  tools: z.array(tool).optional(),
  tool_choice: choice.optional(),
  thinking: thinking.optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: format.nullish(),
    })
    .optional(),
  cache_control,
};

/** What needs a beta of its own, each with the beginning of its name. */
export const BETA_MEMBERS: Readonly<Record<string, string>> = {
  context_management: 'context-management-',
  output_format: 'structured-outputs-',
  mcp_servers: 'mcp-client-',
};

/** `POST /v1/messages`, without what needs a beta. */
export const messageRequest = z.strictObject({
  ...asked,
  max_tokens: z.int().min(1),
  metadata: z.strictObject({ user_id: z.string().max(256).nullish() }).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  stop_sequences: z.array(z.string().regex(/\S/)).optional(),
  stream: z.boolean().optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
});
export type MessageRequest = z.output<typeof messageRequest>;

/** `POST /v1/messages/count_tokens`. */
export const countRequest = z.strictObject(asked);
export type CountRequest = z.output<typeof countRequest>;
