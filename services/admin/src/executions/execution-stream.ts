import type { IncomingMessage } from 'node:http';
import type { Answer, Route, RouteContext } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { idIn } from '../resources/collections/collection-routes.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { placeForClient } from '../streams/place-for-client.ts';
import { headOf, type EngineNeeds } from './ask-engine.ts';
import { ENGINE_ERRORS, PATH, pathOf, TAG } from './execution-paths.ts';

interface StreamNeeds extends EngineNeeds {
  /** So many at a time of a caller, and of all. */
  readonly streams: OpenStreams;
}

/** An access token ends by then; a client that wants more connects again, with the last id that it saw. */
const MOST_MS = 1_200_000;

/** `/api/v1/workflows/executions/{id}/events`: what happens to one, as it happens. */
export const executionStream = (needs: StreamNeeds): Route =>
  defineRoute({
    method: 'get',
    path: `${PATH}/{id}/events`,
    operationId: 'streamExecution',
    tag: TAG,
    summary: 'What happens to an execution, as server-sent events',
    description:
      'The workflow engine’s own stream, passed on as it comes until the execution ends, for twenty minutes at most. Five at a time.',
    permission: 'executions:read',
    errors: [404, ...ENGINE_ERRORS],
    answers: {
      200: { description: 'Events.', schema: z.string(), contentType: 'text/event-stream' },
    },
    handler: (context) => answered(context, needs),
  });

async function answered(context: RouteContext, needs: StreamNeeds): Promise<Answer> {
  const headers = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
  const place = placeForClient(context, needs.streams);
  try {
    const signal = AbortSignal.any([place.signal, AbortSignal.timeout(MOST_MS)]);
    const path = pathOf(idIn(context), 'events');
    const seen = context.request.get('last-event-id');
    const answer = await headOf(context, needs, {
      ...{ method: 'GET', path, signal },
      headers: {
        accept: 'text/event-stream',
        ...(seen === undefined ? {} : { 'last-event-id': seen }),
      },
    });
    if (context.request.method === 'HEAD') {
      answer.destroy();
      place.close();
      return { status: 200, headers };
    }
    return { status: 200, headers, stream: piecesOf(answer, signal, place.close) };
  } catch (error) {
    place.close();
    throw error;
  }
}

/** The pieces as they come, each once the one before was taken. What ends the reading ends the request as well; where the time is over, the stream ends. */
async function* piecesOf(
  answer: IncomingMessage,
  signal: AbortSignal,
  close: () => void,
): AsyncGenerator<string> {
  try {
    answer.setEncoding('utf8');
    yield* answer as AsyncIterable<string>;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    answer.destroy();
    close();
  }
}
