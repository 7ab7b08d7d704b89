import { signatureOf, type TwinAnswer } from '../../kit/answer-for.ts';
import type { ResponsesRequest } from './responses-request.ts';

type Json = Readonly<Record<string, unknown>>;

/** A response as OpenAI writes it, once as a whole and once as the events of its stream. */
export interface WrittenResponse {
  readonly response: Json;
  readonly events: readonly Json[];
}

/** Writes what is answered. `pieces` cuts a text as a stream brings it. `id`: of the response; absent: that of those that are not kept. */
export function writeResponse(
  asked: ResponsesRequest,
  answer: TwinAnswer,
  pieces: (text: string) => readonly string[],
  id = `resp_${ID}`,
): WrittenResponse {
  const isCut = answer.end === 'length' || answer.end === 'filter';
  const items = itemsOf(asked, answer, isCut ? 'incomplete' : 'completed');
  const head = { id, ...headOf(asked) };
  const begun = { ...head, status: 'in_progress', output: [], usage: null };
  const reason = answer.end === 'filter' ? 'content_filter' : 'max_output_tokens';
  const response = {
    ...head,
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason } : null,
    output: items,
    usage: usageOf(answer.usage),
  };
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap((item, index) => eventsOf(item, index, pieces)),
    { type: isCut ? 'response.incomplete' : 'response.completed', response },
  ];
  return {
    response,
    events: events.map((event, number) => ({ ...event, sequence_number: number })),
  };
}

const ID = '68a1b2c3d4e5f60718293a4b5c6d7e8f';

/** What is so where a request does not say otherwise. */
const USUAL = {
  ...{ instructions: null, max_output_tokens: null, parallel_tool_calls: true, store: true },
  ...{ temperature: 1, tool_choice: 'auto', tools: [], top_p: 1, truncation: 'disabled' },
  ...{ user: null, metadata: {}, background: false, previous_response_id: null },
  ...{ reasoning: {}, text: {} },
};

/** A response repeats its request. */
function headOf(asked: ResponsesRequest): Json {
  const repeated = Object.entries(USUAL).map(([name, usual]) => [
    name,
    asked[name as keyof typeof USUAL] ?? usual,
  ]);
  return {
    ...{ object: 'response', created_at: 1_770_000_000, model: asked.model },
    ...{ error: null, incomplete_details: null },
    ...(Object.fromEntries(repeated) as Json),
    reasoning: { effort: null, summary: null, ...asked.reasoning },
    text: { format: { type: 'text' }, ...asked.text },
  };
}

type Item = Json & {
  readonly id: string;
  readonly type: 'reasoning' | 'message' | 'function_call';
};

function itemsOf(asked: ResponsesRequest, answer: TwinAnswer, status: string): Item[] {
  const { text, isRefusal, calls, reasoning } = answer;
  const content = isRefusal
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', annotations: [], logprobs: [], text };
  const isSummed = (asked.reasoning?.summary ?? null) !== null;
  const isSealed = asked.include?.includes('reasoning.encrypted_content') ?? false;
  const thought: Item[] = reasoning
    ? [
        {
          ...{ id: `rs_${ID}`, type: 'reasoning' },
          summary: isSummed ? [{ type: 'summary_text', text: reasoning.text }] : [],
          ...(isSealed ? { encrypted_content: sealed(reasoning.text) } : {}),
        },
      ]
    : [];
  const said: Item[] =
    calls.length > 0
      ? []
      : [{ id: `msg_${ID}`, type: 'message', status, role: 'assistant', content: [content] }];
  const called = calls.map(({ name, arguments: values }, index): Item => ({
    ...{ id: `fc_${ID}${index}`, type: 'function_call', status: 'completed' },
    ...{ call_id: `call_${index}${name}`, name, arguments: JSON.stringify(values) },
  }));
  return [...thought, ...said, ...called];
}

const sealed = (text: string): string =>
  Buffer.from(`${text}\0${signatureOf(text)}`).toString('base64');

function eventsOf(item: Item, index: number, pieces: (text: string) => readonly string[]): Json[] {
  const at = { output_index: index };
  const isReasoning = item.type === 'reasoning';
  const begun = {
    ...item,
    ...(isReasoning ? { summary: [] } : { status: 'in_progress' }),
    ...(item.type === 'message' ? { content: [] } : {}),
    ...(item.type === 'function_call' ? { arguments: '' } : {}),
  };
  return [
    { type: 'response.output_item.added', ...at, item: begun },
    ...growth(item, { ...at, item_id: item.id }, pieces),
    { type: 'response.output_item.done', ...at, item },
  ];
}

function growth(item: Item, at: Json, pieces: (text: string) => readonly string[]): Json[] {
  if (item.type === 'function_call') {
    const text = String(item['arguments']);
    const kind = 'response.function_call_arguments';
    return [
      ...(text.match(/.{1,6}/gs) ?? []).map((delta) => ({ type: `${kind}.delta`, ...at, delta })),
      { type: `${kind}.done`, ...at, name: item['name'], arguments: text },
    ];
  }
  const parts = (item[item.type === 'reasoning' ? 'summary' : 'content'] ?? []) as Json[];
  return parts.flatMap((part, index) => partEvents(item.type, part, { at, index }, pieces));
}

function partEvents(
  type: Item['type'],
  part: Json,
  { at, index }: { at: Json; index: number },
  pieces: (text: string) => readonly string[],
): Json[] {
  const isSummary = type === 'reasoning';
  const here = { ...at, ...(isSummary ? { summary_index: index } : { content_index: index }) };
  const member = part['type'] === 'refusal' ? 'refusal' : 'text';
  const text = String(part[member]);
  const name = part['type'] === 'refusal' ? 'refusal' : 'output_text';
  const kind = `response.${isSummary ? 'reasoning_summary_text' : name}`;
  const partKind = `response.${isSummary ? 'reasoning_summary_part' : 'content_part'}`;
  const more = kind === 'response.output_text' ? { logprobs: [] } : {};
  return [
    { type: `${partKind}.added`, ...here, part: { ...part, [member]: '' } },
    ...pieces(text).map((delta) => ({ type: `${kind}.delta`, ...here, delta, ...more })),
    { type: `${kind}.done`, ...here, [member]: text, ...more },
    { type: `${partKind}.done`, ...here, part },
  ];
}

/** The input includes what was cached, the output what was thought. */
function usageOf({ input, cachedInput, cacheWrite, output, reasoning }: TwinAnswer['usage']): Json {
  const all = input + cachedInput + cacheWrite;
  return {
    input_tokens: all,
    input_tokens_details: { cached_tokens: cachedInput, cache_write_tokens: cacheWrite },
    output_tokens: output + reasoning,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: all + output + reasoning,
  };
}
