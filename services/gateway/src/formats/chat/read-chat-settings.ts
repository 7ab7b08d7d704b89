import {
  EFFORTS,
  type AnswerForm,
  type JsonObject,
  type ReasoningWish,
  type Settings,
} from '../conversation/conversation.ts';
import {
  definedOf,
  flagOf,
  isObject,
  listOf,
  numberOf,
  objectOf,
  textOf,
} from '../json/members.ts';

/** Members of a request that are settings. */
export const CHAT_SETTINGS = [
  ...['max_tokens', 'max_completion_tokens', 'temperature', 'top_p', 'top_k', 'stop', 'seed'],
  ...['frequency_penalty', 'presence_penalty', 'n', 'logit_bias', 'logprobs', 'top_logprobs'],
  ...['parallel_tool_calls', 'user', 'service_tier', 'verbosity', 'prompt_cache_key'],
];

export const readChatSettings = (asked: JsonObject): Settings =>
  definedOf({
    max_tokens: numberOf(asked.max_completion_tokens) ?? numberOf(asked.max_tokens),
    temperature: numberOf(asked.temperature),
    top_p: numberOf(asked.top_p),
    top_k: numberOf(asked.top_k),
    stop: stopOf(asked.stop),
    seed: numberOf(asked.seed),
    frequency_penalty: numberOf(asked.frequency_penalty),
    presence_penalty: numberOf(asked.presence_penalty),
    n: numberOf(asked.n),
    logit_bias: objectOf(asked.logit_bias),
    logprobs: flagOf(asked.logprobs),
    top_logprobs: numberOf(asked.top_logprobs),
    parallel_tool_calls: flagOf(asked.parallel_tool_calls),
    user: textOf(asked.user) ?? textOf(asked.safety_identifier),
    service_tier: textOf(asked.service_tier),
    verbosity: textOf(asked.verbosity),
    prompt_cache_key: textOf(asked.prompt_cache_key),
  });

function stopOf(value: unknown): readonly string[] | undefined {
  const words = typeof value === 'string' ? [value] : listOf(value).filter(isText);
  return words.length > 0 ? words : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The form that `response_format` asks for; undefined: text. */
export function readAnswerForm(value: unknown): AnswerForm | undefined {
  const form = objectOf(value);
  const type = textOf(form?.type);
  if (type === 'json_object') return { kind: 'json' };
  const described = objectOf(form?.json_schema);
  if (type !== 'json_schema' || !described) return undefined;
  return definedOf<AnswerForm>({
    kind: 'schema',
    name: textOf(described.name) ?? 'answer',
    schema: isObject(described.schema) ? described.schema : {},
    description: textOf(described.description),
    isStrict: flagOf(described.strict),
  });
}

export function readEffort(value: unknown): ReasoningWish | undefined {
  const effort = EFFORTS.find((one) => one === value);
  return effort && { effort };
}
