import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { requestIdHeader, sendRefusal } from '../../http/send-refusal.ts';
import { BodyShare } from '../../memory/request-memory.ts';
import { expectRest } from '../../pipeline/answer/client-writer.ts';
import {
  collectable,
  collectBody,
  discardBody,
  type Collected,
} from '../../pipeline/collect-body.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import {
  methodNotAllowed,
  overloaded,
  tooLarge,
  tooSlow,
  type Refusal,
} from '../../pipeline/exchange/refusal.ts';
import { sendJson } from '../../pipeline/respond.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { letIn, type Caller } from '../caller.ts';

/** How errors are told. */
export type ErrorForm = Pick<Protocol, 'errorBody'>;

/** A request that is none to a model, of somebody who is let in. */
export interface Asked {
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
  /** Aborts when the client is gone. */
  readonly left: AbortSignal;
  /** Undefined: as OpenAI has them. */
  readonly errors?: ErrorForm | undefined;
}

type Handle = (asked: Asked, next: NextFunction) => Promise<void> | void;

/** A route for whoever is let in. What `handle` throws is ours, and answered as such, unless the client is gone. */
export const askedRoute =
  (gateway: Gateway, handle: Handle, errors?: ErrorForm): RequestHandler =>
  (request, response, next) => {
    const caller = letIn(gateway, { request, response }, 'model');
    if ('status' in caller) {
      discardBody(collectable(request));
      sendRefusal(request, response, caller, errors);
      expectRest(response, gateway.clientStallMs);
      return;
    }
    const leaving = new AbortController();
    response.once('close', () => {
      leaving.abort();
    });
    const asked = { caller, request, response, left: leaving.signal, errors };
    guarded(asked, handle, next);
  };

/** The same for a request that has no body. */
export const bodilessRoute = (
  gateway: Gateway,
  handle: (asked: Asked) => Promise<void>,
): RequestHandler =>
  askedRoute(gateway, (asked) => {
    discardBody(collectable(asked.request));
    return handle(asked);
  });

/** Answers every method that is not one of `allowed`. */
export const onlyMethods =
  (allowed: string, errors?: ErrorForm): RequestHandler =>
  (request, response) => {
    sendRefusal(request, response, methodNotAllowed(request.method, allowed), errors);
  };

/** Runs it; what it throws goes to `next`, unless the client is gone. */
export function guarded(asked: Asked, handle: Handle, next: NextFunction): void {
  const { response, left } = asked;
  const failed = (error: unknown): void => {
    if (!left.aborted && !response.destroyed) next(error);
  };
  const run = async (): Promise<void> => {
    await handle(asked, next);
    expectRest(response, asked.caller.gateway.clientStallMs);
  };
  run().catch(failed);
}

/** How large a body may be. */
export interface BodyLimit {
  readonly bytes: number;
  /** A sentence that tells who sends a larger one what to do. */
  readonly remedy?: string | undefined;
}

/** Has the body of a request taken once it is there, with the memory that it is held in until the client is gone; or refuses the request. `limit`: bytes. */
export function withBody(
  asked: Asked,
  { bytes: limit, remedy }: BodyLimit,
  take: (body: Buffer, share: BodyShare) => void,
): void {
  const { caller, request, response } = asked;
  const { memory, holders, bodyDeadlineMs: deadlineMs, clock } = caller.gateway;
  const share = new BodyShare(memory, holders.of(caller.principal));
  response.once('close', () => {
    share.release();
  });
  collectBody(collectable(request), { limit, deadlineMs, share, clock }, (body) => {
    if (typeof body === 'string') refuse(asked, refusalOf(body, { bytes: limit, remedy }));
    else take(body, share);
  });
}

function refusalOf(body: Exclude<Collected, Buffer>, { bytes, remedy }: BodyLimit): Refusal {
  if (body === 'large') return tooLarge(bytes, remedy);
  return body === 'late' ? tooSlow() : overloaded();
}

/** Answers a document. */
export function tell(
  { request, response, left }: Asked,
  body: object,
  headers: readonly string[],
): void {
  if (left.aborted) return;
  const bytes = Buffer.from(JSON.stringify(body));
  sendJson(response, 200, bytes, [...requestIdHeader(request), ...headers]);
}

/** Answers why not. */
export function refuse({ request, response, left, errors }: Asked, refusal: Refusal): void {
  if (!left.aborted) sendRefusal(request, response, refusal, errors);
}
