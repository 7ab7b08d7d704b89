import {
  settingsBeyond,
  type AnswerForm,
  type Conversation,
  type JsonObject,
  type ReasoningWish,
  type SettingName,
  type Settings,
  type Tool,
} from '../conversation/conversation.ts';
import type { WrittenRequest } from '../format.ts';
import { definedOf } from '../json/members.ts';
import { cohereMessages } from './cohere-messages.ts';

/** What Cohere can be told of settings. */
const TOLD: ReadonlySet<SettingName> = new Set<SettingName>([
  ...(['max_tokens', 'temperature', 'top_p', 'top_k', 'stop', 'seed'] as const),
  ...(['frequency_penalty', 'presence_penalty'] as const),
]);

/** Writes a request of Cohere's chat (https://docs.cohere.com/reference/chat). Throws `Untranslatable`. */
export function writeCohereRequest(conversation: Conversation): WrittenRequest {
  const { model, stream, settings, reasoning } = conversation;
  const { tools, choice } = toolsOf(conversation);
  const fitted = fittedOf(settings);
  const messages = cohereMessages(conversation, isThinking(reasoning));
  const body = definedOf({
    ...{ model, stream },
    messages,
    tools: tools.length === 0 ? undefined : tools.map(toolOf),
    strict_tools: tools.length > 0 && tools.every(({ isStrict }) => isStrict) ? true : undefined,
    tool_choice: choice,
    response_format: formOf(conversation.answerForm),
    thinking: thinkingOf(reasoning),
    max_tokens: fitted.max_tokens,
    temperature: fitted.temperature,
    p: fitted.top_p,
    k: fitted.top_k,
    stop_sequences: fitted.stop,
    seed: fitted.seed,
    frequency_penalty: fitted.frequency_penalty,
    presence_penalty: fitted.presence_penalty,
  });
  const isBegun = messages.at(-1)?.role === 'assistant';
  return {
    body: Buffer.from(JSON.stringify(body)),
    dropped: [...droppedOf(conversation), ...(isBegun ? [NOT_CONTINUED] : [])],
  };
}

/** That an answer goes on from the last message, which is the assistant's: Cohere takes such messages, and answers behind them. */
const NOT_CONTINUED = 'prefill';

/** Cohere refuses what is beyond its ranges, which are narrower than OpenAI's. */
const RANGES = {
  frequency_penalty: [0, 1],
  presence_penalty: [0, 1],
  top_p: [0.01, 0.99],
  top_k: [0, 500],
} as const;
const MOST_STOPS = 5;

/** The settings within its ranges. */
function fittedOf(settings: Settings): Settings {
  const fitted = Object.entries(RANGES).map(([name, [least, most]]) => {
    const value = settings[name as keyof typeof RANGES];
    return [
      name,
      value === undefined ? undefined : Math.min(most, Math.max(least, value)),
    ] as const;
  });
  const { stop } = settings;
  return { ...settings, stop: stop?.slice(0, MOST_STOPS), ...Object.fromEntries(fitted) };
}

/** Settings that Cohere is told otherwise than they were asked for. A `top_p` of all is as good as 0.99. */
function unfitted(settings: Settings): string[] {
  const fitted = fittedOf(settings);
  const isOther = (name: keyof typeof RANGES): boolean =>
    fitted[name] !== settings[name] && !(name === 'top_p' && settings.top_p === 1);
  const names: string[] = (Object.keys(RANGES) as (keyof typeof RANGES)[]).filter(isOther);
  return fitted.stop?.length === settings.stop?.length ? names : [...names, 'stop'];
}

function droppedOf({ settings, tools, unread }: Conversation): string[] {
  const dropped = [...unread, ...settingsBeyond(settings, TOLD), ...unfitted(settings)];
  const isAlone = settings.parallel_tool_calls === false && tools.length > 0;
  return isAlone ? [...dropped, 'parallel_tool_calls'] : dropped;
}

interface Choice {
  readonly tools: readonly Tool[];
  readonly choice: 'REQUIRED' | 'NONE' | undefined;
}

/** A tool that has to be called is the only one that there is. */
function toolsOf({ tools, toolChoice }: Conversation): Choice {
  if (tools.length === 0 || toolChoice === undefined || toolChoice === 'auto')
    return { tools, choice: undefined };
  if (toolChoice === 'none') return { tools, choice: 'NONE' };
  if (toolChoice === 'required') return { tools, choice: 'REQUIRED' };
  return { tools: tools.filter(({ name }) => name === toolChoice.name), choice: 'REQUIRED' };
}

/** Parameters have to be there. */
const toolOf = ({ name, description, parameters }: Tool): JsonObject => ({
  type: 'function',
  function: definedOf({
    ...{ name, description },
    parameters: parameters ?? { type: 'object', properties: {} },
  }),
});

function formOf(form: AnswerForm | undefined): JsonObject | undefined {
  if (!form) return undefined;
  const type = 'json_object';
  return form.kind === 'json' ? { type } : { type, json_schema: form.schema };
}

/** Tokens for what is thought, by effort; none: as many as the model likes. */
const BUDGETS: Readonly<Partial<Record<string, number>>> = {
  ...{ minimal: 1024, low: 2048, medium: 8192 },
};

const isThinking = (wish: ReasoningWish | undefined): boolean =>
  wish !== undefined && wish.effort !== 'none' && wish.budgetTokens !== 0;

function thinkingOf(wish: ReasoningWish | undefined): JsonObject | undefined {
  const { effort, budgetTokens } = wish ?? {};
  if (effort === undefined && budgetTokens === undefined) return undefined;
  if (!isThinking(wish)) return { type: 'disabled' };
  return definedOf({
    type: 'enabled',
    token_budget: budgetTokens ?? BUDGETS[effort ?? ''],
  });
}
