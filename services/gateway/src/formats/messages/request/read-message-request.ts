import {
  EFFORTS,
  type AnswerForm,
  type Conversation,
  type JsonObject,
  type ReasoningWish,
  type Settings,
  type Tool,
  type ToolChoice,
  type Turn,
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
import { readCacheHint, readMessageParts, readSystemTexts } from './read-message-parts.ts';

/** Members that are read, or that change nothing of an answer. */
const KNOWN = new Set([
  ...['model', 'messages', 'system', 'stream', 'metadata', 'cache_control', 'tools', 'tool_choice'],
  ...['max_tokens', 'temperature', 'top_p', 'top_k', 'stop_sequences', 'service_tier', 'thinking'],
  ...['output_config', 'output_format', 'betas', 'diagnostics', 'workspace_id', 'user_profile_id'],
]);

/** Anthropic's tiers of service, as others call them. */
const TIERS: ReadonlyMap<unknown, string> = new Map([
  ['auto', 'auto'],
  ['standard_only', 'default'],
]);

/** Reads a request for a message (Anthropic's API reference, "Create a Message"). Throws `Untranslatable`. */
export function readMessageRequest(body: Buffer, { model, stream }: RequestFacts): Conversation {
  const asked: unknown = JSON.parse(body.toString());
  if (!isObject(asked)) throw new Untranslatable('The body is not a JSON object.');
  const tools = listOf(asked.tools).map((one) => objectOf(one) ?? {});
  const output = objectOf(asked.output_config);
  return {
    ...{ model, stream },
    system: readSystemTexts(asked.system),
    turns: listOf(asked.messages).map(turnOf),
    tools: tools.filter(isFunction).map(toolOf),
    toolChoice: choiceOf(objectOf(asked.tool_choice)),
    answerForm: formOf(objectOf(output?.format) ?? objectOf(asked.output_format)),
    reasoning: reasoningOf(objectOf(asked.thinking), output),
    settings: settingsOf(asked),
    unread: [...namesBeyond(asked, KNOWN), ...tools.filter((tool) => !isFunction(tool)).map(named)],
  };
}

function turnOf(value: unknown, index: number): Turn {
  const message = objectOf(value);
  const role = textOf(message?.role);
  if (role === 'system') return { role, parts: readSystemTexts(message?.content) };
  if (role !== 'user' && role !== 'assistant')
    throw new Untranslatable(`messages[${index}] has no role that is known.`, 'messages');
  return { role, parts: readMessageParts(message?.content) };
}

/** Tools of other types run at Anthropic, or have a form that its models alone know. */
const isFunction = ({ type }: JsonObject): boolean =>
  type === undefined || type === null || type === 'custom';

const named = ({ type }: JsonObject): string => `tools.${textOf(type) ?? 'unknown'}`;

function toolOf(tool: JsonObject): Tool {
  const name = textOf(tool.name);
  if (name === undefined) throw new Untranslatable('A tool has no name.', 'tools');
  return definedOf({
    name,
    description: textOf(tool.description),
    parameters: objectOf(tool.input_schema),
    isStrict: flagOf(tool.strict),
    cache: readCacheHint(tool.cache_control),
  });
}

function choiceOf(choice: JsonObject | undefined): ToolChoice | undefined {
  switch (choice?.type) {
    case undefined:
      return undefined;
    case 'auto':
    case 'none':
      return choice.type;
    case 'any':
      return 'required';
    default: {
      const name = textOf(choice?.name);
      if (name === undefined)
        throw new Untranslatable('No other API has this form of tool_choice.', 'tool_choice');
      return { name };
    }
  }
}

function formOf(format: JsonObject | undefined): AnswerForm | undefined {
  const schema = objectOf(format?.schema);
  if (format?.type !== 'json_schema' || !schema) return undefined;
  return { kind: 'schema', name: 'answer', schema, isStrict: true };
}

/** How much to think, and whether the client reads it. */
function reasoningOf(
  thinking: JsonObject | undefined,
  output: JsonObject | undefined,
): ReasoningWish | undefined {
  const effort = EFFORTS.find((one) => one === output?.effort);
  if (!thinking) return effort && { effort };
  if (thinking.type === 'disabled') return { budgetTokens: 0 };
  return definedOf({
    effort,
    budgetTokens: effort ? undefined : numberOf(thinking.budget_tokens),
    isShown: thinking.display !== 'omitted',
  });
}

function settingsOf(asked: JsonObject): Settings {
  const stop = listOf(asked.stop_sequences).filter((one) => typeof one === 'string');
  const isParallel = flagOf(objectOf(asked.tool_choice)?.disable_parallel_tool_use);
  return definedOf({
    max_tokens: numberOf(asked.max_tokens),
    temperature: numberOf(asked.temperature),
    top_p: numberOf(asked.top_p),
    top_k: numberOf(asked.top_k),
    stop: stop.length > 0 ? stop : undefined,
    parallel_tool_calls: isParallel === true ? false : undefined,
    user: textOf(objectOf(asked.metadata)?.user_id),
    service_tier: TIERS.get(asked.service_tier),
  });
}
