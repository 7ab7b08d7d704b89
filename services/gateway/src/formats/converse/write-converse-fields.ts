import type {
  Conversation,
  Effort,
  JsonObject,
  ReasoningWish,
  Settings,
} from '../conversation/conversation.ts';
import { readSeal } from './converse-seal.ts';
import type { ModelTraits } from './model-family.ts';
import { mustCall } from './write-converse-tools.ts';

/** Members of a request that are no part of Bedrock's own API, or that go by the model. */
export interface ModelFields {
  /** `additionalModelRequestFields`: each family has its own. */
  readonly fields: JsonObject;
  /** `outputConfig.effort`. */
  readonly effort?: string | undefined;
  /** Settings that the model would refuse beside these. */
  readonly without: readonly ('temperature' | 'top_p')[];
  readonly dropped: readonly string[];
}

/** Since this version Claude finds out itself how much to think. */
const ADAPTIVE = 4.6;
/** Before, there was no thinking. */
const FIRST_THINKING = 3.7;
/** Since this version it takes one of both. */
const EITHER_TEMPERATURE_OR_TOP_P = 4.5;
/** Since this version it takes neither, nor a `top_k`. */
const NO_SAMPLING = 4.7;
/** Claude refuses a smaller budget. */
const LEAST_BUDGET = 1024;

/** Tokens for an effort: within the ranges by which budgets become efforts elsewhere. */
const BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 31_999,
};

/** Bedrock takes no higher one ("InferenceConfiguration"). */
export const MOST_TEMPERATURE = 1;

export function modelFieldsOf(conversation: Conversation, traits: ModelTraits): ModelFields {
  const thinking = thinkingOf(conversation, traits);
  const { settings, reasoning } = conversation;
  const isThinking = thinking !== undefined;
  const topK = mayHaveTopK(traits, isThinking) ? topKOf(settings.top_k, traits) : undefined;
  const without = refusedBeside(conversation, traits, isThinking);
  const dropped = [
    ...(settings.top_k !== undefined && !topK ? ['top_k'] : []),
    ...(isWished(reasoning) && thinking?.isExact !== true ? ['reasoning_effort'] : []),
    ...tooHot(settings, without),
  ];
  return {
    fields: { ...topK, ...thinking?.fields },
    effort: thinking?.effort,
    ...{ without, dropped: [...dropped, ...without] },
  };
}

function tooHot({ temperature }: Settings, without: ModelFields['without']): string[] {
  const isHot = temperature !== undefined && temperature > MOST_TEMPERATURE;
  return isHot && !without.includes('temperature') ? ['temperature'] : [];
}

const mayHaveTopK = ({ family, version }: ModelTraits, isThinking: boolean): boolean =>
  family !== 'claude' || !(isThinking || version >= NO_SAMPLING);

/** Settings that the model refuses, beside thinking or beside each other. */
function refusedBeside(
  { settings }: Conversation,
  { family, version }: ModelTraits,
  isThinking: boolean,
): ModelFields['without'] {
  if (family !== 'claude') return [];
  const set = (['temperature', 'top_p'] as const).filter((name) => settings[name] !== undefined);
  if (version >= NO_SAMPLING) return set;
  if (isThinking)
    return set.filter((name) =>
      name === 'temperature' ? settings.temperature !== 1 : (settings.top_p ?? 1) < 0.95,
    );
  return set.length === 2 && version >= EITHER_TEMPERATURE_OR_TOP_P ? ['top_p'] : [];
}

function topKOf(topK: number | undefined, { family }: ModelTraits): JsonObject | undefined {
  if (topK === undefined) return undefined;
  if (family === 'claude' || family === 'mistral') return { top_k: topK };
  return family === 'nova' ? { inferenceConfig: { topK } } : undefined;
}

interface Thinking extends Pick<ModelFields, 'fields' | 'effort'> {
  /** Whether it is what was wished for; else it is what is nearest to that. */
  readonly isExact: boolean;
}

const isWished = (wish: ReasoningWish | undefined): boolean =>
  wish !== undefined && wish.effort !== 'none' && wish.budgetTokens !== 0;

/** How the model is told to think; undefined: it is not told. */
function thinkingOf(conversation: Conversation, traits: ModelTraits): Thinking | undefined {
  const { reasoning: wish } = conversation;
  if (!wish || !isWished(wish)) return undefined;
  const { family, version } = traits;
  const level = levelOf(wish);
  const isExact = (wish.effort ?? level) === level;
  if (family === 'gpt') return { fields: { reasoning_effort: level }, isExact };
  if (family === 'claude') return claudeThinking(conversation, wish, version);
  if (family !== 'nova' || version < 2) return undefined;
  const reasoningConfig = { type: 'enabled', maxReasoningEffort: level };
  return { fields: { reasoningConfig }, isExact };
}

function claudeThinking(
  conversation: Conversation,
  wish: ReasoningWish,
  version: number,
): Thinking | undefined {
  if (version < FIRST_THINKING || !mayThink(conversation)) return undefined;
  if (version >= ADAPTIVE) {
    const effort = claudeEffort(wish, version);
    const isExact = (wish.effort ?? effort) === effort;
    return { fields: { thinking: { type: 'adaptive' } }, effort, isExact };
  }
  const budget = budgetFor(wish, conversation.settings.max_tokens);
  if (budget === undefined) return undefined;
  const isExact = (wish.budgetTokens ?? budget) === budget;
  return { fields: { thinking: { type: 'enabled', budget_tokens: budget } }, isExact };
}

/** Claude does not think where it has to call a tool, nor where the turn that it goes on with called one without its thoughts. */
function mayThink(conversation: Conversation): boolean {
  if (mustCall(conversation)) return false;
  const { turns } = conversation;
  const asked = turns.at(-1)?.parts.some(({ kind }) => kind === 'result') === true;
  const before = turns.findLast(({ role }) => role === 'assistant')?.parts ?? [];
  return !asked || before.some((part) => part.kind === 'reasoning' && readSeal(part.seal));
}

/** Less than the whole answer; undefined where the answer is too short for any. */
function budgetFor(wish: ReasoningWish, longest: number | undefined): number | undefined {
  const wanted = Math.max(LEAST_BUDGET, wish.budgetTokens ?? BUDGETS[wish.effort ?? 'medium']);
  if (longest === undefined || wanted < longest) return wanted;
  return longest > LEAST_BUDGET ? Math.max(LEAST_BUDGET, Math.floor(longest * 0.8)) : undefined;
}

/** `xhigh` came with the version that takes no sampling. */
function claudeEffort(wish: ReasoningWish, version: number): string {
  const effort = effortOf(wish);
  return effort === 'xhigh' && version < NO_SAMPLING ? 'high' : effort;
}

function effortOf({ effort, budgetTokens }: ReasoningWish): string {
  if (effort !== undefined) return effort === 'minimal' ? 'low' : effort;
  if (budgetTokens === undefined) return 'medium';
  if (budgetTokens <= BUDGETS.low) return 'low';
  return budgetTokens <= BUDGETS.medium ? 'medium' : 'high';
}

/** For models that know three of them. */
function levelOf(wish: ReasoningWish): string {
  const effort = effortOf(wish);
  return effort === 'xhigh' || effort === 'max' ? 'high' : effort;
}
