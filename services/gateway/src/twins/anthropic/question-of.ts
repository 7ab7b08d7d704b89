import type { TwinQuestion } from '../kit/twin-question.ts';
import { blocksOf } from './check-turns.ts';
import type { Block, CountRequest, MessageRequest } from './message-schemas.ts';

/** What a request asks. */
export function questionOf(request: MessageRequest): TwinQuestion {
  const { messages, tools = [], tool_choice: choice, thinking, output_config: output } = request;
  const last = messages.at(-1);
  const blocks = last ? blocksOf(last) : [];
  const results = blocks.filter((block) => block.type === 'tool_result');
  return {
    text: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    promptCharacters: charactersOf(request),
    cacheCharacters: cachedCharacters(request),
    tools: tools.map(({ name, input_schema }) => ({ name, schema: input_schema })),
    toolChoice: toolChoiceOf(choice),
    mayCallInParallel: !(choice && 'disable_parallel_tool_use' in choice
      ? choice.disable_parallel_tool_use === true
      : false),
    results: results.map(resultText),
    schema: output?.format?.schema,
    media: blocks.filter(({ type }) => type === 'image' || type === 'document').length,
    maxTokens: request.max_tokens,
    stop: request.stop_sequences,
    wantsReasoning: thinking !== undefined && thinking.type !== 'disabled',
  };
}

/** Characters of all that a model reads. */
export function charactersOf({ system, messages, tools = [] }: CountRequest): number {
  const said = [system ?? '', ...messages.map(({ content }) => content), ...tools];
  return said.reduce<number>((sum, one) => sum + charactersIn(one), 0);
}

/** Of a text its own, and of all else what it takes to write it. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + charactersIn(one), 0);
  const { type, text } = value as { readonly type?: unknown; readonly text?: unknown };
  return type === 'text' ? String(text).length : JSON.stringify(value).length;
}

/** What comes before the last hint for the cache. */
function cachedCharacters({ system, tools = [] }: CountRequest): number {
  const parts = [...tools, ...(typeof system === 'object' ? system : [])];
  const last = parts.findLastIndex((part) => (part.cache_control ?? null) !== null);
  return parts.slice(0, last + 1).reduce((sum, part) => sum + charactersIn(part), 0);
}

function toolChoiceOf(choice: MessageRequest['tool_choice']): TwinQuestion['toolChoice'] {
  if (choice?.type === 'tool') return { name: choice.name };
  return choice?.type === 'any' ? 'required' : choice?.type;
}

function resultText(block: Extract<Block, { type: 'tool_result' }>): string {
  const { content = '', is_error } = block;
  const text =
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : part.type)).join('');
  return is_error === true ? `failed: ${text}` : text;
}
