import { signatureOf } from '../kit/answer-for.ts';
import type { Block, CountRequest, Message, MessageRequest } from './message-schemas.ts';

/** The blocks of a message. */
export const blocksOf = ({ content }: Message): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** What Anthropic refuses in a conversation that has the right form; undefined: nothing. */
export function problemOfTurns({ messages, thinking }: CountRequest): string | undefined {
  const turns = combined(messages);
  if (turns[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  for (const [index, turn] of turns.entries()) {
    const problem = problemOfTurn(turn, turns[index - 1], turns[index + 1]);
    if (problem !== undefined) return `messages.${index}: ${problem}`;
  }
  return thinking?.type === 'enabled' ? problemOfThoughts(turns) : problemOfEnd(turns);
}

/** What a model refuses of how it is asked. */
export function problemOfSettings(request: MessageRequest): string | undefined {
  const { model, thinking, temperature, top_p } = request;
  const isNew = /claude-[a-z]+-(?:4-[7-9]|[5-9])/.test(model);
  const sampled = isNew ? problemOfSampling(request) : undefined;
  if (sampled !== undefined) return sampled;
  if (temperature !== undefined && top_p !== undefined)
    return '`temperature` and `top_p` cannot both be specified for this model';
  if (isNew && thinking?.type === 'enabled')
    return '"thinking.type.enabled" is not supported for this model.';
  return thinking === undefined || thinking.type === 'disabled'
    ? undefined
    : problemOfThinking(request);
}

function problemOfThinking({ thinking, max_tokens, tool_choice, temperature }: MessageRequest) {
  if (tool_choice?.type === 'any' || tool_choice?.type === 'tool')
    return 'Thinking may not be enabled when tool_choice forces tool use.';
  if (temperature !== undefined && temperature !== 1)
    return '`temperature` may only be set to 1 when thinking is enabled.';
  return thinking?.type === 'enabled' && thinking.budget_tokens >= max_tokens
    ? '`max_tokens` must be greater than `thinking.budget_tokens`'
    : undefined;
}

/** What is refused where nothing may be said of how an answer is sampled. */
export function problemOfSampling(request: MessageRequest): string | undefined {
  const set = (['temperature', 'top_p', 'top_k'] as const).find((name) => name in request);
  return set && `\`${set}\` is deprecated for this model`;
}

interface Turn {
  readonly role: Message['role'];
  readonly blocks: readonly Block[];
}

/** Messages of one side in a row are one turn. */
function combined(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.role !== message.role) turns.push({ role: message.role, blocks: blocksOf(message) });
    else turns.splice(-1, 1, { ...last, blocks: [...last.blocks, ...blocksOf(message)] });
  }
  return turns;
}

function problemOfTurn(
  { role, blocks }: Turn,
  before: Turn | undefined,
  after: Turn | undefined,
): string | undefined {
  const texts = blocks.filter((block) => block.type === 'text');
  if (texts.length > 0 && texts.every(({ text }) => text.trim() === ''))
    return 'text content blocks must contain non-whitespace text';
  if (role === 'assistant') return problemOfAssistant(blocks, after);
  const called = callsOf(before);
  const results = blocks.filter((block) => block.type === 'tool_result');
  const unknown = results.find((result) => !called.includes(result.tool_use_id));
  if (unknown) return `unexpected \`tool_use_id\` found in \`tool_result\`: ${unknown.tool_use_id}`;
  if (blocks.some(({ type }) => type === 'tool_use' || type === 'thinking'))
    return 'a user turn holds what only an assistant says';
  const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result');
  const isMixed = firstOther !== -1 && firstOther < results.length;
  return isMixed ? '`tool_result` blocks must come first' : undefined;
}

function problemOfAssistant(blocks: readonly Block[], after: Turn | undefined) {
  if (blocks.some(({ type }) => type === 'tool_result' || type === 'image'))
    return 'an assistant turn holds what only a user says';
  const forged = blocks.some(
    (block) => block.type === 'thinking' && block.signature !== signatureOf(block.thinking),
  );
  if (forged) return 'Invalid `signature` in `thinking` block';
  const last = blocks.at(-1)?.type ?? '';
  if (last === 'thinking' || last === 'redacted_thinking')
    return `The final block in an assistant message cannot be \`${last}\`.`;
  const answered = resultsOf(after);
  const open = callsOf({ role: 'assistant', blocks }).filter((id) => !answered.includes(id));
  return open.length === 0
    ? undefined
    : `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}`;
}

const callsOf = (turn: Turn | undefined): string[] =>
  (turn?.blocks ?? []).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));

const resultsOf = (turn: Turn | undefined): string[] =>
  (turn?.blocks ?? []).flatMap((block) =>
    block.type === 'tool_result' ? [block.tool_use_id] : [],
  );

/** Within a turn of calls and their results, what was thought has to be sent back. */
function problemOfThoughts(turns: readonly Turn[]): string | undefined {
  const last = turns.findLast(({ role }) => role === 'assistant');
  const [first] = last?.blocks ?? [];
  const hasCalls = callsOf(last).length > 0;
  const isThought = first?.type === 'thinking' || first?.type === 'redacted_thinking';
  return hasCalls && !isThought
    ? `Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(first?.type)}\`.`
    : undefined;
}

function problemOfEnd(turns: readonly Turn[]): string | undefined {
  const last = turns.at(-1);
  const block = last?.role === 'assistant' ? last.blocks.at(-1) : undefined;
  return block?.type === 'text' && /\s$/.test(block.text)
    ? 'messages: final assistant content cannot end with trailing whitespace'
    : undefined;
}
