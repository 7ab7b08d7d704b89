import {
  settingsBeyond,
  type AnswerForm,
  type CacheHint,
  type CallPart,
  type Conversation,
  type JsonObject,
  type MediaSource,
  type Part,
  type ReasoningPart,
  type ReasoningWish,
  type ResultPart,
  type SettingName,
  type Settings,
  type Tool,
  type ToolChoice,
  type Turn,
} from '../conversation/conversation.ts';
import { Untranslatable, type WrittenRequest } from '../format.ts';
import { definedOf } from '../json/members.ts';

/** What this API is told across: one answer without probabilities is all that others can show. */
const TOLD: ReadonlySet<SettingName> = new Set<SettingName>([
  ...(['max_tokens', 'temperature', 'top_p', 'top_k', 'stop', 'seed', 'verbosity'] as const),
  ...(['frequency_penalty', 'presence_penalty', 'logit_bias', 'parallel_tool_calls'] as const),
]);
/** The same, that cost nothing where they are lost. */
const ALSO_TOLD: ReadonlySet<string> = new Set(['user', 'service_tier', 'prompt_cache_key']);

/** Those that stand under another name, or beside tools alone. */
const ELSEWHERE: ReadonlySet<string> = new Set(['max_tokens', 'parallel_tool_calls']);

/** Writes a chat completion request (OpenAI's API reference, "Create chat completion"). Throws `Untranslatable`. */
export function writeChatRequest(conversation: Conversation): WrittenRequest {
  const { model, stream, system, turns, settings, unread } = conversation;
  const instructions = system.length === 0 ? [] : [{ role: 'system', content: contentOf(system) }];
  const body = definedOf({
    model,
    messages: [...instructions, ...turns.flatMap(messagesOf)],
    ...toldOf(settings),
    max_completion_tokens: settings.max_tokens,
    ...toolsOf(conversation),
    response_format: formatOf(conversation.answerForm),
    reasoning_effort: effortOf(conversation.reasoning),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  });
  const isOther = conversation.reasoning?.effort === 'max';
  return {
    body: Buffer.from(JSON.stringify(body)),
    dropped: [
      ...unread,
      ...settingsBeyond(settings, TOLD),
      ...(isOther ? ['reasoning_effort'] : []),
    ],
  };
}

function toldOf(settings: Settings): JsonObject {
  const told = Object.entries(settings).filter(
    ([name]) => !ELSEWHERE.has(name) && (TOLD.has(name as SettingName) || ALSO_TOLD.has(name)),
  );
  return Object.fromEntries(told);
}

/** All results of tools stand directly behind their calls, and what the user says behind them. */
function messagesOf({ role, parts }: Turn): JsonObject[] {
  if (role === 'assistant') return [assistantOf(parts)];
  if (role === 'system') return [{ role, content: contentOf(parts) }];
  const results = parts.filter((part) => part.kind === 'result');
  const rest = [...results.flatMap(mediaOf), ...parts.filter((part) => part.kind !== 'result')];
  const said = rest.length === 0 ? [] : [{ role, content: contentOf(rest) }];
  return [...results.map(toolMessageOf), ...said];
}

/** A tool answers with text alone in this API. */
function toolMessageOf({ callId, parts, isError }: ResultPart): JsonObject {
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const content = isError === true && text === '' ? 'The tool failed.' : text;
  return { role: 'tool', tool_call_id: callId, content };
}

/** Pictures and files that tools answered with are the user's. */
const mediaOf = ({ parts }: ResultPart): readonly Part[] =>
  parts.filter(({ kind }) => kind !== 'text');

function assistantOf(parts: readonly Part[]): JsonObject {
  const calls = parts.filter((part) => part.kind === 'call');
  const thoughts = parts.filter((part) => part.kind === 'reasoning');
  const texts = parts.filter((part) => part.kind === 'text');
  const said = texts.filter(({ isRefusal }) => isRefusal !== true);
  const declined = texts.filter(({ isRefusal }) => isRefusal === true);
  return definedOf({
    role: 'assistant',
    content: said.length === 0 ? null : contentOf(said),
    refusal: declined.map(({ text }) => text).join('') || undefined,
    tool_calls: calls.length === 0 ? undefined : calls.map(callOf),
    ...reasoningOf(thoughts),
  });
}

