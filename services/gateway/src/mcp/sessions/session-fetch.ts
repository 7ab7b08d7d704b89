import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  readRequestBody,
  type McpHandlerRequestOptions,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { carrying, isBatch, withoutThem, type Unanswered } from './batches.ts';
import { newSessionId, SESSION_HEADER, sessionOf } from './client-session.ts';
import type { Addressee } from './addressee.ts';
import type { Sessions } from './sessions.ts';

export type McpFetch = (request: Request, options?: McpHandlerRequestOptions) => Promise<Response>;

export interface SessionFetchOptions {
  readonly sessions: Sessions;
  /** Bytes of a body. */
  readonly mostBody: number;
  /** Who was let in, as one text. */
  readonly principalOf: (options: McpHandlerRequestOptions | undefined) => string;
}

const cancelled = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/** Of the versions before: their clients name none in `initialize`, and one of a day in 2025 or 2024 later. */
const OLD = /^202[45]-/;

/** Adds what clients of 2025 send beside their requests: the answers to what they were asked, what they cancel, and the end of a session. What it does not know, it passes on. */
export function sessionFetch(serve: McpFetch, given: SessionFetchOptions): McpFetch {
  return async (request, options) => {
    const version = request.headers.get('mcp-protocol-version');
    if (version !== null && !OLD.test(version)) return await serve(request, options);
    const id = request.headers.get(SESSION_HEADER);
    const whom = id === null ? undefined : { principal: given.principalOf(options), session: id };
    const isKnown = whom === undefined || isOpen(whom, given.sessions);
    if (!isKnown) return refused(404, NO_SESSION);
    if (request.method === 'DELETE' && whom) {
      given.sessions.end(whom);
      return new Response(null, { status: 204 });
    }
    return request.method === 'POST'
      ? await answerPost(serve, { ...given, request, options, whom })
      : await serve(request, options);
  };
}

const isOpen = (whom: Addressee, { ended }: Sessions): boolean =>
  sessionOf(whom.session) !== undefined && !ended.has(whom);

interface Posted extends SessionFetchOptions {
  readonly request: Request;
  readonly options: McpHandlerRequestOptions | undefined;
  readonly whom: Addressee | undefined;
}

async function answerPost(serve: McpFetch, posted: Posted): Promise<Response> {
  const { request, options, whom, sessions, mostBody } = posted;
  const read = await readRequestBody(request, mostBody);
  if (read.tooLarge) return refused(413, 'The request is too long.');
  const parsedBody = parsed(read.text);
  if (parsedBody === undefined) {
    const { url, method, headers } = request;
    return await serve(new Request(url, { method, headers, body: read.text }), options);
  }
  const messages: unknown[] = Array.isArray(parsedBody) ? parsedBody : [parsedBody];
  if (whom) for (const message of messages) hear(sessions, whom, message);
  if (areAnswers(messages)) return new Response(null, { status: 202 });
  if (isBatch(messages)) return await answerBatch(serve, posted, parsedBody);
  const response = await serve(request, { ...options, parsedBody });
  return isInitializeRequest(parsedBody) && response.ok
    ? inSession(response, newSessionId(parsedBody.params.capabilities))
    : response;
}

async function answerBatch(
  serve: McpFetch,
  { request, options }: Posted,
  parsedBody: unknown,
): Promise<Response> {
  const unanswered: Unanswered = new Set();
  const response = await serve(request, { ...carrying(options, unanswered), parsedBody });
  return withoutThem(response, unanswered);
}

/** Undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever serves it says so.
    return undefined;
  }
}

const areAnswers = (messages: readonly unknown[]): boolean =>
  messages.length > 0 && messages.every(isAnswer);

const isAnswer = (message: unknown): boolean =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);

function hear({ asks, calls }: Sessions, whom: Addressee, message: unknown): void {
  if (isJSONRPCResultResponse(message)) asks.settle(whom, message);
  else if (isJSONRPCErrorResponse(message)) {
    const { id, error } = message;
    if (id !== undefined) asks.settle(whom, { id, error });
  } else {
    const found = cancelled.safeParse(message);
    if (found.success) calls.cancel(whom, found.data.params.requestId);
  }
}

function inSession({ body, status, statusText, headers }: Response, id: string): Response {
  const named = new Headers(headers);
  named.set(SESSION_HEADER, id);
  return new Response(body, { status, statusText, headers: named });
}

const NO_SESSION = 'There is no such session. Begin another with "initialize".';
const REFUSED = -32000;

const refused = (status: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code: REFUSED, message }, id: null }, { status });
