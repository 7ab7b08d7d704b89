import type { Route } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { BODY_BYTES, passOn, type PlaygroundNeeds } from './pass-on.ts';

const CHAT = { path: '/v1/chat/completions', use: 'model' } as const;

const chat = z
  .looseObject({
    model: z.string().optional(),
    messages: z.array(z.unknown()),
    stream: z.boolean().optional(),
  })
  .meta({ description: 'As OpenAI’s chat completions take it.' });

/** Of whoever tries something. */
export const trialQuery = z.object({
  team_id: z.string().min(1).max(253).optional().meta({
    description:
      'Of a person who is in several teams: whose limits and budgets count. Without it, the first by name.',
  }),
});

/** `POST /api/v1/playground/chat/completions`: a chat with a model, by what somebody signed in with. */
export const playgroundRoute = (needs: PlaygroundNeeds): Route =>
  defineRoute({
    method: 'post',
    path: '/api/v1/playground/chat/completions',
    operationId: 'playgroundChat',
    tag: 'Playground',
    summary: 'Try a model: send a chat request to the gateway',
    description:
      'Served by the gateway as a request of the key that opened the session, or of the person who signed in, with its models, policies, limits and budgets; usage is recorded on it. Answers and errors are the gateway’s own, in OpenAI’s form, with its `x-aicp-` headers; `x-aicp-dry-run: true` answers the decision and asks no model. Five at a time. Roles that only read, `viewer` and `finance`, have no chats.',
    permission: 'playground:write',
    query: trialQuery,
    body: chat,
    bodyBytes: BODY_BYTES,
    bodyExample: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] },
    dryRun: false,
    // Those of the gateway are passed on.
    errors: [403, 404, 502, 504],
    answers: {
      200: {
        description: 'The answer of the model; a stream where the request asks for one.',
        schema: z.looseObject({}),
        otherTypes: ['text/event-stream'],
      },
    },
    handler: (context) => passOn(context, CHAT, needs),
  });
