import { piecesOf, type TwinAnswer } from '../kit/answer-for.ts';

type Json = Readonly<Record<string, unknown>>;

const REASONS: Readonly<Record<TwinAnswer['end'], string>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  calls: 'tool_use',
  refusal: 'refusal',
  filter: 'refusal',
};

/** Whose answer it is. */
export interface MessageHead {
  readonly id: string;
  readonly model: string;
}

/** An answer as Anthropic writes a message. */
export const messageOf = (answer: TwinAnswer, head: MessageHead): Json => ({
  ...headOf(head, contentOf(answer)),
  ...stopOf(answer),
  usage: { ...promptUsage(answer), ...answerUsage(answer) },
});

/** The same as the events of a stream. */
export function eventsOf(answer: TwinAnswer, head: MessageHead): string[] {
  const start = { ...headOf(head, []), stop_reason: null, stop_sequence: null };
  const usage = { ...promptUsage(answer), output_tokens: 1 };
  return [
    eventOf('message_start', { message: { ...start, usage } }),
    eventOf('ping', {}),
    ...contentOf(answer).flatMap(blockEvents),
    eventOf('message_delta', { delta: stopOf(answer), usage: answerUsage(answer) }),
    eventOf('message_stop', {}),
  ];
}

export const eventOf = (type: string, more: Json): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

const headOf = ({ id, model }: MessageHead, content: readonly Json[]): Json => ({
  ...{ id, type: 'message', role: 'assistant', model, content, container: null },
});

function contentOf({ reasoning, text, calls, end }: TwinAnswer): Json[] {
  const thought = reasoning && {
    ...{ type: 'thinking', thinking: reasoning.text, signature: reasoning.signature },
  };
  const said = text === '' || end === 'filter' ? [] : [{ type: 'text', text, citations: null }];
  const called = calls.map(({ name, arguments: input }, index) => ({
    ...{ type: 'tool_use', id: `toolu_${index}_${name}`, name, input },
    caller: { type: 'direct' },
  }));
  return [...(thought ? [thought] : []), ...said, ...called];
}

function stopOf({ end, stopSequence }: TwinAnswer): Json {
  const isRefused = end === 'refusal' || end === 'filter';
  return {
    stop_reason: REASONS[end],
    stop_sequence: stopSequence ?? null,
    stop_details: isRefused ? { type: 'refusal', category: null, explanation: null } : null,
  };
}

const promptUsage = ({ usage }: TwinAnswer): Json => ({
  input_tokens: usage.input,
  cache_creation_input_tokens: usage.cacheWrite,
  cache_read_input_tokens: usage.cachedInput,
  cache_creation: { ephemeral_5m_input_tokens: usage.cacheWrite, ephemeral_1h_input_tokens: 0 },
  service_tier: 'standard',
});

const answerUsage = ({ usage }: TwinAnswer): Json => ({
  output_tokens: usage.output + usage.reasoning,
  output_tokens_details: { thinking_tokens: usage.reasoning },
});

/** A block begins empty, grows, and ends. */
function blockEvents(block: Json, index: number): string[] {
  const delta = (more: Json) => eventOf('content_block_delta', { index, delta: more });
  const [empty, deltas] = grownOf(block);
  return [
    eventOf('content_block_start', { index, content_block: { ...block, ...empty } }),
    ...deltas.map(delta),
    eventOf('content_block_stop', { index }),
  ];
}

function grownOf(block: Json): [Json, Json[]] {
  if (block.type === 'text')
    return [
      { text: '' },
      piecesOf(String(block.text)).map((text) => ({ type: 'text_delta', text })),
    ];
  if (block.type === 'tool_use') {
    const json = JSON.stringify(block.input);
    const parts = json === '{}' ? [''] : ['', json.slice(0, 5), json.slice(5)];
    return [
      { input: {} },
      parts.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    ];
  }
  const thoughts = piecesOf(String(block.thinking)).map((thinking) => ({
    ...{ type: 'thinking_delta', thinking },
  }));
  const signed = { type: 'signature_delta', signature: block.signature };
  return [{ thinking: '', signature: '' }, [...thoughts, signed]];
}
