import { z } from 'zod';

/*
 * What OpenAI's Responses take, from its API reference and the types of its own SDK. An object with a member that is not there is refused, as OpenAI
 * refuses it.
 */

const cacheBreakpoint = z
  .strictObject({ mode: z.literal('explicit'), ttl: z.enum(['30m', '12h']).optional() })
  .optional();

const inputText = z.strictObject({
  type: z.literal('input_text'),
  text: z.string(),
  prompt_cache_breakpoint: cacheBreakpoint,
});
const inputImage = z.strictObject({
  type: z.literal('input_image'),
  detail: z.enum(['low', 'high', 'auto', 'original']).optional(),
  image_url: z.string().nullish(),
  file_id: z.string().nullish(),
  prompt_cache_breakpoint: cacheBreakpoint,
});
const inputFile = z.strictObject({
  type: z.literal('input_file'),
  detail: z.enum(['low', 'high', 'auto']).optional(),
  file_data: z.string().optional(),
  file_url: z.string().optional(),
  file_id: z.string().nullish(),
  filename: z.string().optional(),
  prompt_cache_breakpoint: cacheBreakpoint,
});
const inputPart = z.discriminatedUnion('type', [inputText, inputImage, inputFile]);

const outputText = z.strictObject({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.looseObject({ type: z.string() })).optional(),
  logprobs: z.array(z.unknown()).optional(),
});
const refusal = z.strictObject({ type: z.literal('refusal'), refusal: z.string() });

const phase = z.enum(['commentary', 'final_answer']).nullish();
const status = z.enum(['in_progress', 'completed', 'incomplete']).nullish();

const userMessage = z.strictObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'system', 'developer']),
  content: z.union([z.string(), z.array(inputPart)]),
  status,
  id: z.string().optional(),
});
const assistantMessage = z.strictObject({
  type: z.literal('message').optional(),
  id: z.string().startsWith('msg').optional(),
  role: z.literal('assistant'),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [outputText, refusal]))]),
  status,
  phase,
});
const functionCall = z.strictObject({
  type: z.literal('function_call'),
  id: z.string().startsWith('fc').optional(),
  call_id: z.string().min(1).max(64),
  name: z.string(),
  arguments: z.string(),
  namespace: z.string().optional(),
  status,
});
const functionCallOutput = z.strictObject({
  type: z.literal('function_call_output'),
  id: z.string().nullish(),
  call_id: z.string().min(1).max(64),
  output: z.union([z.string(), z.array(inputPart)]),
  status,
});
const reasoning = z.strictObject({
  type: z.literal('reasoning'),
  id: z.string().startsWith('rs'),
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
  content: z
    .array(z.strictObject({ type: z.literal('reasoning_text'), text: z.string() }))
    .nullish(),
  encrypted_content: z.string().nullish(),
  status,
});
const customCall = z.strictObject({
  type: z.literal('custom_tool_call'),
  id: z.string().startsWith('ctc').optional(),
  call_id: z.string(),
  name: z.string(),
  input: z.string(),
  status,
});
const customOutput = z.strictObject({
  type: z.literal('custom_tool_call_output'),
  id: z.string().optional(),
  call_id: z.string(),
  output: z.union([z.string(), z.array(inputPart)]),
});
const localShellCall = z.strictObject({
  type: z.literal('local_shell_call'),
  id: z.string(),
  call_id: z.string(),
  action: z.looseObject({ type: z.literal('exec'), command: z.array(z.string()) }),
  status,
});
const localShellOutput = z.strictObject({
  type: z.literal('local_shell_call_output'),
  id: z.string(),
  output: z.string(),
  status,
});

const item = z.union([
  userMessage,
  assistantMessage,
  functionCall,
  functionCallOutput,
  reasoning,
  customCall,
  customOutput,
  localShellCall,
  localShellOutput,
]);

const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const schema = z.record(z.string(), z.unknown());
const functionTool = z.strictObject({
  type: z.literal('function'),
  name,
  parameters: schema.nullish(),
  strict: z.boolean().nullish(),
  description: z.string().nullish(),
});
const customTool = z.strictObject({
  type: z.literal('custom'),
  name,
  description: z.string().optional(),
  format: z.looseObject({ type: z.enum(['text', 'grammar']) }).optional(),
});
const webSearch = z.looseObject({ type: z.enum(['web_search', 'web_search_preview']) });
const tool = z.union([
  functionTool,
  customTool,
  z.strictObject({ type: z.literal('local_shell') }),
  webSearch,
]);

const format = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text') }),
  z.strictObject({ type: z.literal('json_object') }),
  z.strictObject({
    type: z.literal('json_schema'),
    name,
    schema,
    description: z.string().optional(),
    strict: z.boolean().nullish(),
  }),
]);

const INCLUDES = [
  ...['reasoning.encrypted_content', 'message.output_text.logprobs', 'web_search_call.results'],
  ...['web_search_call.action.sources', 'code_interpreter_call.outputs'],
  ...['message.input_image.image_url', 'file_search_call.results'],
] as const;

export const responsesRequest = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(item).min(1)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_obfuscation: z.boolean().optional() }).nullish(),
  max_output_tokens: z.int().min(16).nullish(),
  max_tool_calls: z.int().nullish(),
  tools: z.array(tool).optional(),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z.strictObject({ type: z.literal('function'), name }),
      z.strictObject({ type: z.literal('custom'), name }),
      z.strictObject({
        type: z.literal('allowed_tools'),
        mode: z.enum(['auto', 'required']),
        tools: z.array(z.looseObject({ type: z.string() })),
      }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z
    .strictObject({
      format: format.optional(),
      verbosity: z.enum(['low', 'medium', 'high']).nullish(),
    })
    .optional(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
    })
    .nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
  include: z.array(z.enum(INCLUDES)).nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  store: z.boolean().nullish(),
  background: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority']).nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_retention: z.enum(['in_memory', '24h']).nullish(),
  prompt_cache_options: z.looseObject({}).nullish(),
  safety_identifier: z.string().max(64).nullish(),
  user: z.string().nullish(),
});

export type ResponsesRequest = z.infer<typeof responsesRequest>;
export type InputItem = Exclude<ResponsesRequest['input'], string>[number];
