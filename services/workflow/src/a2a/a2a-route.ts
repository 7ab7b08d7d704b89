import { defineRoute, type Answer, type Route, type RouteContext } from '@aicp/api-kit/route/route';
import { METHODS, type Method } from '@aicp/contracts/agents/methods';
import { z } from 'zod';
import { mayStart, sees, type Caller } from '../access/caller.ts';
import { cancelExecution } from '../executions/cancel-execution.ts';
import { ERRORS, type ExecutionParts } from '../executions/execution-parts.ts';
import type { OpenStreams, StreamPlace } from '../executions/open-streams.ts';
import type { Execution } from '../store/rows.ts';
import { readMessage, type Message } from './read-message.ts';
import {
  badParams,
  failed,
  notCancelable,
  RpcFailure,
  taskNotFound,
  unsupported,
} from './rpc-failure.ts';
import { startTask } from './task-starts.ts';
import { settled, standingOf, taskEvents } from './task-watch.ts';
import { taskOf } from './task-view.ts';

/** Room for the texts and data of a message; the gateway takes longer ones for agents that take files. */
const BODY_BYTES = 2 * 1_048_576;

const body = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(1_000), z.number()]),
  method: z.string().max(100),
  params: z.unknown().optional(),
});
type RpcId = z.output<typeof body>['id'];

export interface A2aParts extends ExecutionParts {
  /** The answers that wait for what a task does. */
  readonly waits: OpenStreams;
}

/** `POST /api/v1/a2a/{template}`: workflows that are offered as agents, for callers of the gateway. */
export const a2aRoute = (parts: A2aParts): Route =>
  defineRoute({
    method: 'post',
    path: '/api/v1/a2a/{template}',
    operationId: 'callPublishedWorkflow',
    summary: 'A2A’s JSON-RPC of a workflow that is offered as an agent, for gateways',
    description:
      'In protocol 1.0 and 0.3. Each request needs a credential that a gateway has signed for whom it asks: clients call `/a2a/{template}` of the gateway.',
    tag: 'Agents',
    permission: 'public',
    beforeBody: parts.callers.admitFromGateway,
    body,
    bodyBytes: BODY_BYTES,
    bodyExample: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'an-execution' } },
    answers: {
      200: {
        description: 'A JSON-RPC response; of methods that stream, server-sent events of them.',
        schema: z.record(z.string(), z.unknown()),
      },
    },
    errors: ERRORS,
    dryRun: false,
    handler: async (context) => {
      const { id } = context.body;
      try {
        return await answered(context, parts);
      } catch (error) {
        if (!(error instanceof RpcFailure)) throw error;
        const { code, message, data } = error;
        const told = { code, message, ...(data === undefined ? {} : { data }) };
        return { status: 200, body: { jsonrpc: '2.0', id, error: told } };
      }
    },
  });

type Context = RouteContext<Record<string, string>, unknown, z.output<typeof body>>;

interface Asked {
  readonly id: RpcId;
  readonly method: Method;
  readonly caller: Caller;
  readonly template: string;
  readonly params: unknown;
  readonly context: Context;
}

async function answered(context: Context, parts: A2aParts): Promise<Answer> {
  const { id, method: name, params } = context.body;
  const method = METHODS.get(name);
  if (!method) throw new RpcFailure(-32601, `There is no method "${name}" of a workflow.`);
  const caller = parts.callers.of(context.request);
  const { template = '' } = context.params;
  const asked = { id, method, caller, template, params, context };
  if (method.action === 'send') return await sent(asked, parts);
  const execution = await taskIn(asked, parts);
  if (method.action === 'subscribe') return streamed(asked, parts, execution);
  const now = method.action === 'cancel' ? await cancelled(asked, parts, execution) : execution;
  const task = taskOf(await standingOf(now, parts), method.version);
  return { status: 200, body: { jsonrpc: '2.0', id, result: task } };
}

async function sent(asked: Asked, parts: A2aParts): Promise<Answer> {
  const { id, method, params } = asked;
  const message = readMessage(params);
  if (method.isStreamed) {
    const place = placeOf(asked, parts);
    return await begun(asked, parts, message).then(
      (execution) => streamed(asked, parts, execution, place),
      (error: unknown) => {
        place.close();
        throw error;
      },
    );
  }
  const execution = await begun(asked, parts, message);
  const { version } = method;
  const task = taskOf(await standing(asked, parts, { execution, message }), version);
  return { status: 200, body: { jsonrpc: '2.0', id, result: version === '0.3' ? task : { task } } };
}

const begun = (asked: Asked, parts: A2aParts, message: Message): Promise<Execution> =>
  startTask(parts, asked, message);

/** Where there is no room to wait, the task is told as it is: the client asks again. */
async function standing(
  asked: Asked,
  parts: A2aParts,
  { execution, message }: { readonly execution: Execution; readonly message: Message },
) {
  const place = message.isBlocking ? openPlace(asked, parts) : undefined;
  if (!place) return await standingOf(execution, parts);
  try {
    return await settled(execution, parts, listenerOf(asked, parts, place));
  } finally {
    place.close();
  }
}

function streamed(
  asked: Asked,
  parts: A2aParts,
  execution: Execution,
  place = placeOf(asked, parts),
): Answer {
  const headers = {
    ...{ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
    'X-Accel-Buffering': 'no',
  };
  return { status: 200, headers, stream: events(asked, parts, { execution, place }) };
}

async function* events(
  asked: Asked,
  parts: A2aParts,
  { execution, place }: { readonly execution: Execution; readonly place: StreamPlace },
): AsyncGenerator<string> {
  const { id, method } = asked;
  const listener = { ...listenerOf(asked, parts, place), version: method.version };
  try {
    for await (const result of taskEvents(execution, parts, listener)) {
      yield `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
    }
  } finally {
    place.close();
  }
}

const listenerOf = (
  { context: { request } }: Asked,
  { callers }: A2aParts,
  { signal }: StreamPlace,
) => ({ signal, seesStill: (one: Execution) => callers.seesStill(request, one) });

function placeOf(asked: Asked, parts: A2aParts): StreamPlace {
  const place = openPlace(asked, parts);
  if (place) return place;
  throw failed('Too many streams are open: close one, or ask without a stream.');
}

/** Gone with the connection, which a gateway makes for each request. */
function openPlace({ caller, context: { request } }: Asked, { waits }: A2aParts) {
  const place = waits.tryOpen(caller.id);
  if (!place) return undefined;
  const { socket } = request;
  if (socket.destroyed) place.close();
  socket.once('close', place.close);
  return place;
}

const taskParams = z.object({ id: z.string().min(1).max(700) });

/** The execution that is asked for, where the caller sees it and it is one of this workflow. */
async function taskIn({ params, caller, template }: Asked, parts: A2aParts): Promise<Execution> {
  const read = taskParams.safeParse(params);
  if (!read.success) throw badParams('params.id is missing: the id of the task.');
  const execution = await parts.executions.find(read.data.id);
  if (execution?.template === template && sees(caller, execution)) return execution;
  throw taskNotFound();
}

async function cancelled(
  { caller, context }: Asked,
  parts: A2aParts,
  execution: Execution,
): Promise<Execution> {
  if (!mayStart(caller)) throw unsupported(`The role ${caller.role} cancels no tasks.`);
  const { now } = await cancelExecution({ sent: context, caller, execution }, parts);
  if (now?.status === 'cancelled') return now;
  throw notCancelable(now?.status ?? 'ended');
}
