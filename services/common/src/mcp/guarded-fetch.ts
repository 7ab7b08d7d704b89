import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, fetch as send, type Dispatcher, type RequestInit as SendInit } from 'undici';
import type { AddressGuard } from '../http/address-guard.ts';
import type { AnswerRoom } from './answer-room.ts';

/** What a server of tools may be asked with. */
export interface FetchTerms {
  /** The server's address: no other origin is ever asked. */
  readonly base: URL;
  readonly guard: AddressGuard;
  readonly dispatcher: Dispatcher;
  /** Sent with each request, the server's credential among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly room: AnswerRoom;
  /** Whether a stream of the server's own may be opened (GET), as its older transport needs. */
  readonly opensStreams: boolean;
}

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Hears that the answer to the request that is being made breaks: the SDK waits for more of a stream otherwise, until its time is up. */
export const brokenAnswers = new AsyncLocalStorage<(why: Error) => void>();

const CONNECT_MS = 5_000;
const SILENCE_MS = 65_000;
const MOST_CONNECTIONS = 64;

/** Connections to servers of tools, each looked at before it is opened. `ca` (PEM) in place of the public authorities. */
export const guardedAgent = (guard: AddressGuard, ca?: string): Agent =>
  new Agent({
    connect: {
      lookup: guard.lookup,
      timeout: CONNECT_MS,
      ...(ca === undefined ? {} : { ca }),
    },
    connections: MOST_CONNECTIONS,
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });

/**
 * `fetch` for an address that somebody else wrote: follows no redirect, leaves its origin never, looks at the addresses that it connects to, and reads no more than the
 * room has. Rejects with ForbiddenAddress, AnswerTooLong, or what undici says.
 */
export function guardedFetch(terms: FetchTerms): Fetch {
  const { base, guard, dispatcher, room } = terms;
  return async (input, init = {}) => {
    const url = new URL(input);
    if (url.origin !== base.origin) throw new TypeError('The server names another origin.');
    guard.requireAllowed(url);
    const headers = new Headers(init.headers);
    // The rest of an answer, whose stream the server has closed in its midst, is asked for.
    const isAllowed = terms.opensStreams || headers.has('last-event-id');
    if (init.method === 'GET' && !isAllowed) return new Response(null, { status: 405 });
    for (const [name, value] of Object.entries(terms.headers)) headers.set(name, value);
    const sent = { ...init, headers: [...headers], redirect: 'manual', dispatcher };
    const answer = (await send(url, sent as SendInit)) as unknown as Response;
    if (!answer.body) return answer;
    const { status, statusText } = answer;
    const body = room.bound(answer.body, brokenAnswers.getStore());
    return new Response(body, { status, statusText, headers: answer.headers });
  };
}
