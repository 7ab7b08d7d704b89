import type { IncomingMessage } from 'node:http';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Answer } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import type { Request } from 'express';
import type { AccessDirectory } from '../access/directory.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { placeForClient } from '../streams/place-for-client.ts';
import type { Chat, ChatGateway } from './chat-gateway.ts';
import { delegatorOf } from './delegator-of.ts';

export interface PlaygroundNeeds {
  readonly directory: Pick<AccessDirectory, 'keyOfUid' | 'team'>;
  /** Absent where the service knows no gateway. */
  readonly gateway: ChatGateway | undefined;
  /** So many requests at a time of a caller, and of all. */
  readonly streams: OpenStreams;
}

const MIB = 1_048_576;
/** Files are within the request. */
export const BODY_BYTES = 8 * MIB;
/** Nobody answers as much. */
const MOST_CHARACTERS = 64 * MIB;
/** As long as a gateway lets a request take. */
const MOST_MS = 1_200_000;

/** Who asks, and for which of their teams. */
interface Asking {
  readonly principal: Principal;
  readonly query: { readonly team_id?: string | undefined };
  readonly body: unknown;
  readonly request: Request;
  readonly requestId: string;
}

/** Sends a request to the gateway as somebody's own, and passes on what it answers. Throws a Problem where there is no gateway, it does not answer, or it is nobody's. */
export async function passOn(
  context: Asking & Parameters<typeof placeForClient>[0],
  to: Pick<Chat, 'path' | 'use'>,
  { gateway, streams, directory }: PlaygroundNeeds,
): Promise<Answer> {
  if (!gateway) throw new Problem(503, NO_GATEWAY, { headers: { 'Retry-After': '60' } });
  const { principal, query: asked, body, request, requestId } = context;
  const delegator = delegatorOf(principal, asked.team_id, directory);
  const place = placeForClient(context, streams);
  try {
    const answer = await gateway.send({
      ...to,
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

const SENT = [
  'accept',
  'a2a-version',
  'x-aicp-dry-run',
  'x-aicp-metadata',
  'traceparent',
  'tracestate',
];

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
