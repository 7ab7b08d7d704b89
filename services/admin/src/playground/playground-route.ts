import type { IncomingMessage } from 'node:http';
import type { Answer, Route, RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import type { Request } from 'express';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import type { AccessDirectory } from '../access/directory.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { placeForClient } from '../streams/place-for-client.ts';
import type { ChatGateway } from './chat-gateway.ts';
import { delegatorOf } from './delegator-of.ts';

export interface PlaygroundNeeds {
  readonly directory: Pick<AccessDirectory, 'keyOfUid' | 'team'>;
  /** Absent where the service knows no gateway. */
  readonly gateway: ChatGateway | undefined;
  /** So many chats at a time of a caller, and of all. */
  readonly streams: OpenStreams;
}

const MIB = 1_048_576;
/** Images are within the request. */
const BODY_BYTES = 8 * MIB;
/** No model answers as much. */
const MOST_CHARACTERS = 64 * MIB;
/** As long as a gateway lets a request take. */
const MOST_MS = 1_200_000;

const chat = z
  .looseObject({
    model: z.string().optional(),
    messages: z.array(z.unknown()),
    stream: z.boolean().optional(),
  })
  .meta({ description: 'As OpenAI’s chat completions take it.' });
type ChatBody = z.output<typeof chat>;

const query = z.object({
  team_id: z.string().min(1).max(253).optional().meta({
    description:
      'Of a person who is in several teams: whose limits and budgets count. Without it, the first by name.',
  }),
});
type ChatQuery = z.output<typeof query>;

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
    query,
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
    handler: (context) => answered(context, needs),
  });

type ChatContext = RouteContext<unknown, ChatQuery, ChatBody>;

async function answered(
  context: ChatContext,
  { gateway, streams, directory }: PlaygroundNeeds,
): Promise<Answer> {
  if (!gateway) throw new Problem(503, NO_GATEWAY, { headers: { 'Retry-After': '60' } });
  const { principal, query: asked, body, request, requestId } = context;
  const delegator = delegatorOf(principal, asked.team_id, directory);
  const place = placeForClient(context, streams);
  try {
    const answer = await gateway.send({
      delegator,
      headers: { ...sentOn(request), 'x-request-id': requestId },
      body: JSON.stringify(body),
      signal: AbortSignal.any([place.signal, AbortSignal.timeout(MOST_MS)]),
    });
    return {
      status: answer.statusCode ?? 502,
      headers: passedOn(answer),
      stream: piecesOf(answer, place.close),
    };
  } catch (error) {
    place.close();
    if (error instanceof Problem) throw error;
    throw new Problem(503, NO_ANSWER, { cause: error, headers: { 'Retry-After': '5' } });
  }
}

const NO_GATEWAY =
  'This installation has no playground: give the admin service the address of a gateway (AICP_PLAYGROUND_URL) and both of them the same AICP_PLAYGROUND_KEY_FILE (in the chart, gateway.playgroundKeySecret).';
const NO_ANSWER = 'The gateway does not answer: see whether it runs, and try again.';

const SENT = ['accept', 'x-aicp-dry-run', 'x-aicp-metadata', 'traceparent', 'tracestate'];

const sentOn = (request: Request): Record<string, string> =>
  Object.fromEntries(
    SENT.flatMap((name) => {
      const value = request.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

const PASSED =
  /^(x-aicp-.*|x-ratelimit-.*|x-request-id|content-type|retry-after|deprecation|sunset)$/;

function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && PASSED.test(name) ? [[name, value] as const] : [],
  );
  const { 'content-type': type = 'application/json', ...others } = Object.fromEntries(passed);
  return {
    ...others,
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  };
}

/** The pieces as they come, each once the one before was taken. What ends the reading ends the request as well. */
async function* piecesOf(answer: IncomingMessage, end: () => void): AsyncGenerator<string> {
  let characters = 0;
  try {
    answer.setEncoding('utf8');
    for await (const piece of answer as AsyncIterable<string>) {
      characters += piece.length;
      if (characters > MOST_CHARACTERS) throw new Error('the answer of the gateway has no end');
      yield piece;
    }
  } finally {
    answer.destroy();
    end();
  }
}
