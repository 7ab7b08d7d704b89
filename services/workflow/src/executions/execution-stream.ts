import { defineRoute, type Answer, type Route, type RouteContext } from '@aicp/api-kit/route/route';
import { pause } from '@aicp/common/time/clock';
import { z } from 'zod';
import { ERRORS, executionOf, openRoute, PATH, type ExecutionParts } from './execution-parts.ts';
import type { Caller } from '../access/caller.ts';
import type { Execution } from '../store/rows.ts';
import { toEntry, toStepView } from './execution-view.ts';

const LOOK_MS = 500;
const LOOKS_A_BEAT = 30;
/** Afterwards the client comes again, and is asked anew who it is. */
const LONGEST_MS = 1_200_000;
const ENDED: readonly string[] = ['completed', 'failed', 'cancelled'];

/** `GET /api/v1/executions/{id}/events`. */
export const executionStream = (parts: ExecutionParts): Route =>
  defineRoute({
    ...openRoute(parts),
    method: 'get',
    path: `${PATH}/{id}/events`,
    operationId: 'streamExecution',
    summary: 'What happens to an execution, as server-sent events',
    description:
      'Each step as `step`, and the execution as `execution`, whenever they change, until it ends. Whoever connects is told how all of them stand.',
    answers: {
      200: { description: 'Events.', schema: z.string(), contentType: 'text/event-stream' },
    },
    errors: [...ERRORS, 404],
    handler: (context) => answered(context, parts),
  });

async function answered(
  context: RouteContext<Record<string, string>>,
  parts: ExecutionParts,
): Promise<Answer> {
  const { caller, execution } = await executionOf(context, parts);
  const headers = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
  if (context.request.method === 'HEAD') return { status: 200, headers };
  const { socket } = context.request;
  const place = parts.streams.open(caller.isAnonymous ? `address ${context.ip ?? ''}` : caller.id);
  if (socket.destroyed) place.close();
  socket.once('close', place.close);
  const close = (): void => {
    socket.removeListener('close', place.close);
    place.close();
  };
  return { status: 200, headers, stream: events(execution, parts, { ...place, close, caller }) };
}

interface Following {
  readonly signal: AbortSignal;
  readonly close: () => void;
  /** Who is told. */
  readonly caller: Caller;
}

/** Until the execution ends, the client goes, or its time is over. */
async function* events(
  first: Execution,
  parts: ExecutionParts,
  { signal, close, caller }: Following,
): AsyncGenerator<string> {
  const { clock, executions } = parts;
  const sent = new Map<string, string>();
  const began = clock.monotonic();
  let execution: Execution | undefined = first;
  let version: string | undefined;
  try {
    for (let look = 1; execution && clock.monotonic() - began < LONGEST_MS; look += 1) {
      if (execution.version !== version) {
        yield await changesOf(execution, parts, { sent, caller });
        ({ version } = execution);
      } else if (look % LOOKS_A_BEAT === 0) yield ': alive\n\n';
      if (ENDED.includes(execution.status)) return;
      if (!(await pause(clock, LOOK_MS, signal))) return;
      execution = await executions.find(execution.id);
    }
  } finally {
    close();
  }
}

/** The events of what is not as it was when it was sent last. */
async function changesOf(
  execution: Execution,
  { executions, snapshot }: ExecutionParts,
  { sent, caller }: Pick<Following, 'caller'> & { readonly sent: Map<string, string> },
): Promise<string> {
  const steps = await executions.steps(execution.id);
  const reader = { caller, known: snapshot.current };
  const all = [
    ...steps.map((step) => ['step', step.path, toStepView(step, execution, reader)] as const),
    ['execution', '', toEntry(execution)] as const,
  ];
  const texts = all.flatMap(([name, key, view]) => {
    const data = JSON.stringify(view);
    if (sent.get(`${name} ${key}`) === data) return [];
    sent.set(`${name} ${key}`, data);
    return [`id: ${execution.version}\nevent: ${name}\ndata: ${data}\n\n`];
  });
  return texts.join('');
}
