import {
  settingsBeyond,
  type AnswerForm,
  type Conversation,
  type JsonObject,
  type SettingName,
  type Settings,
  type TextPart,
  type Tool,
} from '../../conversation/conversation.ts';
import { ToolNames } from '../../conversation/told-names.ts';
import { stopWordsOf } from '../../conversation/stop-words.ts';
import type { WrittenRequest } from '../../format.ts';
import { definedOf } from '../../json/members.ts';
import { abilitiesOf, type ClaudeAbilities } from './claude-abilities.ts';
import { promisedSchema } from './promised-schema.ts';
import { cacheControlOf, isBlank } from './write-message-parts.ts';
import { writeTurns } from './write-message-turns.ts';
import { writeThinking, type WrittenThinking } from './write-thinking.ts';

const LONGEST_TOOL_NAME = 128;
const TOLD: readonly SettingName[] = ['max_tokens', 'stop', 'parallel_tool_calls'];

/** Writes a request for a message (Anthropic's API reference, "Create a Message"). Throws `Untranslatable`. */
export function writeMessageRequest(conversation: Conversation): WrittenRequest {
  const { model, stream, settings } = conversation;
  const abilities = abilitiesOf(model);
  const max_tokens = settings.max_tokens ?? abilities.defaultMaxTokens;
  const thinking = writeThinking(conversation, abilities, max_tokens);
  const type = thinking.thinking?.type ?? 'disabled';
  const sampling = abilities.takesSampling && type === 'disabled' ? samplingOf(settings) : {};
  const stop = stopWordsOf(settings.stop);
  const format = formatOf(conversation.answerForm, abilities);
  const names = new ToolNames(LONGEST_TOOL_NAME);
  const tools = toolsOf(conversation, { abilities, names });
  const withThoughts = thinking.thinking?.type !== 'disabled';
  const body = definedOf({
    ...{ model, max_tokens },
    system: systemOf(conversation),
    messages: writeTurns(conversation.turns, { withThoughts, names }),
    ...sampling,
    stop_sequences: stop.words,
    thinking: thinking.thinking,
    output_config: outputOf(format, thinking),
    ...tools.members,
    metadata: settings.user === undefined ? undefined : { user_id: settings.user },
    service_tier: tierOf(settings.service_tier),
    ...(stream ? { stream } : {}),
  });
  const told = new Set<SettingName>([...TOLD, ...(Object.keys(sampling) as SettingName[])]);
  const dropped = [
    ...conversation.unread,
    ...settingsBeyond(settings, told),
    ...lossesOf(conversation, { thinking, format, isSampled: told.has('temperature') }),
    ...stop.dropped,
    ...tools.dropped,
  ];
  return { body: Buffer.from(JSON.stringify(body)), dropped, names: names.originals };
}

interface ToolContext {
  readonly abilities: ClaudeAbilities;
  readonly names: ToolNames;
}

/** The tools, and `strict` where the model cannot be held to the schema of one that asks for it. */
function toolsOf(
  conversation: Conversation,
  context: ToolContext,
): { members: JsonObject; dropped: string[] } {
  const { tools } = conversation;
  if (tools.length === 0) return { members: {}, dropped: [] };
  const written = tools.map((tool) => toolOf(tool, context));
  const isFree = tools.some(({ isStrict }, at) => isStrict === true && !written[at]?.strict);
  return {
    members: { tools: written, tool_choice: choiceOf(conversation, context.names) },
    dropped: isFree ? ['strict'] : [],
  };
}

/** What holds for all turns, and instructions that stand between them. Blank texts are refused there. */
function systemOf({ system, turns }: Conversation): JsonObject[] | undefined {
  const between = turns.filter(({ role }) => role === 'system').flatMap(({ parts }) => parts);
  const texts = [...system, ...between.filter((part) => part.kind === 'text')];
  const blocks = texts.filter(({ text }) => !isBlank(text)).map(textBlock);
  return blocks.length === 0 ? undefined : blocks;
}

const textBlock = ({ text, cache }: TextPart): JsonObject => ({
  ...{ type: 'text', text },
  ...cacheControlOf(cache),
});

/** OpenAI's temperatures go up to 2, and Anthropic's to 1. Models since 4.1 take a temperature or a `top_p`, and not both. */
function samplingOf({ temperature, top_p, top_k }: Settings): JsonObject {
  return definedOf({
    temperature: temperature === undefined ? undefined : Math.min(1, Math.max(0, temperature)),
    top_p: temperature === undefined ? top_p : undefined,
    top_k,
  });
}

interface Told {
  readonly thinking: WrittenThinking;
  readonly format: JsonObject | undefined;
  readonly isSampled: boolean;
}

/** What is not told, beside settings and tools. */
function lossesOf(
  { settings, answerForm }: Conversation,
  { thinking, format, isSampled }: Told,
): string[] {
  const isCapped = isSampled && (settings.temperature ?? 0) > 1;
  return [
    ...(isCapped ? ['temperature'] : []),
    ...(thinking.isDropped ? ['reasoning_effort'] : []),
    ...(answerForm && !format ? ['response_format'] : []),
  ];
}

/** Undefined where the model cannot be held to the form, or has no need to. */
function formatOf(
  form: AnswerForm | undefined,
  { takesSchema }: ClaudeAbilities,
): JsonObject | undefined {
  const schema = form?.kind === 'schema' && takesSchema ? promisedSchema(form.schema) : undefined;
  return schema && { type: 'json_schema', schema };
}

function outputOf(
  format: JsonObject | undefined,
  { effort }: WrittenThinking,
): JsonObject | undefined {
  return effort === undefined && !format ? undefined : definedOf({ effort, format });
}

/** Where the model cannot be held to a schema, the schema tells it what is wanted. */
function toolOf(
  { name, description, parameters, isStrict, cache }: Tool,
  { abilities: { takesSchema }, names }: ToolContext,
): JsonObject {
  const schema: JsonObject = { type: 'object', ...parameters };
  const promised = isStrict === true && takesSchema ? promisedSchema(schema) : undefined;
  return definedOf({
    ...{ name: names.write(name), description },
    input_schema: promised ?? schema,
    strict: promised && true,
    ...cacheControlOf(cache),
  });
}

function choiceOf(
  { toolChoice, settings }: Conversation,
  names: ToolNames,
): JsonObject | undefined {
  const isOneByOne = settings.parallel_tool_calls === false && toolChoice !== 'none';
  const single = isOneByOne ? { disable_parallel_tool_use: true } : {};
  if (toolChoice === undefined) return isOneByOne ? { type: 'auto', ...single } : undefined;
  if (typeof toolChoice === 'object')
    return { type: 'tool', name: names.write(toolChoice.name), ...single };
  return { type: toolChoice === 'required' ? 'any' : toolChoice, ...single };
}

/** OpenAI's `default` is what Anthropic calls standard. Other tiers are none of Anthropic's. */
function tierOf(tier: string | undefined): string | undefined {
  if (tier === 'auto') return tier;
  return tier === 'default' || tier === 'standard_only' ? 'standard_only' : undefined;
}
