import type { Answer, Route, RouteContext } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { scopeOf } from '../access/permissions.ts';
import type { ObjectStore } from '../resources/store.ts';
import { requireLedger } from '../spend/ledger/require-ledger.ts';
import { usageScopeOf, type Asked } from '../spend/ledger/usage-scope.ts';
import { eventStream } from './event-stream.ts';
import type { RealtimeBoard, RealtimeScope } from './realtime-board.ts';
import { realtimeSchema } from './realtime-schema.ts';
import { streamAnswer, type StreamParts } from '../streams/stream-answer.ts';

export interface RealtimeRouteParts extends StreamParts {
  readonly store: Pick<ObjectStore, 'find'>;
  /** Absent in an installation without a budget service. */
  readonly board: RealtimeBoard | undefined;
}

const PATH = '/api/v1/metrics';
const name = z.string().min(1).max(253);
const query = z.object({
  team_id: name.optional().meta({ description: 'Only requests of this team.' }),
  organization_id: name.optional().meta({ description: 'Only requests of this organization.' }),
});
const COMMON = { method: 'get', tag: 'Metrics', permission: 'usage:read', query } as const;
const WHO =
  'An organization is told of its own requests, a team_admin of the teams’, a member of the own.';

/** `/api/v1/metrics`: what happens now, in all gateways together. */
export const realtimeRoutes = (parts: RealtimeRouteParts): Route[] => [
  defineRoute({
    ...COMMON,
    path: `${PATH}/realtime`,
    operationId: 'getRealtimeMetrics',
    summary: 'What happens now: requests, errors, latencies, tokens and spend',
    description: `The last minute, and every ten seconds of the last hour; ten seconds old at most. A request counts when it is answered, at the moment at which it came. ${WHO}`,
    answers: { 200: { description: 'The figures.', schema: realtimeSchema } },
    handler: async (context) => {
      const board = requireLedger(parts.board);
      return { status: 200, body: await board.read(realtimeScope(context, parts.store)) };
    },
  }),
  defineRoute({
    ...COMMON,
    path: `${PATH}/stream`,
    operationId: 'streamRealtimeMetrics',
    summary: 'The same as events, at once and every ten seconds',
    description: `Server-sent events: \`metrics\`, of which the data is what GET ${PATH}/realtime answers, with those points alone that the client does not have; \`unavailable\` while the figures cannot be read. An event’s id is the moment of its last point: sent back as Last-Event-ID, nothing is told twice. A stream ends after five minutes, and the client connects again; it ends within seconds where the token does not hold any more. Five streams a caller. ${WHO}`,
    answers: {
      200: {
        description: 'Events.',
        contentType: 'text/event-stream',
        schema: z.string(),
        headers: { 'Cache-Control': 'no-store.' },
      },
    },
    handler: async (context) => await streamed(context, parts),
  }),
];

type RealtimeContext = RouteContext<unknown, Asked>;

function realtimeScope(
  { principal, query: asked }: RealtimeContext,
  store: RealtimeRouteParts['store'],
): RealtimeScope {
  const scope = usageScopeOf(principal, asked, store);
  const isNarrowed = Object.keys(scope.filter).length > 0;
  return { ...scope, isAll: scopeOf(principal.role, 'usage:read') === 'all' && !isNarrowed };
}

async function streamed(context: RealtimeContext, parts: RealtimeRouteParts): Promise<Answer> {
  const board = requireLedger(parts.board);
  const scope = realtimeScope(context, parts.store);
  return await streamAnswer(context, parts, async (ends) => {
    // What keeps the first figures from being read is an error, and no stream.
    await board.read(scope);
    const after = Number(context.request.get('last-event-id') ?? 0) || 0;
    return eventStream({ ...ends, clock: parts.clock, read: () => board.read(scope), after });
  });
}
