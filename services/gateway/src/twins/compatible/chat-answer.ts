import { piecesOf, type TwinAnswer, type TwinCall } from '../kit/answer-for.ts';
import type { ChatAsk } from './chat-ask.ts';
import type { ChatVendor } from './chat-vendor.ts';

/** Fixed, so that the same question has the same answer. */
const CREATED = 1_760_000_000;
const HEAD = { id: 'chatcmpl-twin', created: CREATED };

const REASONS: Readonly<Record<TwinAnswer['end'], string>> = {
  ...{ stop: 'stop', stop_sequence: 'stop', length: 'length', calls: 'tool_calls' },
  ...{ refusal: 'stop', filter: 'content_filter' },
};

/** The answer as one document. */
export function documentOf(answer: TwinAnswer, asked: ChatAsk, vendor: ChatVendor): object {
  const { text, calls, reasoning } = answer;
  const content = calls.length > 0 && text === '' ? null : text;
  const message = {
    ...{ role: 'assistant', content },
    ...(calls.length > 0 ? { tool_calls: calls.map(callOf) } : {}),
    ...(reasoning ? joined(vendor.reasoning(reasoning), content) : {}),
  };
  return {
    ...HEAD,
    object: 'chat.completion',
    model: asked.model,
    choices: [{ index: 0, message, finish_reason: REASONS[answer.end], logprobs: null }],
    usage: vendor.usage(answer.usage),
    ...vendor.more?.(asked),
  };
}

/** The same answer as the events of a stream, each with its end. */
export function eventsOf(answer: TwinAnswer, asked: ChatAsk, vendor: ChatVendor): string[] {
  const { usageIn } = vendor;
  const usage = vendor.usage(answer.usage);
  const wantsUsage = asked.stream_options?.include_usage === true;
  const chunk = (choices: readonly object[], more: object = {}): string =>
    eventOf({
      ...HEAD,
      object: 'chat.completion.chunk',
      model: asked.model,
      choices,
      ...(usageIn === 'every' ? { usage } : {}),
      ...(usageIn === 'asked' && wantsUsage ? { usage: null } : {}),
      ...more,
    });
  const steps = deltasOf(answer, vendor).map((delta) =>
    chunk([{ index: 0, delta, finish_reason: null }]),
  );
  const last = { index: 0, delta: {}, finish_reason: REASONS[answer.end] };
  return [
    ...steps,
    chunk([last], { ...vendor.more?.(asked), ...ofLast(usageIn, usage) }),
    ...(usageIn === 'asked' || usageIn === 'x_groq' ? ofItsOwn(wantsUsage, chunk, usage) : []),
    'data: [DONE]\n\n',
  ];
}

const ofItsOwn = (
  wantsUsage: boolean,
  chunk: (choices: readonly object[], more: object) => string,
  usage: object,
): string[] => (wantsUsage ? [chunk([], { usage })] : []);

function ofLast(usageIn: ChatVendor['usageIn'], usage: object): object {
  if (usageIn === 'last') return { usage };
  return usageIn === 'x_groq' ? { x_groq: { id: 'req_twin', usage } } : {};
}

function deltasOf({ text, calls, reasoning }: TwinAnswer, vendor: ChatVendor): object[] {
  const thoughts = reasoning
    ? piecesOf(reasoning.text).map((piece) => vendor.reasoning({ ...reasoning, text: piece }))
    : [];
  return [
    { role: 'assistant', content: '' },
    ...thoughts,
    ...piecesOf(text).map((content) => ({ content })),
    ...calls.flatMap(callDeltas),
  ];
}

/** A call comes as its name, and then its arguments in two pieces. */
function callDeltas(call: TwinCall, index: number): object[] {
  const { id, function: described } = callOf(call, index);
  const half = Math.ceil(described.arguments.length / 2);
  const begin = { index, id, type: 'function', function: { name: call.name, arguments: '' } };
  const pieces = [described.arguments.slice(0, half), described.arguments.slice(half)];
  return [
    { tool_calls: [begin] },
    ...pieces.map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
  ];
}

const callOf = (call: TwinCall, index: number) => ({
  ...{ id: `call${String(index).padStart(5, '0')}`, type: 'function' },
  function: { name: call.name, arguments: JSON.stringify(call.arguments) },
});

/** Where what was thought stands in the content, the answer stands behind it. */
function joined(thought: object, content: string | null): object {
  const before = (thought as { content?: unknown }).content;
  if (typeof before === 'string') return { content: before + (content ?? '') };
  if (!Array.isArray(before)) return thought;
  return { content: [...(before as unknown[]), { type: 'text', text: content ?? '' }] };
}

const eventOf = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;
