import { createParser } from 'eventsource-parser';
import {
  placeOf,
  type Execution,
  type ExecutionDetail,
  type ExecutionStep,
} from '../execution/execution.ts';

/** What the service tells of an execution while it runs. */
export type ExecutionEvent =
  | { readonly kind: 'step'; readonly step: ExecutionStep }
  | { readonly kind: 'execution'; readonly execution: Execution };

/** Reads events as they come, until the service ends them. Events that cannot be read are passed over: the whole is read anew afterwards. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ExecutionEvent) => void,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const told = eventIn(event, data);
      if (told) onEvent(told);
    },
  });
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}

function eventIn(name: string | undefined, data: string): ExecutionEvent | undefined {
  const told = objectIn(data);
  if (typeof told?.['id'] !== 'string' || typeof told['status'] !== 'string') return undefined;
  if (name === 'step') return { kind: 'step', step: told as unknown as ExecutionStep };
  if (name === 'execution') return { kind: 'execution', execution: told as unknown as Execution };
  return undefined;
}

function objectIn(data: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const told: unknown = JSON.parse(data);
    return typeof told === 'object' && told !== null
      ? (told as Readonly<Record<string, unknown>>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** An execution as it is after an event. */
export function withEvent(now: ExecutionDetail, event: ExecutionEvent): ExecutionDetail {
  if (event.kind === 'execution') return { ...now, ...event.execution };
  const { steps = [] } = now;
  const place = placeOf(event.step);
  const isKnown = steps.some((step) => placeOf(step) === place);
  return {
    ...now,
    steps: isKnown
      ? steps.map((step) => (placeOf(step) === place ? event.step : step))
      : [...steps, event.step],
  };
}
