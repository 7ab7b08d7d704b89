import {
  settingsBeyond,
  type AnswerForm,
  type Conversation,
  type Effort,
  type JsonObject,
  type ReasoningWish,
  type SettingName,
  type Tool,
  type ToolChoice,
} from '../../conversation/conversation.ts';
import { Untranslatable, type WrittenRequest } from '../../format.ts';
import { definedOf } from '../../json/members.ts';
import { contentsOf } from './gemini-contents.ts';

const TOLD: ReadonlySet<SettingName> = new Set([
  ...(['max_tokens', 'temperature', 'top_p', 'top_k', 'stop', 'seed'] as const),
  ...(['frequency_penalty', 'presence_penalty', 'parallel_tool_calls'] as const),
]);

/** Writes a request of generateContent (https://ai.google.dev/api/generate-content). Throws `Untranslatable`. */
export function writeGeminiRequest(conversation: Conversation): WrittenRequest {
  const { model, system, turns, tools, toolChoice } = conversation;
  const functionDeclarations = tools.map(declarationOf);
  const body = definedOf({
    contents: endedByUser(contentsOf(turns, !thinksInTokens(model)), model),
    systemInstruction:
      system.length === 0 ? undefined : { parts: system.map(({ text }) => ({ text })) },
    tools: tools.length === 0 ? undefined : [{ functionDeclarations }],
    toolConfig:
      toolChoice === undefined || tools.length === 0
        ? undefined
        : { functionCallingConfig: choiceOf(toolChoice) },
    generationConfig: configOf(conversation),
  });
  return { body: Buffer.from(JSON.stringify(body)), dropped: droppedOf(conversation) };
}

/**
 * Gemini 3.5 Flash-Lite, 3.6 and all later ones (https://ai.google.dev/gemini-api/docs/generate-content/whats-new-gemini-3.6): they refuse to go on from a
 * turn of their own, and draw their words as they like: they pass over what is said of that, and Google says that those to come refuse it.
 */
const SINCE_3_6 = /gemini-(?:3\.5-flash-lite|3\.(?:[6-9]|[1-9]\d)|[4-9]|[1-9]\d)/;

/** The contents, unless the assistant has the last word and the model wants it of the user. Other models go on from what the assistant said. */
function endedByUser(contents: JsonObject[], model: string): JsonObject[] {
  if (contents.at(-1)?.role !== 'model' || !SINCE_3_6.test(model)) return contents;
  throw new Untranslatable(
    'This model does not go on from a message of the assistant: end messages with one of the user, which may say how the answer is to begin, ask for a JSON schema where the form matters, or ask another model.',
    'messages',
  );
}

/** How words are drawn, of which these models cannot be told. */
const SAMPLING: ReadonlySet<SettingName> = new Set(['temperature', 'top_p', 'top_k'] as const);
const TOLD_SINCE_3_6 = TOLD.difference(SAMPLING);

const toldTo = (model: string): ReadonlySet<SettingName> =>
  SINCE_3_6.test(model) ? TOLD_SINCE_3_6 : TOLD;

/** Calls are parallel as the model likes, and keep to their schemas as well as it can. */
function droppedOf({ model, settings, tools, unread, reasoning }: Conversation): string[] {
  const isSerial = settings.parallel_tool_calls === false && tools.length > 0;
  return [
    ...unread,
    ...settingsBeyond(settings, toldTo(model)),
    ...(lengthOf(model, settings.max_tokens) === settings.max_tokens ? [] : ['max_tokens']),
    ...(isSerial ? ['parallel_tool_calls'] : []),
    ...(tools.some(({ isStrict }) => isStrict === true) ? ['tools.function.strict'] : []),
    ...(reasoning && isOther(reasoning, model) ? ['reasoning_effort'] : []),
  ];
}

const declarationOf = ({ name, description, parameters }: Tool): JsonObject =>
  definedOf({ name, description, parametersJsonSchema: parameters });

function choiceOf(choice: ToolChoice): JsonObject {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  return { mode: { auto: 'AUTO', none: 'NONE', required: 'ANY' }[choice] };
}

function configOf({
  model,
  settings,
  answerForm,
  reasoning,
}: Conversation): JsonObject | undefined {
  const config = definedOf({
    maxOutputTokens: lengthOf(model, settings.max_tokens),
    ...(SINCE_3_6.test(model) ? {} : samplingOf(settings)),
    stopSequences: settings.stop,
    seed: settings.seed,
    frequencyPenalty: settings.frequency_penalty,
    presencePenalty: settings.presence_penalty,
    ...formOf(answerForm),
    thinkingConfig: reasoning && thinkingOf(reasoning, model),
  });
  return Object.keys(config).length === 0 ? undefined : config;
}

const samplingOf = ({ temperature, top_p, top_k }: Conversation['settings']): JsonObject => ({
  ...{ temperature, topP: top_p, topK: top_k },
});

/** The longest answer that a model gives, in tokens; Infinity where that is not known. Google refuses who would have a longer one (its models' pages, and its error). */
function longestOf(model: string): number {
  if (/gemini-(?:1\.|2\.0)/.test(model)) return 8192;
  return /gemini-(?:2\.5|3)/.test(model) ? 65_535 : Infinity;
}

/** As many tokens as were asked for at most, and no more than there can be. */
const lengthOf = (model: string, asked: number | undefined): number | undefined =>
  asked === undefined ? undefined : Math.min(asked, longestOf(model));

function formOf(form: AnswerForm | undefined): JsonObject {
  if (!form) return {};
  const json = { responseMimeType: 'application/json' };
  return form.kind === 'json' ? json : { ...json, responseJsonSchema: form.schema };
}

/** Models up to 2.5 are told how much to think in tokens, those after them in words; calls of those after them have to be signed. */
const thinksInTokens = (model: string): boolean => !/gemini-(?:[3-9]|[1-9]\d)/.test(model);

/** Budgets as Google has them for the efforts of OpenAI's API (https://ai.google.dev/gemini-api/docs/openai#thinking). */
const BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};
const LEVELS: Readonly<Record<Effort, string>> = {
  none: 'MINIMAL',
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
};

/** What models of 2.5 take ("Thinking budgets"); those of the kind Pro cannot be kept from thinking. */
function budgetFor(model: string, budget: number): number {
  if (budget < 0 || !thinksInTokens(model)) return budget;
  if (/-pro/.test(model)) return Math.min(32_768, Math.max(128, budget));
  const least = budget > 0 && /-lite/.test(model) ? 512 : 0;
  return Math.min(24_576, Math.max(least, budget));
}

/** Whether the model is told to think as much as is nearest to what was asked for. */
function isOther({ effort, budgetTokens }: ReasoningWish, model: string): boolean {
  if (budgetTokens !== undefined) return budgetFor(model, budgetTokens) !== budgetTokens;
  if (effort === 'none') return !thinksInTokens(model) || budgetFor(model, 0) !== 0;
  return effort === 'xhigh' || effort === 'max';
}

/** A client that asks for reasoning and does not say whether it wants to read it is shown it: it costs the same. */
function thinkingOf({ effort, budgetTokens, isShown }: ReasoningWish, model: string): JsonObject {
  const isOff = effort === 'none' || budgetTokens === 0;
  const includeThoughts = isShown ?? !isOff;
  if (budgetTokens !== undefined)
    return { thinkingBudget: budgetFor(model, budgetTokens), includeThoughts };
  if (effort === undefined) return { includeThoughts };
  return thinksInTokens(model)
    ? { thinkingBudget: budgetFor(model, BUDGETS[effort]), includeThoughts }
    : { thinkingLevel: LEVELS[effort], includeThoughts };
}
