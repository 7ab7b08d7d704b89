import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { mayUse } from '@aicp/contracts/routing/catalog/entitlement';
import { modelNotFound } from '@aicp/contracts/routing/refusal';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { CallRoutes } from '../call-routes.ts';
import { callTarget } from '../call-target.ts';
import { Call } from '../call.ts';
import { letIn, type Caller } from '../caller.ts';
import { requestIdHeader, sendRefusal } from '../../http/send-refusal.ts';
import { BodyShare } from '../../memory/request-memory.ts';
import { expectRest } from '../../pipeline/answer/client-writer.ts';
import { collectable, collectBody, discardBody } from '../../pipeline/collect-body.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import {
  badRequest,
  methodNotAllowed,
  overloaded,
  tooLarge,
  tooSlow,
  toRefusal,
  type Refusal,
} from '../../pipeline/exchange/refusal.ts';
import { sendJson } from '../../pipeline/respond.ts';
import { isBadRequest } from '../../protocols/protocol.ts';
import { COUNTINGS, type Countable, type Counting } from './countings.ts';

/** Bytes of a body: what is larger would keep others waiting. */
const BODY_LIMIT = 4 * 1_048_576;

/** What records and limits know it as. It costs nothing. */
const TARGET = callTarget({ server: 'gateway', name: 'count_tokens', organization: undefined });

/** How many tokens a request is likely to have, in the APIs that clients ask in. */
export const countTokensRoutes: CallRoutes = (app, gateway) => {
  for (const counting of COUNTINGS) {
    const paths = [...counting.paths];
    app.post(paths, countTokensRoute(gateway, counting));
    app.all(paths, (request, response) => {
      sendRefusal(request, response, methodNotAllowed(request.method, 'POST'), counting);
    });
  }
};

const countTokensRoute =
  (gateway: Gateway, counting: Counting): RequestHandler =>
  (request, response, next) => {
    const caller = letIn(gateway, { request, response }, 'model');
    const refuse = (refusal: Refusal): void => {
      sendRefusal(request, response, refusal, counting);
    };
    if ('status' in caller) {
      discardBody(collectable(request));
      refuse(caller);
      expectRest(response, gateway.clientStallMs);
      return;
    }
    const { memory, holders, bodyDeadlineMs: deadlineMs, clock } = gateway;
    const share = new BodyShare(memory, holders.of(caller.principal));
    response.once('close', () => {
      share.release();
    });
    const options = { limit: BODY_LIMIT, deadlineMs, share, clock };
    collectBody(collectable(request), options, (body) => {
      if (body === 'large') refuse(tooLarge(BODY_LIMIT));
      else if (body === 'late') refuse(tooSlow());
      else if (body === 'full') refuse(overloaded());
      else answer({ caller, counting, request, response }, body).catch(failing(response, next));
    });
    expectRest(response, gateway.clientStallMs);
  };

interface Asked {
  readonly caller: Caller;
  readonly counting: Counting;
  readonly request: Request;
  readonly response: Response;
}

/** A client that left is told nothing. */
const failing =
  (response: Response, next: NextFunction) =>
  (error: unknown): void => {
    if (!response.destroyed) next(error);
  };

async function answer({ caller, counting, request, response }: Asked, body: Buffer): Promise<void> {
  const read = counting.read(body, request.path);
  const counted = isBadRequest(read)
    ? badRequest(read.message, read.param)
    : estimated(caller, read);
  if (typeof counted !== 'number') {
    sendRefusal(request, response, counted, counting);
    return;
  }
  const call = await Call.begin(caller, TARGET);
  if (!(call instanceof Call)) {
    sendRefusal(request, response, call, counting);
    return;
  }
  call.end({ completion: 'complete', status: 200 });
  const told = Buffer.from(JSON.stringify(counting.told(counted)));
  sendJson(response, 200, told, [...requestIdHeader(request), ...call.headers]);
}

/** By what the model taught the gateway of its tokens; a model that the key may not use is not there. */
function estimated(
  { gateway, runtime, principal, at }: Caller,
  { model: name, promptCharacters }: Countable,
): number | Refusal {
  if (name === undefined) return badRequest('Name a model.', 'model');
  const entitlement = entitlementOf(principal, runtime, at);
  const found = runtime.catalog.find(name, entitlement);
  if (!found || !mayUse(found, entitlement)) return toRefusal(modelNotFound(name));
  const { organization } = principal;
  const model = found.kind === 'model' ? found.name : name;
  return Math.max(1, gateway.estimator.tokensOf({ model, organization }, promptCharacters));
}
