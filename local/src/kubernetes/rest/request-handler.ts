import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@aicp/common/log/logger';
import type { Api } from '../store/api.ts';
import { OpenApiDocuments } from '../discovery/open-api.ts';
import { Discovery, versionInfo } from '../discovery/resource-lists.ts';
import { ApiError } from '../objects/status.ts';
import { DiskFull } from '../store/database.ts';
import type { WatchHub } from '../watch/watch-hub.ts';
import { type ApiRequest, parsePath } from './api-request.ts';
import { handleResource, hasSubresource } from './handle-resource.ts';
import { negotiate, wantsAggregated, errorReply, plainText, send, type Reply } from './respond.ts';
import { answerReview } from './access.ts';

const DISK_FULL_EVERY_MS = 60_000;
const HEALTH = new Set(['/healthz', '/readyz', '/livez']);
const AGGREGATED_TYPE = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const OPENAPI_V2_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
const PAGE_NOT_FOUND = plainText(404, '404 page not found');

export interface HandlerOptions {
  readonly api: Api;
  readonly hub: WatchHub;
  readonly log: Logger;
  /** The user that a request's Authorization header stands for; throws where it stands for none. */
  readonly authenticate: (authorization: string | undefined) => string;
}

/** The listener of the HTTPS server. */
export function requestHandler(options: HandlerOptions) {
  const types = options.api.registry.all;
  const context = {
    ...options,
    documents: new OpenApiDocuments(types),
    discovery: new Discovery(types),
  };
  const tell = failureTeller(options);
  return (raw: IncomingMessage, response: ServerResponse): void => {
    const warnings: string[] = [];
    answer(context, raw, response, warnings)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) && !response.destroyed) tell(error, raw.url);
        return errorReply(error);
      })
      .then(async (reply) => {
        await options.api.store.durable();
        if (reply && !response.headersSent) send(response, reply, warnings);
      })
      .catch((error: unknown) => {
        options.log.error({ err: error, path: raw.url }, 'kubernetes_answer_failed');
        response.destroy();
      });
  };
}

/** Logs what failed inside; a full disk once a minute, as it stops each write. */
function failureTeller({ log, api: { clock } }: HandlerOptions) {
  let quietUntil = -Infinity;
  return (error: unknown, path: string | undefined): void => {
    if (!(error instanceof DiskFull)) {
      log.error({ err: error, path }, 'kubernetes_request_failed');
      return;
    }
    if (clock.monotonic() < quietUntil) return;
    quietUntil = clock.monotonic() + DISK_FULL_EVERY_MS;
    log.error({ reason: error.message, path }, 'kubernetes_disk_full');
  };
}

type Context = HandlerOptions & {
  readonly documents: OpenApiDocuments;
  readonly discovery: Discovery;
};

async function answer(
  context: Context,
  raw: IncomingMessage,
  response: ServerResponse,
  warnings: string[],
): Promise<Reply | undefined> {
  const url = URL.parse(raw.url ?? '/', 'https://localhost');
  if (!url) return PAGE_NOT_FOUND;
  const pathname = url.pathname.replace(/(?<=.)\/$/, '');
  if (HEALTH.has(pathname)) return plainText(200, 'ok');
  const user = context.authenticate(raw.headers.authorization);
  const fixed = fixedDocument(context, pathname, raw.headers.accept);
  if (fixed) return fixed;
  const path = parsePath(pathname);
  if (!path) return PAGE_NOT_FOUND;
  const request: ApiRequest = {
    raw,
    response,
    query: url.searchParams,
    form: negotiate(raw.headers.accept),
    user,
    warnings,
  };
  const review = await answerReview(context.api, path, request);
  if (review) return review;
  const type = context.api.registry.find(path.group, path.version, path.plural);
  if (!type || !hasSubresource(type, path.subresource)) return PAGE_NOT_FOUND;
  const { namespace, name, subresource } = path;
  const target = { type, namespace, name, subresource };
  return handleResource(context.api, context.hub, target, request);
}

/** Documents that say what the server is and has. */
function fixedDocument(
  { documents, discovery }: Context,
  pathname: string,
  accept: string | undefined,
): Reply | undefined {
  if (pathname === '/version') return { status: 200, body: versionInfo };
  if (pathname.startsWith('/openapi/')) return openApi(documents, pathname);
  const aggregated = wantsAggregated(accept);
  const body = discovery.find(pathname, aggregated);
  if (!body) return undefined;
  const isAggregated = body['kind'] === 'APIGroupDiscoveryList';
  return { status: 200, body, ...(isAggregated ? { contentType: AGGREGATED_TYPE } : {}) };
}

function openApi(documents: OpenApiDocuments, pathname: string): Reply {
  if (pathname === '/openapi/v3') return { status: 200, body: documents.index };
  // Old clients insist on the document being there, and are content with an empty one.
  if (pathname === '/openapi/v2') return { status: 200, body: '', contentType: OPENAPI_V2_TYPE };
  const body = documents.find(pathname.slice('/openapi/v3/'.length));
  return body === undefined ? PAGE_NOT_FOUND : { status: 200, body };
}
