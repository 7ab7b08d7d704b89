import type { Request, RequestHandler, Response } from 'express';
import { callerOf } from '../pipeline/authenticate.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { toRefusal, type Refusal } from '../pipeline/refusal.ts';
import { sendJson } from '../pipeline/respond.ts';
import { modelGone, modelNotFound } from '@aicp/contracts/routing/refusal';
import type { Served } from '@aicp/contracts/routing/served';
import { mayUse, type Viewer } from '@aicp/contracts/routing/viewer';
import { viewerOf } from '@aicp/contracts/routing/viewer-of';
import type { RuntimeModel } from '../routing/runtime-model.ts';
import { isGone } from '@aicp/contracts/routing/deprecations';
import type { Runtime } from '../snapshot/runtime.ts';
import { notReady } from './not-ready.ts';
import { requestIdHeader, sendRefusal } from './send-refusal.ts';

/** One request for what there is. */
interface Inquiry {
  readonly viewer: Viewer<RuntimeModel>;
  readonly runtime: Runtime;
  readonly request: Request;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type Answer = (inquiry: Inquiry) => object | Refusal;

/** `GET /v1/models`: what the caller's key may use, by every name. */
export const modelsRoute = (gateway: Gateway): RequestHandler =>
  answering(gateway, (inquiry) => ({
    object: 'list',
    data: inquiry.runtime.catalog
      .usable(inquiry.viewer)
      .map(({ name, served }) => toModel(name, served, inquiry)),
  }));

/** `GET /v1/models/{id}`. What the key may not use is not there. */
export const modelRoute = (gateway: Gateway): RequestHandler =>
  answering(gateway, (inquiry) => {
    const { at, runtime, viewer } = inquiry;
    const name = idOf(inquiry.request);
    const served = runtime.catalog.find(name, viewer);
    if (served && mayUse(served, viewer)) return toModel(name, served, inquiry);
    const deprecation = runtime.deprecations.find(name, viewer.organization, at);
    const refused =
      !served && isGone(deprecation, at) ? modelGone(deprecation) : modelNotFound(name);
    return toRefusal(refused);
  });

function answering(gateway: Gateway, answer: Answer): RequestHandler {
  return (request: Request, response: Response) => {
    const runtime = gateway.runtime();
    if (!runtime) {
      notReady(request, response);
      return;
    }
    const at = gateway.clock.now();
    const caller = callerOf(request, runtime, at);
    const found =
      'status' in caller
        ? caller
        : answer({ viewer: viewerOf(caller, runtime, at), runtime, request, at });
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

function toModel(
  name: string,
  served: Served<RuntimeModel>,
  { at, runtime, viewer }: Inquiry,
): object {
  const sunsetAt = runtime.deprecations.find(name, viewer.organization, at)?.sunsetAt ?? Infinity;
  return {
    id: name,
    object: 'model',
    created: served.created,
    owned_by: served.kind === 'model' ? served.provider.id : 'group',
    ...(Number.isFinite(sunsetAt)
      ? { shutdown_date: new Date(sunsetAt).toISOString().slice(0, 10) }
      : {}),
  };
}
