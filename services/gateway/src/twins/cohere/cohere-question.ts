import type { TwinQuestion } from '../kit/twin-question.ts';
import type { TwinChatRequest, TwinMessage } from './cohere-request.ts';

const CHOICES = { AUTO: 'auto', NONE: 'none', REQUIRED: 'required' } as const;

/** What is asked. */
export function questionOf(request: TwinChatRequest): TwinQuestion {
  const { messages, tools = [], tool_choice: choice, response_format: form, thinking } = request;
  const last = messages.findLast(({ role }) => role === 'user');
  const asked = last ? partsOf(last) : [];
  return {
    text: asked.map((part) => ('text' in part ? part.text : '')).join(''),
    promptCharacters: JSON.stringify(messages).length,
    tools: tools.map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
    toolChoice: CHOICES[choice ?? 'AUTO'],
    results: resultsIn(messages),
    schema: form?.json_schema,
    media: asked.filter(({ type }) => type === 'image_url').length,
    maxTokens: request.max_tokens,
    stop: request.stop_sequences,
    wantsReasoning: thinking?.type === 'enabled',
  };
}

/** What is wrong with the order of messages; undefined: nothing. The last one may be anybody's (cohere.com/blog/new-api-v2), and none is gone on from. */
export function wrongOrder(messages: readonly TwinMessage[]): string | undefined {
  let open = new Set<string>();
  for (const one of messages) {
    if (one.role === 'tool') {
      if (!open.delete(one.tool_call_id))
        return `tool message with tool_call_id "${one.tool_call_id}" has no call before it`;
    } else if (open.size > 0) return 'all tool calls must be followed by their results';
    if (one.role !== 'assistant') continue;
    const { content, tool_calls: calls = [] } = one;
    if (content === undefined && calls.length === 0)
      return 'an assistant message must have content or tool_calls';
    open = new Set(calls.map(({ id }) => id));
  }
  return undefined;
}

/** What tools answered at the end. */
function resultsIn(messages: readonly TwinMessage[]): string[] {
  const first = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  return messages.slice(first).flatMap((one) => (one.role === 'tool' ? [resultIn(one)] : []));
}

function resultIn({ content }: Extract<TwinMessage, { role: 'tool' }>): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => (part.type === 'text' ? part.text : dataText(part.document.data)))
    .join('');
}

function dataText(data: string | Readonly<Record<string, unknown>>): string {
  if (typeof data === 'string') return data;
  const { result } = data;
  return typeof result === 'string' ? result : JSON.stringify(data);
}

type UserPart = Exclude<Extract<TwinMessage, { role: 'user' }>['content'], string>[number];

function partsOf(message: TwinMessage): readonly UserPart[] {
  if (message.role !== 'user') return [];
  const { content } = message;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
