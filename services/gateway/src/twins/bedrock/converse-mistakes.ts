import { signatureOf } from '../kit/answer-for.ts';
import { claudeFields, type ConverseAsk, type ConverseBlock } from './converse-request.ts';

/** What is wrong with a request whose shape is right; undefined where nothing is. */
export function mistakeIn(ask: ConverseAsk, model: string): string | undefined {
  return (
    orderMistake(ask) ??
    toolMistake(ask) ??
    signatureMistake(ask) ??
    documentMistake(ask) ??
    (/anthropic\./.test(model) ? claudeMistake(ask) : undefined)
  );
}

function orderMistake({ messages }: ConverseAsk): string | undefined {
  if (messages[0]?.role !== 'user') return 'A conversation must start with a user message.';
  const isTwice = messages.some(({ role }, index) => role === messages[index + 1]?.role);
  return isTwice ? 'A conversation must alternate between user and assistant roles.' : undefined;
}

const usesIn = (blocks: readonly ConverseBlock[]) =>
  blocks.flatMap((block) => ('toolUse' in block ? [block.toolUse] : []));
const resultsIn = (blocks: readonly ConverseBlock[]) =>
  blocks.flatMap((block) => ('toolResult' in block ? [block.toolResult] : []));

/** Every call is answered by the next message, and nothing else is. */
function toolMistake({ messages, toolConfig }: ConverseAsk): string | undefined {
  const blocks = messages.flatMap(({ content }) => content);
  const hasTools = usesIn(blocks).length > 0 || resultsIn(blocks).length > 0;
  if (hasTools && !toolConfig)
    return 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
  for (const [index, { content }] of messages.entries()) {
    const asked = usesIn(messages[index - 1]?.content ?? []).map((use) => use.toolUseId);
    const answered = resultsIn(content).map((result) => result.toolUseId);
    const same = [...asked].sort().join() === [...answered].sort().join();
    if (!same)
      return `Expected toolResult blocks at messages.${index}.content for the following Ids: ${asked.join(', ')}`;
  }
  return undefined;
}

/** What it signed must come back as it was. */
function signatureMistake({ messages }: ConverseAsk): string | undefined {
  const thoughts = messages.flatMap(({ content }) =>
    content.flatMap((block) =>
      'reasoningContent' in block && 'reasoningText' in block.reasoningContent
        ? [block.reasoningContent.reasoningText]
        : [],
    ),
  );
  const isChanged = thoughts.some(({ text, signature }) => signature !== signatureOf(text));
  return isChanged ? 'messages: Invalid `signature` in `thinking` block' : undefined;
}

function documentMistake({ messages }: ConverseAsk): string | undefined {
  for (const { content } of messages) {
    const hasDocument = content.some((block) => 'document' in block);
    if (hasDocument && !content.some((block) => 'text' in block))
      return 'The content field must contain a text block when a document block is used.';
  }
  return undefined;
}

/** What Anthropic refuses behind Bedrock. */
function claudeMistake(ask: ConverseAsk): string | undefined {
  const fields = claudeFields.safeParse(ask.additionalModelRequestFields ?? {});
  if (!fields.success)
    return `The model returned the following errors: ${fields.error.issues[0]?.message ?? ''}`;
  const { thinking } = fields.data;
  if (!thinking || thinking.type === 'disabled') return undefined;
  const budget = 'budget_tokens' in thinking ? thinking.budget_tokens : 0;
  return budgetMistake(ask, budget) ?? thinkingMistake(ask, fields.data.top_k);
}

function budgetMistake({ inferenceConfig }: ConverseAsk, budget: number): string | undefined {
  const longest = inferenceConfig?.maxTokens ?? Infinity;
  return budget < longest
    ? undefined
    : '`max_tokens` must be greater than `thinking.budget_tokens`';
}

/** What may not stand beside thinking. */
function thinkingMistake(
  { inferenceConfig, toolConfig }: ConverseAsk,
  topK: number | undefined,
): string | undefined {
  const temperature = inferenceConfig?.temperature ?? 1;
  if (temperature !== 1) return '`temperature` may only be set to 1 when thinking is enabled';
  if (topK !== undefined) return '`top_k` must be unset when thinking is enabled';
  const choice = toolConfig?.toolChoice;
  if (!choice || 'auto' in choice) return undefined;
  return 'Thinking may not be enabled when tool_choice forces tool use.';
}
