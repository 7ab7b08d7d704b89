import {
  type AnswerForm,
  type Conversation,
  type JsonObject,
  type Part,
  type ReasoningWish,
  type Settings,
  type TextPart,
  type Tool,
  type ToolChoice,
  type Turn,
  EFFORTS,
} from '../../conversation/conversation.ts';
import { Untranslatable, type RequestFacts } from '../../format.ts';
import {
  definedOf,
  flagOf,
  isObject,
  listOf,
  namesBeyond,
  numberOf,
  objectOf,
  textOf,
} from '../../json/members.ts';
import { camelOf } from '../members/gemini-members.ts';
import { fromOpenApiSchema } from './from-openapi-schema.ts';
import { joinedReasoning } from '../../conversation/joined-reasoning.ts';
import { GeminiParts } from './read-gemini-parts.ts';

const KNOWN = new Set([
  ...['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig', 'labels'],
  'serviceTier',
]);
const KNOWN_CONFIG = new Set([
  ...['maxOutputTokens', 'temperature', 'topP', 'topK', 'stopSequences', 'seed', 'candidateCount'],
  ...[
    'frequencyPenalty',
    'presencePenalty',
    'responseMimeType',
    'responseSchema',
    'thinkingConfig',
  ],
  ...['responseJsonSchema', 'responseLogprobs', 'logprobs'],
]);

/** Reads a request of generateContent (https://ai.google.dev/api/generate-content). Throws `Untranslatable`. */
export function readGeminiRequest(body: Buffer, { model, stream }: RequestFacts): Conversation {
  const asked = camelOf(JSON.parse(body.toString()));
  if (!asked) throw new Untranslatable('The body is not a JSON object.');
  const config = camelOf(asked.generationConfig) ?? {};
  const parts = new GeminiParts();
  return {
    ...{ model, stream },
    system: instructionOf(asked.systemInstruction),
    turns: listOf(asked.contents).map((content) => turnOf(content, parts)),
    tools: listOf(asked.tools).flatMap(toolsOf),
    toolChoice: choiceOf(asked.toolConfig),
    answerForm: formOf(config),
    reasoning: wishOf(config.thinkingConfig),
    settings: settingsOf(config),
    unread: [...namesBeyond(asked, KNOWN), ...unreadOf(config)],
  };
}

/** Text is what is answered where a client asks for no other form. */
function unreadOf(config: JsonObject): string[] {
  const onlyText = listOf(config.responseModalities).every((one) => one === 'TEXT');
  return namesBeyond(config, KNOWN_CONFIG)
    .filter((name) => name !== 'responseModalities' || !onlyText)
    .map((name) => `generationConfig.${name}`);
}

function instructionOf(value: unknown): TextPart[] {
  const text = textOf(value);
  if (text !== undefined) return [{ kind: 'text', text }];
  const read = partsOf(value, new GeminiParts());
  const texts = read.filter((part) => part.kind === 'text');
  if (texts.length < read.length)
    throw new Untranslatable(
      'systemInstruction holds something else than text.',
      'systemInstruction',
    );
  return texts;
}

/** A content may be written with one part in the place of a list. */
function partsOf(value: unknown, parts: GeminiParts): Part[] {
  const content = camelOf(value);
  const written = content?.parts;
  const list = isObject(written) ? [written] : listOf(written);
  return list.flatMap((part) => parts.read(part));
}

function turnOf(value: unknown, parts: GeminiParts): Turn {
  const role = textOf(objectOf(value)?.role) ?? 'user';
  if (role === 'model') return { role: 'assistant', parts: joinedReasoning(partsOf(value, parts)) };
  if (role === 'user' || role === 'function') return { role: 'user', parts: partsOf(value, parts) };
  throw new Untranslatable(`A content has the role ${role}: it must be user or model.`, 'contents');
}

function toolsOf(value: unknown): Tool[] {
  const tool = camelOf(value) ?? {};
  const [other] = namesBeyond(tool, new Set(['functionDeclarations']));
  if (other !== undefined)
    throw new Untranslatable(`No other API has the tool ${other}.`, `tools.${other}`);
  return listOf(tool.functionDeclarations).map((one) => declaredOf(camelOf(one) ?? {}));
}

function declaredOf({ name, description, parameters, parametersJsonSchema }: JsonObject): Tool {
  const called = textOf(name);
  if (called === undefined)
    throw new Untranslatable('A function declaration has no name.', 'tools');
  return definedOf({
    name: called,
    description: textOf(description),
    parameters:
      objectOf(parametersJsonSchema) ?? (parameters ? fromOpenApiSchema(parameters) : undefined),
  });
}

function choiceOf(value: unknown): ToolChoice | undefined {
  const config = camelOf(camelOf(value)?.functionCallingConfig);
  const allowed = listOf(config?.allowedFunctionNames);
  const mode = textOf(config?.mode);
  if (mode === 'NONE') return 'none';
  if (mode === 'AUTO' || mode === 'VALIDATED') return 'auto';
  if (mode !== 'ANY') return undefined;
  const [name] = allowed;
  if (allowed.length > 1)
    throw new Untranslatable('No other API has a choice among some functions.', 'toolConfig');
  return typeof name === 'string' ? { name } : 'required';
}

function formOf({
  responseMimeType,
  responseSchema,
  responseJsonSchema,
}: JsonObject): AnswerForm | undefined {
  const schema =
    objectOf(responseJsonSchema) ??
    (responseSchema ? fromOpenApiSchema(responseSchema) : undefined);
  if (schema) return { kind: 'schema', name: 'answer', schema };
  return responseMimeType === 'application/json' ? { kind: 'json' } : undefined;
}

/** A budget of -1 leaves it to the model. */
function wishOf(value: unknown): ReasoningWish | undefined {
  const config = camelOf(value);
  if (!config) return undefined;
  const level = textOf(config.thinkingLevel)?.toLowerCase();
  const budget = numberOf(config.thinkingBudget);
  return definedOf({
    effort: EFFORTS.find((one) => one === level),
    budgetTokens: budget !== undefined && budget >= 0 ? budget : undefined,
    isShown: flagOf(config.includeThoughts),
  });
}

const settingsOf = (config: JsonObject): Settings =>
  definedOf({
    max_tokens: numberOf(config.maxOutputTokens),
    temperature: numberOf(config.temperature),
    top_p: numberOf(config.topP),
    top_k: numberOf(config.topK),
    stop: stopOf(config.stopSequences),
    seed: numberOf(config.seed),
    frequency_penalty: numberOf(config.frequencyPenalty),
    presence_penalty: numberOf(config.presencePenalty),
    n: numberOf(config.candidateCount),
    logprobs: flagOf(config.responseLogprobs),
    top_logprobs: numberOf(config.logprobs),
  });

function stopOf(value: unknown): readonly string[] | undefined {
  const words = listOf(value).filter((word) => typeof word === 'string');
  return words.length > 0 ? words : undefined;
}
