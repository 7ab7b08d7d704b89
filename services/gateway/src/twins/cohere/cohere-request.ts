import { z } from 'zod';

/* What Cohere takes (https://docs.cohere.com/reference/chat, /embed, /rerank). Members that it does not know it refuses. */

const text = z.strictObject({ type: z.literal('text'), text: z.string() });
const thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string() });
const image = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({
    url: z.string(),
    detail: z.enum(['auto', 'low', 'high']).optional(),
  }),
});
const document = z.strictObject({
  type: z.literal('document'),
  document: z.strictObject({
    data: z.union([z.record(z.string(), z.unknown()), z.string()]),
    id: z.string().optional(),
  }),
});

const call = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('system'),
    content: z.union([z.string(), z.array(text).min(1)]),
  }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image])).min(1)]),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z
      .union([z.string(), z.array(z.discriminatedUnion('type', [text, thinking])).min(1)])
      .optional(),
    tool_plan: z.string().optional(),
    tool_calls: z.array(call).min(1).optional(),
    citations: z.array(z.unknown()).optional(),
  }),
  z.strictObject({
    role: z.literal('tool'),
    tool_call_id: z.string().min(1),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, document])).min(1)]),
  }),
]);
export type TwinMessage = z.output<typeof message>;

export const chatRequest = z.strictObject({
  model: z.string().min(1),
  stream: z.boolean(),
  messages: z.array(message).min(1),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string().min(1),
          description: z.string().optional(),
          parameters: z.record(z.string(), z.unknown()),
        }),
      }),
    )
    .optional(),
  strict_tools: z.boolean().optional(),
  tool_choice: z.enum(['REQUIRED', 'NONE']).optional(),
  documents: z.array(z.unknown()).optional(),
  citation_options: z.unknown().optional(),
  safety_mode: z.enum(['CONTEXTUAL', 'STRICT', 'OFF']).optional(),
  response_format: z
    .strictObject({
      type: z.enum(['text', 'json_object']),
      json_schema: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  thinking: z
    .strictObject({
      type: z.enum(['enabled', 'disabled']),
      token_budget: z.int().min(1).optional(),
    })
    .optional(),
  max_tokens: z.int().min(1).optional(),
  stop_sequences: z.array(z.string()).max(5).optional(),
  temperature: z.number().min(0).optional(),
  seed: z.int().optional(),
  frequency_penalty: z.number().min(0).max(1).optional(),
  presence_penalty: z.number().min(0).max(1).optional(),
  k: z.int().min(0).max(500).optional(),
  p: z.number().min(0.01).max(0.99).optional(),
  logprobs: z.boolean().optional(),
});
export type TwinChatRequest = z.output<typeof chatRequest>;

export const embedRequest = z.strictObject({
  model: z.string().min(1),
  texts: z.array(z.string()).min(1).max(96),
  input_type: z.enum(['search_document', 'search_query', 'classification', 'clustering']),
  embedding_types: z.array(z.enum(['float', 'int8', 'uint8', 'binary', 'ubinary'])).optional(),
  output_dimension: z.union([256, 512, 1024, 1536].map((size) => z.literal(size))).optional(),
  truncate: z.enum(['NONE', 'START', 'END']).optional(),
});

const query = {
  model: z.string().min(1),
  query: z.string().min(1),
  top_n: z.int().min(1).optional(),
};
/** By the version of the API. */
export const rerankRequests = {
  v2: z.strictObject({
    ...query,
    documents: z.array(z.string()).min(1),
    max_tokens_per_doc: z.int().min(1).optional(),
  }),
  v1: z.strictObject({
    ...query,
    documents: z.array(z.union([z.string(), z.record(z.string(), z.string())])).min(1),
    return_documents: z.boolean().optional(),
    rank_fields: z.array(z.string()).optional(),
    max_chunks_per_doc: z.int().min(1).optional(),
  }),
} as const;
