import { piecesOf, type TwinAnswer } from '../kit/answer-for.ts';

type Json = Readonly<Record<string, unknown>>;

const REASONS: Readonly<Record<TwinAnswer['end'], string>> = {
  ...{ stop: 'COMPLETE', stop_sequence: 'STOP_SEQUENCE', length: 'MAX_TOKENS' },
  ...{ calls: 'TOOL_CALL', refusal: 'COMPLETE', filter: 'ERROR_TOXIC' },
};
/** Tokens that Cohere puts around a conversation, and does not charge for. */
const AROUND = 60;
const PLAN = 'I will use the tools.';

const callsOf = ({ calls }: TwinAnswer) =>
  calls.map(({ name, arguments: value }, index) => ({
    ...{ id: `${name}_${index}`, type: 'function' },
    function: { name, arguments: JSON.stringify(value) },
  }));

/** What was thought is part of the output. */
function usageOf({ usage }: TwinAnswer): Json {
  const input = usage.input + usage.cachedInput + usage.cacheWrite;
  const output = usage.output + usage.reasoning;
  return {
    billed_units: { input_tokens: input, output_tokens: output },
    tokens: { input_tokens: input + AROUND, output_tokens: output },
    cached_tokens: 0,
  };
}

/** A whole answer. */
export function documentOf(answer: TwinAnswer, id: string): Json {
  const { reasoning, text } = answer;
  const calls = callsOf(answer);
  const content = [
    ...(reasoning ? [{ type: 'thinking', thinking: reasoning.text }] : []),
    ...(text === '' ? [] : [{ type: 'text', text }]),
  ];
  const called = calls.length === 0 ? {} : { tool_plan: PLAN, tool_calls: calls };
  const said = content.length === 0 ? {} : { content };
  return {
    id,
    message: { role: 'assistant', ...said, ...called },
    finish_reason: REASONS[answer.end],
    usage: usageOf(answer),
  };
}

const eventOf = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

/** The same as the events of a stream. */
export function eventsOf(answer: TwinAnswer, id: string): string[] {
  const { reasoning, text } = answer;
  const calls = callsOf(answer);
  const start = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] };
  const thought = reasoning ? contentEvents('thinking', reasoning.text, 0) : [];
  const said = text === '' ? [] : contentEvents('text', text, reasoning ? 1 : 0);
  const plan = calls.length === 0 ? [] : piecesOf(PLAN).map(planEvent);
  const end = { finish_reason: REASONS[answer.end], usage: usageOf(answer) };
  return [
    eventOf('message-start', { id, delta: { message: start } }),
    ...[...thought, ...said, ...plan],
    ...calls.flatMap(callEvents),
    eventOf('message-end', { id, delta: end }),
  ];
}

const planEvent = (tool_plan: string): string =>
  eventOf('tool-plan-delta', { delta: { message: { tool_plan } } });

function contentEvents(type: 'text' | 'thinking', text: string, index: number): string[] {
  const delta = (content: object) => ({ index, delta: { message: { content } } });
  return [
    eventOf('content-start', delta({ type, [type]: '' })),
    ...piecesOf(text).map((piece) => eventOf('content-delta', delta({ [type]: piece }))),
    eventOf('content-end', { index }),
  ];
}

function callEvents(call: ReturnType<typeof callsOf>[number], index: number): string[] {
  const { function: described } = call;
  const half = Math.ceil(described.arguments.length / 2);
  const pieces = [described.arguments.slice(0, half), described.arguments.slice(half)];
  const begun = { ...call, function: { ...described, arguments: '' } };
  return [
    eventOf('tool-call-start', { index, delta: { message: { tool_calls: begun } } }),
    ...pieces.map((text) =>
      eventOf('tool-call-delta', {
        index,
        delta: { message: { tool_calls: { function: { arguments: text } } } },
      }),
    ),
    eventOf('tool-call-end', { index }),
  ];
}
