import type { Principal } from '@aicp/api-kit/access/principal';
import type { Answer, RouteContext } from '@aicp/api-kit/route/route';
import type { Clock } from '@aicp/common/time/clock';
import type { Request } from 'express';
import type { OpenStreams } from './open-streams.ts';
import { droppingSlow } from './slow-reader.ts';

export interface StreamParts {
  readonly streams: OpenStreams;
  readonly clock: Clock;
  /** Who sends a request, as of now; rejects where its token does not hold any more. */
  readonly authenticate: (request: Request) => Promise<unknown>;
}

/** What a stream is made of. */
export interface StreamEnds {
  /** Aborts when the client has gone, or the service stops. */
  readonly signal: AbortSignal;
  /** Whether who asked for it may still be told. */
  readonly holds: () => Promise<boolean>;
}

/**
 * Answers a stream of events, which has a place among those that are open until it ends. `begin` is called once there is a place; what it rejects with is answered instead.
 * Rejects with a Problem: 429 where there are too many.
 */
export async function streamAnswer(
  { request, principal }: Pick<RouteContext, 'request' | 'principal'>,
  { streams, clock, authenticate }: StreamParts,
  begin: (ends: StreamEnds) => Promise<AsyncIterable<string>>,
): Promise<Answer> {
  const headers = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
  // Who asks for the head alone gets nothing of a stream, and takes none of the caller's.
  if (request.method === 'HEAD') return { status: 200, headers, stream: nothing() };
  const { signal, close } = streams.open(callerOf(principal), principal.organizationId);
  try {
    const events = await begin({ signal, holds: async () => await holds(authenticate(request)) });
    if (request.socket.destroyed) close();
    request.socket.once('close', close);
    const drop = (): void => void request.socket.destroy();
    const stream = closing(droppingSlow(events, { clock, drop }), () => {
      request.socket.removeListener('close', close);
      close();
    });
    return { status: 200, headers, stream };
  } catch (error) {
    close();
    throw error;
  }
}

const holds = async (signedIn: Promise<unknown>): Promise<boolean> =>
  await signedIn.then(
    () => true,
    () => false,
  );

async function* nothing(): AsyncGenerator<string> {}

/** The same, with something done at its end. */
async function* closing(events: AsyncIterable<string>, close: () => void): AsyncGenerator<string> {
  try {
    yield* events;
  } finally {
    close();
  }
}

const callerOf = ({ keyUid, organizationId, subject }: Principal): string =>
  keyUid ?? `${organizationId ?? ''} ${subject}`;
