import { z } from 'zod';

/*
 * Requests of Google's Gemini API, as its reference (https://ai.google.dev/api/generate-content) and the types of @google/genai have them. Members
 * that they do not have are refused, as Google refuses them.
 */

const struct = z.record(z.string(), z.unknown());
const base64 = z.string().regex(/^[A-Za-z0-9+/_-]*={0,2}$/, 'Base64 decoding failed');

/** Google reads names in either of the ways in which they may be written. */
const inCamelCase = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          member,
        ]),
      )
    : value;

const blob = z.preprocess(
  inCamelCase,
  z.strictObject({ mimeType: z.string().min(1), data: base64 }),
);

const part = z
  .strictObject({
    text: z.string().optional(),
    inlineData: blob.optional(),
    fileData: z
      .strictObject({ mimeType: z.string().optional(), fileUri: z.string().min(1) })
      .optional(),
    functionCall: z
      .strictObject({ id: z.string().optional(), name: z.string().min(1), args: struct.optional() })
      .optional(),
    functionResponse: z
      .strictObject({
        id: z.string().optional(),
        name: z.string().min(1),
        response: struct,
        parts: z.array(z.strictObject({ inlineData: blob })).optional(),
      })
      .optional(),
    thought: z.boolean().optional(),
    thoughtSignature: base64.optional(),
  })
  .refine(
    ({ thought: _thought, thoughtSignature: _signature, ...data }) =>
      Object.values(data).filter((value) => value !== undefined).length === 1,
    'required oneof field `data` must have one initialized field',
  );

export const content = z.strictObject({
  role: z.enum(['user', 'model', 'function']).optional(),
  parts: z.array(part).min(1, 'must include at least one parts field'),
});
export type TwinContent = z.output<typeof content>;

const declared = z
  .strictObject({
    name: z.string().regex(/^[a-zA-Z_][\w.:-]{0,63}$/, 'Invalid function name'),
    description: z.string().optional(),
    parameters: struct.optional(),
    parametersJsonSchema: struct.optional(),
    response: struct.optional(),
    responseJsonSchema: struct.optional(),
    behavior: z.enum(['BLOCKING', 'NON_BLOCKING']).optional(),
  })
  .refine(
    ({ parameters, parametersJsonSchema }) => !parameters || !parametersJsonSchema,
    'only one of parameters and parameters_json_schema can be set',
  );
const declaration = z.preprocess(inCamelCase, declared);

const thinkingConfig = z
  .strictObject({
    includeThoughts: z.boolean().optional(),
    thinkingBudget: z.int().min(-1).max(32_768).optional(),
    thinkingLevel: z.enum(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']).optional(),
  })
  .refine(
    ({ thinkingBudget, thinkingLevel }) =>
      thinkingBudget === undefined || thinkingLevel === undefined,
    'You can only set only one of thinking budget and thinking level',
  );

const generationConfig = z
  .strictObject({
    candidateCount: z.int().min(1).max(8).optional(),
    maxOutputTokens: z.int().min(1).max(65_536).optional(),
    temperature: z.number().min(0).max(2).optional(),
    topP: z.number().min(0).max(1).optional(),
    topK: z.number().min(1).optional(),
    stopSequences: z.array(z.string().min(1)).max(5).optional(),
    seed: z.int().optional(),
    presencePenalty: z.number().min(-2).max(2).optional(),
    frequencyPenalty: z.number().min(-2).max(2).optional(),
    responseMimeType: z.enum(['text/plain', 'application/json', 'text/x.enum']).optional(),
    responseSchema: struct.optional(),
    responseJsonSchema: struct.optional(),
    thinkingConfig: thinkingConfig.optional(),
  })
  .refine(
    ({ responseMimeType, responseSchema, responseJsonSchema }) =>
      (!responseSchema && !responseJsonSchema) || responseMimeType === 'application/json',
    'a response schema needs the mime type application/json',
  );

export const generateRequest = z.strictObject({
  contents: z.array(content).min(1, 'contents is not specified'),
  systemInstruction: content.optional(),
  tools: z.array(z.strictObject({ functionDeclarations: z.array(declaration).min(1) })).optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z.strictObject({
        mode: z.enum(['AUTO', 'ANY', 'NONE', 'VALIDATED']).optional(),
        allowedFunctionNames: z.array(z.string()).optional(),
      }),
    })
    .optional(),
  generationConfig: generationConfig.optional(),
  safetySettings: z
    .array(z.strictObject({ category: z.string(), threshold: z.string() }))
    .optional(),
});
export type TwinGenerate = z.output<typeof generateRequest>;

/** Contents, or all of a request for the model of the path, in the place of which nothing else may stand. */
export const countRequest = (model: string) =>
  z.union([
    z.strictObject({ contents: z.array(content).min(1) }),
    z
      .strictObject({
        generateContentRequest: generateRequest.extend({ model: z.literal(`models/${model}`) }),
      })
      .transform(({ generateContentRequest: { model: _, ...counted } }) => counted),
  ]);

/** What Vertex AI counts (https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/projects.locations.publishers.models/countTokens). */
export const vertexCountRequest = generateRequest.pick({
  ...{ contents: true, systemInstruction: true, tools: true, generationConfig: true },
});
