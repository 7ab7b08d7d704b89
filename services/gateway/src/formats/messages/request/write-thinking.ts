import type {
  Conversation,
  JsonObject,
  ReasoningPart,
  ReasoningWish,
} from '../../conversation/conversation.ts';
import { effortOf } from '../../chat/write-chat-request.ts';
import type { ClaudeAbilities } from './claude-abilities.ts';
import { SIGNATURE, REDACTED } from '../answer/message-seals.ts';

/** How a model is told to think. */
export interface WrittenThinking {
  /** Absent: as the model does unasked. */
  readonly thinking?: JsonObject;
  readonly effort?: string | undefined;
  /** Whether the wish is not told, or told as another one that is nearest to it. */
  readonly isDropped?: boolean;
}

const LEAST_BUDGET = 1024;
/** Of the longest answer, as OpenRouter shares it out. */
const SHARES: Readonly<Record<string, number>> = { minimal: 0.1, low: 0.2, medium: 0.5, high: 0.8 };

/** The wish of a conversation as `thinking` and `output_config.effort`. `maxTokens`: the longest answer, what is thought included. */
export function writeThinking(
  conversation: Conversation,
  abilities: ClaudeAbilities,
  maxTokens: number,
): WrittenThinking {
  const { reasoning } = conversation;
  if (!reasoning) return {};
  if (isOff(reasoning)) return abilities.thinking === 'none' ? {} : { thinking: DISABLED };
  if (abilities.thinking === 'none' || mustCall(conversation)) return { isDropped: true };
  if (abilities.thinking === 'adaptive') return adaptive(reasoning, abilities);
  return lacksThoughts(conversation) ? { isDropped: true } : budgeted(reasoning, maxTokens);
}

function budgeted(reasoning: ReasoningWish, maxTokens: number): WrittenThinking {
  const budget = budgetOf(reasoning, maxTokens);
  if (budget === undefined) return { isDropped: true };
  const isOther = (reasoning.budgetTokens ?? budget) !== budget;
  const thinking = withDisplay({ type: 'enabled', budget_tokens: budget }, reasoning);
  return isOther ? { thinking, isDropped: true } : { thinking };
}

function adaptive(reasoning: ReasoningWish, abilities: ClaudeAbilities): WrittenThinking {
  const asked = reasoning.effort ?? effortOf(reasoning);
  const effort = nearestOf(asked, abilities);
  const thinking = withDisplay({ type: 'adaptive' }, reasoning);
  return effort === asked ? { thinking, effort } : { thinking, effort, isDropped: true };
}

function nearestOf(
  effort: string | undefined,
  { takesHighestEfforts }: ClaudeAbilities,
): string | undefined {
  if (effort === 'xhigh' && !takesHighestEfforts) return 'high';
  return effort === 'minimal' ? 'low' : effort;
}

const DISABLED = { type: 'disabled' };

const isOff = ({ effort, budgetTokens }: ReasoningWish): boolean =>
  effort === 'none' || (effort === undefined && budgetTokens === 0);

const withDisplay = (thinking: JsonObject, { isShown }: ReasoningWish): JsonObject =>
  isShown === undefined ? thinking : { ...thinking, display: isShown ? 'summarized' : 'omitted' };

/** A model that has to call a tool does not think. */
const mustCall = ({ toolChoice }: Conversation): boolean =>
  toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'none';

/** Undefined where there is no room to think. */
function budgetOf({ effort, budgetTokens }: ReasoningWish, maxTokens: number) {
  const share = SHARES[effort ?? 'medium'] ?? 0.95;
  const wanted = budgetTokens ?? Math.floor(maxTokens * share);
  const budget = Math.min(Math.max(LEAST_BUDGET, wanted), maxTokens - 1);
  return budget < LEAST_BUDGET ? undefined : budget;
}

/** With a budget, Anthropic wants to see again what was thought before the calls of the last turn, which has to begin with it. */
function lacksThoughts({ turns }: Conversation): boolean {
  const last = turns.findLast(({ role }) => role === 'assistant')?.parts ?? [];
  const said = last.filter((part) => part.kind !== 'reasoning' || isSigned(part));
  return said.some(({ kind }) => kind === 'call') && said[0]?.kind !== 'reasoning';
}

const isSigned = ({ seal }: ReasoningPart): boolean =>
  [SIGNATURE, REDACTED].includes(seal?.format ?? '');
