import { z } from 'zod';
import type { TwinQuestion } from '../kit/twin-question.ts';

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const turn = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(part)]).nullish(),
  tool_calls: z.array(z.looseObject({ id: z.string() })).nullish(),
  tool_call_id: z.string().optional(),
});
const called = z.looseObject({
  name: z.string(),
  parameters: z.unknown().optional(),
});

/** What a twin reads of a request that its vendor's schema has let pass. */
export const chatAsk = z.looseObject({
  model: z.string(),
  messages: z.array(turn),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  tools: z.array(z.looseObject({ function: called })).nullish(),
  tool_choice: z
    .union([z.string(), z.looseObject({ function: z.looseObject({ name: z.string() }) })])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ schema: z.unknown() }).optional(),
    })
    .nullish(),
  reasoning_effort: z.string().nullish(),
});
export type ChatAsk = z.output<typeof chatAsk>;
export type ChatTurn = ChatAsk['messages'][number];

/** The question of a request. `wantsReasoning`: whether the vendor's model thinks before it answers. */
export function questionOf(asked: ChatAsk, wantsReasoning: boolean): TwinQuestion {
  const { messages, tools, stop } = asked;
  const lastUser = messages.findLast(({ role }) => role === 'user');
  const answered = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1);
  return {
    text: lastUser ? textOf(lastUser) : '',
    promptCharacters: messages.reduce((sum, message) => sum + textOf(message).length, 0),
    // What stands before the last turn was there the last time, and is in the vendor's cache.
    cacheCharacters: cachedOf(messages),
    tools: tools?.map((tool) => ({ name: tool.function.name, schema: tool.function.parameters })),
    toolChoice: choiceOf(asked.tool_choice),
    mayCallInParallel: asked.parallel_tool_calls ?? undefined,
    results: answered.map(textOf),
    schema: schemaOf(asked.response_format),
    media: partsOf(lastUser).filter(({ type }) => type === 'image_url').length,
    maxTokens: asked.max_completion_tokens ?? asked.max_tokens ?? undefined,
    stop: typeof stop === 'string' ? [stop] : (stop ?? undefined),
    wantsReasoning,
  };
}

/** The text of a message, its parts joined. */
export const textOf = (message: ChatTurn): string =>
  typeof message.content === 'string'
    ? message.content
    : partsOf(message)
        .map(({ text }) => text ?? '')
        .join('');

const partsOf = (message: ChatTurn | undefined) =>
  Array.isArray(message?.content) ? message.content : [];

const cachedOf = (messages: readonly ChatTurn[]): number =>
  messages.length < 3 ? 0 : textOf(messages[0] ?? { role: '' }).length;

function choiceOf(choice: ChatAsk['tool_choice']): TwinQuestion['toolChoice'] {
  if (typeof choice === 'object' && choice !== null) return { name: choice.function.name };
  if (choice === 'any' || choice === 'required') return 'required';
  return choice === 'none' ? 'none' : undefined;
}

function schemaOf(form: ChatAsk['response_format']): unknown {
  if (form?.type === 'json_schema') return form.json_schema?.schema;
  return form?.type === 'json_object' ? { type: 'object' } : undefined;
}
