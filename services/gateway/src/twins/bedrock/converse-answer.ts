import { EventStreamCodec } from '@smithy/eventstream-codec';
import { piecesOf, type TwinAnswer } from '../kit/answer-for.ts';

const STOPS: Readonly<Record<TwinAnswer['end'], string>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  calls: 'tool_use',
  refusal: 'content_filtered',
  filter: 'guardrail_intervened',
};

/** Reasoning is counted within the output. */
export function usageOf({ usage }: TwinAnswer) {
  const { input, cachedInput, cacheWrite, output, reasoning } = usage;
  return {
    inputTokens: input,
    outputTokens: output + reasoning,
    totalTokens: input + cachedInput + cacheWrite + output + reasoning,
    ...(cachedInput + cacheWrite > 0
      ? { cacheReadInputTokens: cachedInput, cacheWriteInputTokens: cacheWrite }
      : {}),
  };
}

const callId = (index: number): string => `tooluse_${String(index).padStart(22, 'A')}`;

/** An answer of Converse. */
export function documentOf(answer: TwinAnswer) {
  const { reasoning, text, calls, end } = answer;
  const content = [
    ...(reasoning ? [{ reasoningContent: { reasoningText: reasoning } }] : []),
    ...(text === '' ? [] : [{ text }]),
    ...calls.map((call, index) => ({
      toolUse: { toolUseId: callId(index), name: call.name, input: call.arguments },
    })),
  ];
  return {
    output: { message: { role: 'assistant', content } },
    stopReason: STOPS[end],
    usage: usageOf(answer),
    metrics: { latencyMs: 1 },
  };
}

interface Event {
  readonly name: string;
  readonly body: object;
}

/** The events of ConverseStream, as frames. The service pads them, so that their lengths tell nothing. */
export function framesOf(answer: TwinAnswer, failure?: Event): Buffer[] {
  const { reasoning, text, calls, end } = answer;
  const blocks = [
    ...(reasoning ? [thoughts(reasoning)] : []),
    ...(text === '' ? [] : [piecesOf(text).map((piece) => ({ text: piece }))]),
  ].map((deltas) => ({ deltas, start: undefined }));
  const uses = calls.map((call, index) => ({
    start: { toolUse: { toolUseId: callId(index), name: call.name } },
    deltas: halves(JSON.stringify(call.arguments)).map((input) => ({ toolUse: { input } })),
  }));
  const events: Event[] = [
    { name: 'messageStart', body: { role: 'assistant' } },
    ...[...blocks, ...uses].flatMap(blockEvents),
  ];
  if (failure) return [...events.map(eventFrame), exceptionFrame(failure)];
  events.push(
    { name: 'messageStop', body: { stopReason: STOPS[end] } },
    { name: 'metadata', body: { usage: usageOf(answer), metrics: { latencyMs: 1 } } },
  );
  return events.map(eventFrame);
}

const thoughts = ({ text, signature }: NonNullable<TwinAnswer['reasoning']>): object[] => [
  ...piecesOf(text).map((piece) => ({ reasoningContent: { text: piece } })),
  { reasoningContent: { signature } },
];

const halves = (text: string): string[] => {
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(half)].filter((part) => part !== '');
};

function blockEvents(
  { start, deltas }: { start?: object | undefined; deltas: readonly object[] },
  contentBlockIndex: number,
): Event[] {
  return [
    ...(start ? [{ name: 'contentBlockStart', body: { start, contentBlockIndex } }] : []),
    ...deltas.map((delta) => ({ name: 'contentBlockDelta', body: { delta, contentBlockIndex } })),
    { name: 'contentBlockStop', body: { contentBlockIndex } },
  ];
}

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
);

const string = (value: string) => ({ type: 'string' as const, value });

const frame = (headers: Readonly<Record<string, string>>, body: object): Buffer =>
  Buffer.from(
    codec.encode({
      headers: Object.fromEntries(
        Object.entries({ ...headers, ':content-type': 'application/json' }).map(([name, value]) => [
          name,
          string(value),
        ]),
      ),
      body: Buffer.from(JSON.stringify(body)),
    }),
  );

export const eventFrame = ({ name, body }: Event): Buffer =>
  frame({ ':message-type': 'event', ':event-type': name }, { ...body, p: 'abcdefgh' });

export const exceptionFrame = ({ name, body }: Event): Buffer =>
  frame({ ':message-type': 'exception', ':exception-type': name }, body);