/** Seals of other vendors tell this one nothing. */
function reasoningOf(thoughts: readonly ReasoningPart[]): JsonObject {
  const text = thoughts.map((part) => part.text).join('');
  return text === '' ? {} : { reasoning_content: text };
}

const callOf = ({ id, name, arguments: text }: CallPart): JsonObject => ({
  ...{ id, type: 'function' },
  function: { name, arguments: text },
});

/** A single text is written as it is. */
function contentOf(parts: readonly Part[]): unknown {
  const [first] = parts;
  if (parts.length === 1 && first?.kind === 'text' && !first.cache) return first.text;
  return parts.map(partOf);
}

function partOf(part: Part): JsonObject {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text, ...cacheOf(part.cache) };
    case 'image': {
      const image_url = definedOf({ url: urlOf(part.source, 'image_url'), detail: part.detail });
      return { type: 'image_url', image_url, ...cacheOf(part.cache) };
    }
    case 'audio':
      return { type: 'input_audio', input_audio: soundOf(part.source) };
    case 'file':
      return { type: 'file', file: fileOf(part.source, part.name), ...cacheOf(part.cache) };
    default:
      throw new Untranslatable(`A ${part.kind} cannot stand here in chat completions.`, 'messages');
  }
}

/** Not a member of OpenAI's API; providers that speak it and keep prompts in a cache take it. */
const cacheOf = (cache: CacheHint | undefined): JsonObject =>
  cache ? { cache_control: definedOf({ type: 'ephemeral', ttl: cache.ttl }) } : {};

function urlOf(source: MediaSource, what: string): string {
  if ('url' in source) return source.url;
  if ('data' in source) return `data:${source.mediaType};base64,${source.data}`;
  throw new Untranslatable(`Chat completions take no id of a file as ${what}.`, 'messages');
}

function soundOf(source: MediaSource): JsonObject {
  if (!('data' in source))
    throw new Untranslatable('Chat completions take sounds as bytes alone.', 'messages');
  const { data, mediaType } = source;
  return {
    data,
    format: /mpeg|mp3/.test(mediaType) ? 'mp3' : mediaType.replace(/^.*\/(?:x-)?/, ''),
  };
}

function fileOf(source: MediaSource, name: string | undefined): JsonObject {
  if ('fileId' in source) return { file_id: source.fileId };
  if ('url' in source)
    throw new Untranslatable('Chat completions take no address of a file.', 'messages');
  return { filename: name ?? 'file', file_data: urlOf(source, 'file_data') };
}

/** How tools are called is refused where there are none. */
function toolsOf({ tools, toolChoice, settings }: Conversation): JsonObject {
  if (tools.length === 0) return {};
  const { parallel_tool_calls } = settings;
  return { tools: tools.map(toolOf), tool_choice: choiceOf(toolChoice), parallel_tool_calls };
}

const toolOf = ({ name, description, parameters, isStrict, cache }: Tool): JsonObject => ({
  type: 'function',
  function: definedOf({ name, description, parameters, strict: isStrict }),
  ...cacheOf(cache),
});

function choiceOf(choice: ToolChoice | undefined): unknown {
  if (choice === undefined || typeof choice === 'string') return choice;
  return { type: 'function', function: { name: choice.name } };
}

function formatOf(form: AnswerForm | undefined): JsonObject | undefined {
  if (!form) return undefined;
  if (form.kind === 'json') return { type: 'json_object' };
  const { name, schema, description, isStrict } = form;
  return {
    type: 'json_schema',
    json_schema: definedOf({ name, schema, description, strict: isStrict }),
  };
}

/** A budget in tokens as an effort, by the shares of an answer that OpenRouter names for them: 20, 50 and 80 %. */
export function effortOf(wish: ReasoningWish | undefined): string | undefined {
  if (!wish) return undefined;
  const { effort, budgetTokens } = wish;
  if (effort !== undefined) return effort === 'max' ? 'xhigh' : effort;
  if (budgetTokens === undefined) return undefined;
  if (budgetTokens === 0) return 'none';
  if (budgetTokens <= 2048) return 'low';
  return budgetTokens <= 8192 ? 'medium' : 'high';
}
