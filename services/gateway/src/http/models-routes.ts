import type { Request, RequestHandler, Response } from 'express';
import { callerOf } from '../pipeline/authenticate.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { modelNotFound, type Refusal } from '../pipeline/refusal.ts';
import { sendJson } from '../pipeline/respond.ts';
import { mayUse, type Served } from '../routing/catalog.ts';
import { viewerOf, type Viewer } from '../routing/viewer.ts';
import type { Runtime } from '../snapshot/runtime.ts';
import { notReady } from './not-ready.ts';
import { requestIdHeader, sendRefusal } from './send-refusal.ts';

type Answer = (viewer: Viewer, runtime: Runtime, request: Request) => object | Refusal;

/** `GET /v1/models`: what the caller's key may use, by every name. */
export const modelsRoute = (gateway: Gateway): RequestHandler =>
  answering(gateway, (viewer, runtime) => ({
    object: 'list',
    data: runtime.catalog.usable(viewer).map(({ name, served }) => toModel(name, served)),
  }));

/** `GET /v1/models/{id}`. What the key may not use is not there. */
export const modelRoute = (gateway: Gateway): RequestHandler =>
  answering(gateway, (viewer, runtime, request) => {
    const name = idOf(request);
    const served = runtime.catalog.find(name, viewer);
    return served && mayUse(served, viewer) ? toModel(name, served) : modelNotFound(name);
  });

function answering(gateway: Gateway, answer: Answer): RequestHandler {
  return (request: Request, response: Response) => {
    const runtime = gateway.runtime();
    if (!runtime) {
      notReady(request, response);
      return;
    }
    const caller = callerOf(request, runtime, gateway.clock.now());
    const found =
      'status' in caller ? caller : answer(viewerOf(caller, runtime.limits), runtime, request);
    if (isRefusal(found)) {
      sendRefusal(request, response, found);
      return;
    }
    sendJson(response, 200, Buffer.from(JSON.stringify(found)), requestIdHeader(request));
  };
}

const isRefusal = (found: object): found is Refusal => 'status' in found;

/** The id as it stands in the path, slashes and all: Express has decoded its segments. */
function idOf({ params }: Request): string {
  const { id } = params as Readonly<Record<string, string | string[] | undefined>>;
  return Array.isArray(id) ? id.join('/') : (id ?? '');
}

const toModel = (name: string, served: Served) => ({
  id: name,
  object: 'model',
  created: served.created,
  owned_by: served.kind === 'model' ? served.provider.id : 'group',
});
