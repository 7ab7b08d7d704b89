import {
  EFFORTS,
  type AnswerForm,
  type JsonObject,
  type ReasoningWish,
  type Settings,
} from '../conversation/conversation.ts';
import { definedOf, flagOf, numberOf, objectOf, textOf } from '../json/members.ts';

/** Members of a request that are settings. */
export const RESPONSES_SETTINGS = [
  ...['max_output_tokens', 'temperature', 'top_p', 'parallel_tool_calls', 'user'],
  ...['service_tier', 'prompt_cache_key'],
];

export const readSettings = (asked: JsonObject): Settings =>
  definedOf({
    max_tokens: numberOf(asked.max_output_tokens),
    temperature: numberOf(asked.temperature),
    top_p: numberOf(asked.top_p),
    parallel_tool_calls: flagOf(asked.parallel_tool_calls),
    user: textOf(asked.user) ?? textOf(asked.safety_identifier),
    service_tier: textOf(asked.service_tier),
    verbosity: textOf(objectOf(asked.text)?.verbosity),
    prompt_cache_key: textOf(asked.prompt_cache_key),
  });

/** The form that `text.format` asks for; undefined: text. */
export function readAnswerForm(text: unknown): AnswerForm | undefined {
  const form = objectOf(objectOf(text)?.format);
  const type = textOf(form?.type);
  if (type === 'json_object') return { kind: 'json' };
  if (!form || type !== 'json_schema') return undefined;
  return definedOf<AnswerForm>({
    kind: 'schema',
    name: textOf(form.name) ?? 'answer',
    schema: objectOf(form.schema) ?? {},
    description: textOf(form.description),
    isStrict: flagOf(form.strict),
  });
}

/** Who asks for a summary wants to read what the model thought. */
export function readReasoning(value: unknown): ReasoningWish | undefined {
  const reasoning = objectOf(value);
  const effort = EFFORTS.find((one) => one === reasoning?.effort);
  const summary = textOf(reasoning?.summary) ?? textOf(reasoning?.generate_summary);
  const isShown = summary === undefined ? undefined : true;
  return effort === undefined && !isShown ? undefined : definedOf({ effort, isShown });
}
