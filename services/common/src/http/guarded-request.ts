import { request as overHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as overHttps, type RequestOptions } from 'node:https';
import type { AddressGuard } from './address-guard.ts';

export interface GuardedRequest {
  readonly guard: AddressGuard;
  readonly method?: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string | undefined;
  /** A longer answer is an error, bytes. */
  readonly maxBytes: number;
  /** From the connection to the last byte, ms. */
  readonly timeoutMs: number;
  /** The status is what counts: an answer whose body is too long, or does not end, is one without the rest of it. */
  readonly isBodySpare?: boolean;
  /** Ends the request. */
  readonly signal?: AbortSignal;
  /** What takes the place of the usual way there: certificates, or a proxy, which looks names up itself. Whoever says it answers for the guard of the proxy. */
  readonly way?: RequestOptions;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * Asks an address that somebody else wrote: the guard looks at each connection, and redirects are not followed, since they would lead
 * what is sent elsewhere. Rejects with ForbiddenAddress, or with what node:http rejects with.
 */
export async function guardedRequest(url: URL, options: GuardedRequest): Promise<GuardedAnswer> {
  const { guard, method = 'GET', body, timeoutMs, way = {} } = options;
  guard.requireAllowed(url);
  const send = (way.protocol ?? url.protocol) === 'https:' ? overHttps : overHttp;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const headers = { ...options.headers, ...(way.headers as OutgoingHttpHeaders | undefined) };
  // With an agent, Node asks it for connections, whatever the way says.
  const agent = way.createConnection ? undefined : false;
  const settings = { method, lookup: guard.lookup, agent, signal, ...way, headers };
  return await new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = send(url, settings, (answer) => {
      isAnswered = true;
      collect(answer, options).then(resolve, reject);
    });
    // Nobody asked for another protocol: without this, Node ends the connection and says nothing, not even when the time is over.
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ ...headOf(answer), body: Buffer.alloc(0) });
    });
    sent.on('error', (error) => {
      // What breaks off then is a body that nobody needs.
      if (!isAnswered || options.isBodySpare !== true) reject(error);
    });
    sent.end(body);
  });
}

/** A body that is spare is waited for no longer, ms. */
const SPARE_BODY_MS = 1000;

/** The whole of an answer, which ends its request where it is too long. */
async function collect(
  answer: IncomingMessage,
  { maxBytes, isBodySpare = false }: GuardedRequest,
): Promise<GuardedAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const waited = isBodySpare ? setTimeout(() => answer.destroy(), SPARE_BODY_MS) : undefined;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new Error('its answer is too long');
      chunks.push(chunk);
    }
  } catch (error) {
    if (!isBodySpare) throw error;
  } finally {
    clearTimeout(waited);
  }
  return { ...headOf(answer), body: Buffer.concat(chunks) };
}

const headOf = ({ statusCode = 0, headersDistinct }: IncomingMessage) => ({
  status: statusCode,
  headers: headersDistinct,
});
