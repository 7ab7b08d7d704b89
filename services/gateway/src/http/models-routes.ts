import type { Request, RequestHandler, Response } from 'express';
import { principalOf } from '../pipeline/authenticate.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { toRefusal, type Refusal } from '../pipeline/exchange/refusal.ts';
import { sendJson } from '../pipeline/respond.ts';
import { modelGone, modelNotFound } from '@aicp/contracts/routing/refusal';
import type { Resolution } from '@aicp/contracts/routing/catalog/resolution';
import { mayUse, type Entitlement } from '@aicp/contracts/routing/catalog/entitlement';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { messageError } from '../protocols/anthropic-messages/message-error.ts';
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
  byClient({
    others: listRoute(gateway),
    google: geminiModelsRoute(gateway),
    anthropic: listRoute(gateway, ANTHROPIC_MODELS),
  });

/** `GET /v1/models/{id}`. What the key may not use is not there. */
export const modelRoute = (gateway: Gateway): RequestHandler =>
  byClient({
    others: oneRoute(gateway),
    google: geminiModelRoute(gateway),
    anthropic: oneRoute(gateway, ANTHROPIC_MODELS),
  });

/** Whoever asks for models, by the API that their client is made for. */
interface Clients {
  readonly others: RequestHandler;
  readonly google: RequestHandler;
  readonly anthropic: RequestHandler;
}

/** Google's and Anthropic's SDKs ask for models at the addresses of OpenAI's. The former send their keys elsewhere, the latter the version of their API. */
const byClient =
  ({ others, google, anthropic }: Clients): RequestHandler =>
  (request, response, next) => {
    const { headers } = request;
    if (headers['x-goog-api-key'] !== undefined) google(request, response, next);
    else if (headers['anthropic-version'] !== undefined) anthropic(request, response, next);
    else others(request, response, next);
  };

/** How models are told, and errors. */
interface ModelForm {
  readonly list: (data: readonly Listed[]) => object;
  readonly model: (listed: Listed) => object;
  readonly client?: Parameters<typeof sendRefusal>[3];
}

/** A model as the gateway lists it. */
interface Listed {
  readonly name: string;
  readonly resolution: Resolution<RuntimeModel>;
  /** Milliseconds since 1970 from which it is not served any more; infinite where it is not said. */
  readonly sunsetAt: number;
}

const listRoute = (gateway: Gateway, form = OPENAI_MODELS): RequestHandler =>
  answering(
    gateway,
    (inquiry) => {
      const usable = inquiry.runtime.catalog.usable(inquiry.entitlement);
      return form.list(usable.map(({ name, resolution }) => listed(name, resolution, inquiry)));
    },
    form.client,
  );

const oneRoute = (gateway: Gateway, form = OPENAI_MODELS): RequestHandler =>
  answering(
    gateway,
    (inquiry) => {
      const { at, runtime, entitlement } = inquiry;
      const name = idOf(inquiry.request);
      const resolution = runtime.catalog.find(name, entitlement);
      if (resolution && mayUse(resolution, entitlement))
        return form.model(listed(name, resolution, inquiry));
      const deprecation = runtime.deprecations.find(name, entitlement.organization, at);
      const refused =
        !resolution && isGone(deprecation, at) ? modelGone(deprecation) : modelNotFound(name);
      return toRefusal(refused);
    },
    form.client,
  );

/** `GET /v1beta/models`, for clients of Google's API. */
export const geminiModelsRoute = (gateway: Gateway): RequestHandler =>
  answering(
    gateway,
    ({ runtime, entitlement }) => ({
      models: runtime.catalog
        .usable(entitlement)
        .map(({ name, resolution }) => toGeminiModel(name, resolution)),
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
      return isThere ? toGeminiModel(name, resolution) : toRefusal(modelNotFound(name));
    },
    GEMINI,
  );

const GEMINI = { errorBody: geminiError };

/** What Google says of a model, as far as the gateway knows it (https://ai.google.dev/api/models). */
const toGeminiModel = (name: string, resolution: Resolution<RuntimeModel>): object => ({
  name: `models/${name}`,
  displayName: name,
  supportedGenerationMethods:
    resolution.kind === 'model' && resolution.mode === 'embedding'
      ? ['embedContent', 'batchEmbedContents']
      : ['generateContent', 'streamGenerateContent', 'countTokens'],
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

function listed(
  name: string,
  resolution: Resolution<RuntimeModel>,
  { at, runtime, entitlement }: Inquiry,
): Listed {
  const deprecation = runtime.deprecations.find(name, entitlement.organization, at);
  return { name, resolution, sunsetAt: deprecation?.sunsetAt ?? Infinity };
}

const toModel = ({ name, resolution, sunsetAt }: Listed): object => ({
  id: name,
  object: 'model',
  created: resolution.created,
  owned_by: resolution.kind === 'model' ? resolution.provider.id : 'group',
  ...(Number.isFinite(sunsetAt)
    ? { shutdown_date: new Date(sunsetAt).toISOString().slice(0, 10) }
    : {}),
});

/** A model as Anthropic lists its own; what the gateway does not know of it is null. */
const toAnthropicModel = ({ name: id, resolution: { created }, sunsetAt }: Listed): object => ({
  ...{ type: 'model', id, display_name: id, created_at: new Date(created * 1000).toISOString() },
  ...{ capabilities: null, max_input_tokens: null, max_tokens: null, line: null },
  lifecycle: Number.isFinite(sunsetAt) ? 'deprecated' : 'active',
  deprecated_at: null,
  retires_at: Number.isFinite(sunsetAt) ? new Date(sunsetAt).toISOString() : null,
});

const OPENAI_MODELS: ModelForm = {
  list: (data) => ({ object: 'list', data: data.map(toModel) }),
  model: toModel,
};

const ANTHROPIC_MODELS: ModelForm = {
  list: (all) => ({
    data: all.map(toAnthropicModel),
    has_more: false,
    first_id: all[0]?.name ?? null,
    last_id: all.at(-1)?.name ?? null,
  }),
  model: toAnthropicModel,
  client: { errorBody: messageError },
};
