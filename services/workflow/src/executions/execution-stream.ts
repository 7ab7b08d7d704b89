import { defineRoute, type Answer, type Route, type RouteContext } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { ERRORS, executionOf, openRoute, PATH, type ExecutionParts } from './execution-parts.ts';
import type { Caller } from '../access/caller.ts';
import type { Execution } from '../store/rows.ts';
import { toEntry, toStepView } from './execution-view.ts';
import { versionsOf, type Follower } from './versions.ts';

/** Afterwards the client comes again, and is asked anew who it is. */
const LONGEST_MS = 1_200_000;

/** `GET /api/v1/executions/{id}/events`. */
export const executionStream = (parts: ExecutionParts): Route =>
  defineRoute({
    ...openRoute(parts),
    method: 'get',
    path: `${PATH}/{id}/events`,
    operationId: 'streamExecution',
    summary: 'What happens to an execution, as server-sent events',
    description:
      'Each step as `step`, and the execution as `execution`, whenever they change, until it ends or the caller may see it no more. Whoever connects is told how all of them stand.',
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
  const { request } = context;
  const { socket } = request;
  const place = parts.streams.open(caller.isAnonymous ? `address ${context.ip ?? ''}` : caller.id);
  if (socket.destroyed) place.close();
  socket.once('close', place.close);
  const close = (): void => {
    socket.removeListener('close', place.close);
    place.close();
  };
  const seesStill = (one: Execution): boolean => parts.callers.seesStill(request, one);
  const stream = events(execution, parts, { ...place, close, caller, seesStill });
  return { status: 200, headers, stream };
}

interface Following extends Pick<Follower, 'signal' | 'seesStill'> {
  readonly close: () => void;
  /** Who is told. */
  readonly caller: Caller;
}

/** Until the execution ends, the client goes or may see it no more, or its time is over. */
async function* events(
  execution: Execution,
  parts: ExecutionParts,
  { signal, close, caller, seesStill }: Following,
): AsyncGenerator<string> {
  const sent = new Map<string, string>();
  const follower = { signal, seesStill, mostMs: LONGEST_MS };
  try {
    for await (const version of versionsOf(execution, parts, follower)) {
      yield version ? await changesOf(version, parts, { sent, caller }) : ': alive\n\n';
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
