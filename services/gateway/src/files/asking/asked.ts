import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { letIn, type Caller } from '../../calls/caller.ts';
import { requestIdHeader, sendRefusal } from '../../http/send-refusal.ts';
import { expectRest } from '../../pipeline/answer/client-writer.ts';
import { collectable, discardBody } from '../../pipeline/collect-body.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import { sendJson } from '../../pipeline/respond.ts';

/** A request about things that are kept at providers, of somebody who is let in. */
export interface Asked {
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
  /** Aborts when the client is gone. */
  readonly left: AbortSignal;
}

type Handle = (asked: Asked, next: NextFunction) => Promise<void> | void;

/** A route for whoever is let in. What `handle` throws is ours, and answered as such, unless the client is gone. */
export const askedRoute =
  (gateway: Gateway, handle: Handle): RequestHandler =>
  (request, response, next) => {
    const caller = letIn(gateway, { request, response }, 'model');
    if ('status' in caller) {
      discardBody(collectable(request));
      sendRefusal(request, response, caller);
      expectRest(response, gateway.clientStallMs);
      return;
    }
    const leaving = new AbortController();
    response.once('close', () => {
      leaving.abort();
    });
    const asked = { caller, request, response, left: leaving.signal };
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
export function refuse({ request, response, left }: Asked, refusal: Refusal): void {
  if (!left.aborted) sendRefusal(request, response, refusal);
}
