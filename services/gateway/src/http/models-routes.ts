import type { Request, RequestHandler, Response } from 'express';
import { principalOf } from '../pipeline/authenticate.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { toRefusal, type Refusal } from '../pipeline/exchange/refusal.ts';
import { sendJson } from '../pipeline/respond.ts';
import { modelGone, modelNotFound } from '@aicp/contracts/routing/refusal';
import type { Resolution } from '@aicp/contracts/routing/catalog/resolution';
import { mayUse, type Entitlement } from '@aicp/contracts/routing/catalog/entitlement';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { errorBody as geminiError } from '../protocols/gemini/gemini-errors.ts';
import type { RuntimeModel, Runtime } from '../routing/runtime.ts';
import { isGone } from '@aicp/contracts/routing/catalog/deprecations';
import { notReady, requestIdHeader, sendRefusal } from './send-refusal.ts';

/** One request for what there is. */
interface Inquiry {
  readonly entitlement: Entitlement<RuntimeModel>;
  readonly runtime: Runtime;
  readonly request: Request;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type Answer = (inquiry: Inquiry) => object | Refusal;

/** `GET /v1/models`: what the key may use, by every name. */
export const modelsRoute = (gateway: Gateway): RequestHandler =>
  byClient(listRoute(gateway), geminiModelsRoute(gateway));

/** `GET /v1/models/{id}`. What the key may not use is not there. */
export const modelRoute = (gateway: Gateway): RequestHandler =>
  byClient(oneRoute(gateway), geminiModelRoute(gateway));

/** Google's SDKs ask for models at the addresses of OpenAI's, and send their keys elsewhere. */
const byClient =
  (ours: RequestHandler, google: RequestHandler): RequestHandler =>
  (request, response, next) =>
    (request.headers['x-goog-api-key'] === undefined ? ours : google)(request, response, next);

const listRoute = (gateway: Gateway): RequestHandler =>
  answering(gateway, (inquiry) => ({
    object: 'list',
    data: inquiry.runtime.catalog
      .usable(inquiry.entitlement)
      .map(({ name, resolution }) => toModel(name, resolution, inquiry)),
  }));

const oneRoute = (gateway: Gateway): RequestHandler =>
  answering(gateway, (inquiry) => {
    const { at, runtime, entitlement } = inquiry;
    const name = idOf(inquiry.request);
    const resolution = runtime.catalog.find(name, entitlement);
    if (resolution && mayUse(resolution, entitlement)) return toModel(name, resolution, inquiry);
    const deprecation = runtime.deprecations.find(name, entitlement.organization, at);
    const refused =
      !resolution && isGone(deprecation, at) ? modelGone(deprecation) : modelNotFound(name);
    return toRefusal(refused);
  });

/** `GET /v1beta/models`, for clients of Google's API. */
export const geminiModelsRoute = (gateway: Gateway): RequestHandler =>
  answering(
    gateway,
    ({ runtime, entitlement }) => ({
      models: runtime.catalog.usable(entitlement).map(({ name }) => toGeminiModel(name)),
    }),
    GEMINI,
  );

/** `GET /v1beta/models/{id}`. */
export const geminiModelRoute = (gateway: Gateway): RequestHandler =>
  answering(
    gateway,
    ({ request, runtime, entitlement }) => {
      const name = idOf(request);
      const resolution = runtime.catalog.find(name, entitlement);
      const isThere = resolution && mayUse(resolution, entitlement);
      return isThere ? toGeminiModel(name) : toRefusal(modelNotFound(name));
    },
    GEMINI,
  );

const GEMINI = { errorBody: geminiError };

/** What Google says of a model, as far as the gateway knows it (https://ai.google.dev/api/models). */
const toGeminiModel = (name: string): object => ({
  name: `models/${name}`,
  displayName: name,
  supportedGenerationMethods: ['generateContent', 'streamGenerateContent'],
});

function answering(
  gateway: Gateway,
  answer: Answer,
  client?: Parameters<typeof sendRefusal>[3],
): RequestHandler {
  return (request: Request, response: Response) => {
    const runtime = gateway.runtime();
    if (!runtime) {
      notReady(request, response);
      return;
    }
    const at = gateway.clock.now();
    const principal = principalOf(request, runtime, at);
    const found =
      'status' in principal
        ? principal
        : answer({ entitlement: entitlementOf(principal, runtime, at), runtime, request, at });
    if (isRefusal(found)) {
      sendRefusal(request, response, found, client);
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
  resolution: Resolution<RuntimeModel>,
  { at, runtime, entitlement }: Inquiry,
): object {
  const sunsetAt =
    runtime.deprecations.find(name, entitlement.organization, at)?.sunsetAt ?? Infinity;
  return {
    id: name,
    object: 'model',
    created: resolution.created,
    owned_by: resolution.kind === 'model' ? resolution.provider.id : 'group',
    ...(Number.isFinite(sunsetAt)
      ? { shutdown_date: new Date(sunsetAt).toISOString().slice(0, 10) }
      : {}),
  };
}
