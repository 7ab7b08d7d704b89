import {
  settingsBeyond,
  type Conversation,
  type JsonObject,
  type SettingName,
  type Settings,
  type TextPart,
  type Tool,
} from '../../conversation/conversation.ts';
import type { WrittenRequest } from '../../format.ts';
import { definedOf } from '../../json/members.ts';
import { abilitiesOf, type ClaudeAbilities } from './claude-abilities.ts';
import { cacheControlOf } from './write-message-parts.ts';
import { writeTurns } from './write-message-turns.ts';
import { writeThinking, type WrittenThinking } from './write-thinking.ts';

const TOLD: readonly SettingName[] = ['max_tokens', 'stop', 'parallel_tool_calls'];

/** Writes a request for a message (Anthropic's API reference, "Create a Message"). Throws `Untranslatable`. */
export function writeMessageRequest(conversation: Conversation): WrittenRequest {
  const { model, stream, settings } = conversation;
  const abilities = abilitiesOf(model);
  const max_tokens = settings.max_tokens ?? abilities.defaultMaxTokens;
  const thinking = writeThinking(conversation, abilities, max_tokens);
  const isThinking = thinking.thinking !== undefined && thinking.thinking.type !== 'disabled';
  const sampling = abilities.takesSampling && !isThinking ? samplingOf(settings) : {};
  const body = definedOf({
    ...{ model, max_tokens },
    system: systemOf(conversation),
    messages: writeTurns(conversation.turns, thinking.thinking?.type !== 'disabled'),
    ...sampling,
    stop_sequences: settings.stop,
    thinking: thinking.thinking,
    output_config: outputOf(conversation, abilities, thinking),
    ...toolsOf(conversation),
    metadata: settings.user === undefined ? undefined : { user_id: settings.user },
    service_tier: tierOf(settings.service_tier),
    ...(stream ? { stream } : {}),
  });
  const told = new Set<SettingName>([...TOLD, ...(Object.keys(sampling) as SettingName[])]);
  const dropped = [
    ...conversation.unread,
    ...settingsBeyond(settings, told),
    ...lossesOf(conversation, abilities, { thinking, isSampled: told.has('temperature') }),
  ];
  return { body: Buffer.from(JSON.stringify(body)), dropped };
}

/** What holds for all turns, and instructions that stand between them. Empty texts are refused there. */
function systemOf({ system, turns }: Conversation): JsonObject[] | undefined {
  const between = turns.filter(({ role }) => role === 'system').flatMap(({ parts }) => parts);
  const texts = [...system, ...between.filter((part) => part.kind === 'text')];
  const blocks = texts.filter(({ text }) => text !== '').map(textBlock);
  return blocks.length === 0 ? undefined : blocks;
}

function toolsOf(conversation: Conversation): JsonObject {
  const { tools } = conversation;
  if (tools.length === 0) return {};
  return { tools: tools.map(toolOf), tool_choice: choiceOf(conversation) };
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

/** What is not told, beside settings. */
function lossesOf(
  { settings, answerForm }: Conversation,
  { takesSchema }: ClaudeAbilities,
  { thinking, isSampled }: { thinking: WrittenThinking; isSampled: boolean },
): string[] {
  const isCapped = isSampled && (settings.temperature ?? 0) > 1;
  const isFree = answerForm && !(takesSchema && answerForm.kind === 'schema');
  return [
    ...(isCapped ? ['temperature'] : []),
    ...(thinking.isDropped ? ['reasoning_effort'] : []),
    ...(isFree ? ['response_format'] : []),
  ];
}

function outputOf(
  { answerForm }: Conversation,
  { takesSchema }: ClaudeAbilities,
  { effort }: WrittenThinking,
): JsonObject | undefined {
  const format =
    answerForm?.kind === 'schema' && takesSchema
      ? { type: 'json_schema', schema: answerForm.schema }
      : undefined;
  return effort === undefined && !format ? undefined : definedOf({ effort, format });
}

const toolOf = ({ name, description, parameters, isStrict, cache }: Tool): JsonObject =>
  definedOf({
    ...{ name, description },
    input_schema: { type: 'object', ...parameters },
    strict: isStrict === true ? true : undefined,
    ...cacheControlOf(cache),
  });

function choiceOf({ toolChoice, settings }: Conversation): JsonObject | undefined {
  const isOneByOne = settings.parallel_tool_calls === false && toolChoice !== 'none';
  const single = isOneByOne ? { disable_parallel_tool_use: true } : {};
  if (toolChoice === undefined) return isOneByOne ? { type: 'auto', ...single } : undefined;
  if (typeof toolChoice === 'object') return { type: 'tool', name: toolChoice.name, ...single };
  return { type: toolChoice === 'required' ? 'any' : toolChoice, ...single };
}

/** OpenAI's `default` is what Anthropic calls standard. Other tiers are none of Anthropic's. */
function tierOf(tier: string | undefined): string | undefined {
  if (tier === 'auto') return tier;
  return tier === 'default' || tier === 'standard_only' ? 'standard_only' : undefined;
}
