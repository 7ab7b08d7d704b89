import { z } from 'zod';

/**
 * Requests of Converse and ConverseStream as the service takes them: the shapes of @aws-sdk/client-bedrock-runtime, with the limits of the API reference
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html). A member that it does not know is refused.
 */
const base64 = z.base64().min(1);
const s3Location = z.strictObject({
  uri: z.string().regex(/^s3:\/\//),
  bucketOwner: z.string().optional(),
});
const bytesOrS3 = z.union([z.strictObject({ bytes: base64 }), z.strictObject({ s3Location })]);
const notBlank = z.string().regex(/\S/, 'The text field in the ContentBlock object is blank.');
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const toolUseId = z.string().regex(/^[a-zA-Z0-9_.:-]{1,64}$/);
const object = z.record(z.string(), z.unknown());

const cachePoint = z.strictObject({
  cachePoint: z.strictObject({ type: z.literal('default'), ttl: z.enum(['5m', '1h']).optional() }),
});
const text = z.strictObject({ text: notBlank });
const image = z.strictObject({
  image: z.strictObject({ format: z.enum(['png', 'jpeg', 'gif', 'webp']), source: bytesOrS3 }),
});
const documentName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[a-zA-Z0-9\s()[\]-]+$/)
  .refine((name) => !/\s\s/.test(name));
const document = z.strictObject({
  document: z.strictObject({
    format: z.enum(['csv', 'doc', 'docx', 'html', 'md', 'pdf', 'txt', 'xls', 'xlsx']),
    name: documentName,
    source: z.union([bytesOrS3, z.strictObject({ text: z.string() })]),
  }),
});
const video = z.strictObject({
  video: z.strictObject({
    format: z.enum(['mp4', 'mov', 'mkv', 'webm', 'flv', 'mpeg', 'mpg', 'wmv', 'three_gp']),
    source: bytesOrS3,
  }),
});
const toolUse = z.strictObject({
  toolUse: z.strictObject({ toolUseId, name: toolName, input: object }),
});
const toolResult = z.strictObject({
  toolResult: z.strictObject({
    toolUseId,
    content: z.array(z.union([text, image, document, z.strictObject({ json: object })])),
    status: z.enum(['success', 'error']).optional(),
  }),
});
const reasoning = z.strictObject({
  reasoningContent: z.union([
    z.strictObject({
      reasoningText: z.strictObject({ text: z.string(), signature: z.string().optional() }),
    }),
    z.strictObject({ redactedContent: base64 }),
  ]),
});

const block = z.union([text, image, document, video, toolUse, toolResult, reasoning, cachePoint]);
export type ConverseBlock = z.output<typeof block>;

const tool = z.union([
  z.strictObject({
    toolSpec: z.strictObject({
      name: toolName,
      description: z.string().min(1).optional(),
      inputSchema: z.strictObject({ json: object }),
      strict: z.boolean().optional(),
    }),
  }),
  cachePoint,
]);

const empty = z.strictObject({});

export const converseRequest = z.strictObject({
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(block).min(1) }))
    .min(1),
  system: z.array(z.union([text, cachePoint])).optional(),
  inferenceConfig: z
    .strictObject({
      maxTokens: z.int().min(1).optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string().min(1)).max(2500).optional(),
    })
    .optional(),
  toolConfig: z
    .strictObject({
      tools: z.array(tool).min(1),
      toolChoice: z
        .union([
          z.strictObject({ auto: empty }),
          z.strictObject({ any: empty }),
          z.strictObject({ tool: z.strictObject({ name: toolName }) }),
        ])
        .optional(),
    })
    .optional(),
  additionalModelRequestFields: object.optional(),
  additionalModelResponseFieldPaths: z.array(z.string()).max(10).optional(),
  requestMetadata: z.record(z.string(), z.string()).optional(),
  performanceConfig: z.strictObject({ latency: z.enum(['standard', 'optimized']) }).optional(),
  serviceTier: z
    .strictObject({ type: z.enum(['default', 'flex', 'priority', 'reserved']) })
    .optional(),
  outputConfig: z
    .strictObject({
      textFormat: z
        .strictObject({
          type: z.literal('json_schema'),
          structure: z.strictObject({
            jsonSchema: z.strictObject({
              schema: z.string(),
              name: z.string().optional(),
              description: z.string().optional(),
            }),
          }),
        })
        .optional(),
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
    })
    .optional(),
});
export type ConverseAsk = z.output<typeof converseRequest>;

/** What Claude takes beside them. Others take anything here, for all that this twin knows. */
export const claudeFields = z.strictObject({
  top_k: z.int().min(0).optional(),
  thinking: z
    .union([
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024) }),
      z.strictObject({ type: z.enum(['adaptive', 'disabled']) }),
    ])
    .optional(),
  anthropic_beta: z.array(z.string()).optional(),
});
