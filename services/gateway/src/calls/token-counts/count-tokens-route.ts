import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { mayUse } from '@aicp/contracts/routing/catalog/entitlement';
import { modelNotFound } from '@aicp/contracts/routing/refusal';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { CallRoutes } from '../call-routes.ts';
import { callTarget } from '../call-target.ts';
import { Call } from '../call.ts';
import { letIn, type Caller } from '../caller.ts';
import { both } from '../../http/app.ts';
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
import { messageError } from '../../protocols/anthropic-messages/message-error.ts';
import { readMessage, type MessageFacts } from '../../protocols/anthropic-messages/read-message.ts';
import { isBadRequest } from '../../protocols/protocol.ts';

/** Bytes of a body: what is larger would keep others waiting. */
const BODY_LIMIT = 4 * 1_048_576;

/** What records and limits know it as. It costs nothing. */
const TARGET = callTarget({ server: 'gateway', name: 'count_tokens', organization: undefined });

/** Errors in Anthropic's form. */
const FORM = { errorBody: messageError };

/** `POST /v1/messages/count_tokens`: how many tokens a request for a message is likely to have. */
export const countTokensRoutes: CallRoutes = (app, gateway) => {
  app.post(both('/messages/count_tokens'), countTokensRoute(gateway));
  app.all(both('/messages/count_tokens'), (request, response) => {
    sendRefusal(request, response, methodNotAllowed(request.method, 'POST'), FORM);
  });
};

const countTokensRoute =
  (gateway: Gateway): RequestHandler =>
  (request, response, next) => {
    const caller = letIn(gateway, { request, response }, 'model');
    const refuse = (refusal: Refusal): void => {
      sendRefusal(request, response, refusal, FORM);
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
      else answer({ caller, request, response }, body).catch(failing(response, next));
    });
    expectRest(response, gateway.clientStallMs);
  };

interface Asked {
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
}

/** A client that left is told nothing. */
const failing =
  (response: Response, next: NextFunction) =>
  (error: unknown): void => {
    if (!response.destroyed) next(error);
  };

async function answer({ caller, request, response }: Asked, body: Buffer): Promise<void> {
  const read = readMessage(body);
  const counted = isBadRequest(read)
    ? badRequest(read.message, read.param)
    : estimated(caller, read);
  if (typeof counted !== 'number') {
    sendRefusal(request, response, counted, FORM);
    return;
  }
  const call = await Call.begin(caller, TARGET);
  if (!(call instanceof Call)) {
    sendRefusal(request, response, call, FORM);
    return;
  }
  call.end({ completion: 'complete', status: 200 });
  const told = Buffer.from(JSON.stringify({ input_tokens: counted }));
  sendJson(response, 200, told, [...requestIdHeader(request), ...call.headers]);
}

/** By what the model taught the gateway of its tokens; a model that the key may not use is not there. */
function estimated(
  { gateway, runtime, principal, at }: Caller,
  { model: name, promptCharacters }: MessageFacts,
): number | Refusal {
  if (name === undefined) return badRequest('Name a model.', 'model');
  const entitlement = entitlementOf(principal, runtime, at);
  const found = runtime.catalog.find(name, entitlement);
  if (!found || !mayUse(found, entitlement)) return toRefusal(modelNotFound(name));
  const { organization } = principal;
  const model = found.kind === 'model' ? found.name : name;
  return Math.max(1, gateway.estimator.tokensOf({ model, organization }, promptCharacters));
}
