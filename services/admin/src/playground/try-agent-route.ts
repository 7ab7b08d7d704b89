import type { Route } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { idIn } from '../resources/collections/collection-routes.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import { BODY_BYTES, passOn, type PlaygroundNeeds } from './pass-on.ts';
import { trialQuery } from './playground-route.ts';

export interface TryAgentNeeds extends PlaygroundNeeds {
  /** Of agents. */
  readonly agents: CollectionService;
}

const call = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]),
    method: z.string().min(1).max(100),
    params: z.looseObject({}).optional(),
  })
  .meta({ description: 'A call of A2A, as the gateway takes it at `/a2a/{id}`.' });

/** `POST /api/v1/agents/{id}/try`: a call of an agent, by what somebody signed in with. */
export const tryAgentRoute = (needs: TryAgentNeeds): Route =>
  defineRoute({
    method: 'post',
    path: '/api/v1/agents/{id}/try',
    operationId: 'tryAgent',
    tag: needs.agents.collection.tag,
    summary: 'Try an agent: send it a call through the gateway',
    description:
      'Served by the gateway as a call of the key that opened the session, or of the person who signed in: who may use the agent, limits, budgets and prices hold, and usage is recorded on it. The header `A2A-Version` is passed on. Answers and errors are the gateway’s own: JSON-RPC, or a stream of it where the method asks for one. Five at a time, chats of the playground included. Roles that only read, `viewer` and `finance`, try nothing.',
    permission: 'playground:write',
    query: trialQuery,
    body: call,
    bodyBytes: BODY_BYTES,
    bodyExample: {
      ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
      params: {
        message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'Plan my day.' }] },
      },
    },
    dryRun: false,
    // Those of the gateway are passed on.
    errors: [403, 404, 502, 504],
    answers: {
      200: {
        description: 'The answer of the agent; a stream where the method asks for one.',
        schema: z.looseObject({}),
        otherTypes: ['text/event-stream'],
      },
    },
    handler: async (context) => {
      const { metadata } = await needs.agents.get(context, idIn(context));
      const path = `/a2a/${encodeURIComponent(metadata.name)}`;
      return await passOn(context, { path, use: 'agent' }, needs);
    },
  });
