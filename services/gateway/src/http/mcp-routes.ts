import type { Request, RequestHandler, Response } from 'express';
import type { CorsOrigins } from '@aicp/common/http/cors';
import type { CallRoutes } from '../calls/call-routes.ts';
import { letIn } from '../calls/caller.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { forbiddenOrigin, pathNotFound, type Refusal } from '../pipeline/exchange/refusal.ts';
import { sendJson } from '../pipeline/respond.ts';
import { requestIdHeader, sendRefusal } from './send-refusal.ts';
import type { McpCaller } from '../mcp/mcp-caller.ts';
import { mayUseServer } from '../mcp/servers/mcp-servers.ts';
import type { McpServing } from '../mcp/mcp-serving.ts';
import type { McpWatch } from '../mcp/watch/mcp-watch.ts';
import { addressOf, challengeOf, METADATA_PATH, metadataOf } from './resource-metadata.ts';

export interface McpRouteOptions {
  readonly gateway: Gateway;
  /** Whose connections to servers requests use as well. */
  readonly watch: Pick<McpWatch, 'upstreams'>;
  /** Whose pages may call it. */
  readonly corsOrigins: CorsOrigins;
}

/** A host that names this machine, and that nobody else can have. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?$/;

const PATHS = ['/mcp', '/mcp/:server'];

/** The routes of tools. What speaks MCP is loaded with the first request that is let in, so that whoever has no tools pays nothing. */
export class McpRoutes {
  private readonly options: McpRouteOptions;
  private loading: Promise<McpServing> | undefined;

  constructor(options: McpRouteOptions) {
    this.options = options;
  }

  /** Adds them to an application. */
  readonly routes: CallRoutes = (app, gateway) => {
    app.all(PATHS, this.route(gateway));
    app.get([METADATA_PATH, ...PATHS.map((path) => `${METADATA_PATH}${path}`)], metadataRoute);
  };

  /** Ends what clients still wait for. */
  async close(): Promise<void> {
    const serving = await this.loading?.catch(() => undefined);
    await serving?.close();
  }

  private route(gateway: Gateway): RequestHandler {
    return (request, response, next) => {
      const caller = this.callerOf(gateway, request, response);
      if ('status' in caller) sendRefusal(request, response, caller);
      else this.answer(request, response, caller).catch(next);
    };
  }

  private async answer(request: Request, response: Response, caller: McpCaller): Promise<void> {
    const serving = await this.load();
    await serving.answer(request, response, caller);
  }

  private load(): Promise<McpServing> {
    this.loading ??= this.start();
    return this.loading;
  }

  private async start(): Promise<McpServing> {
    const { McpServing: Serving } = await import('../mcp/mcp-serving.ts');
    const { gateway, watch } = this.options;
    const { log } = gateway;
    return new Serving({
      upstreams: await watch.upstreams(),
      onError: (error) => {
        log.debug({ err: error }, 'mcp_request_refused');
      },
    });
  }

  /** Who is let in to what, or why nobody is. */
  private callerOf(gateway: Gateway, request: Request, response: Response): McpCaller | Refusal {
    if (!this.mayCallFrom(request.headers)) return forbiddenOrigin();
    const caller = letIn(gateway, { request, response }, 'tool');
    if ('status' in caller) return challenged(caller, request);
    const id = (request.params as { readonly server?: string }).server;
    const server = id === undefined ? undefined : caller.runtime.mcpServers.get(id);
    if (id !== undefined && !(server && mayUseServer(server, caller.principal))) {
      return pathNotFound(request.method, request.path);
    }
    return { ...caller, server };
  }

  /** A page of an origin that may not call the API is turned away, whatever address it found us at; one of this very machine and port may. */
  private mayCallFrom({ origin, host = '' }: Request['headers']): boolean {
    const { corsOrigins } = this.options;
    if (origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)) return true;
    return LOOPBACK.test(host) && [`http://${host}`, `https://${host}`].includes(origin);
  }
}

/** Says to who is not known where to learn how to be. */
const challenged = (refusal: Refusal, request: Request): Refusal =>
  refusal.status === 401
    ? { ...refusal, headers: ['www-authenticate', challengeOf(addressOf(request), request.path)] }
    : refusal;

/** `GET /.well-known/oauth-protected-resource…`: how to be let in. It needs no key, and says the same of what there is not. */
const metadataRoute: RequestHandler = (request, response) => {
  const path = request.path.slice(METADATA_PATH.length);
  const body = metadataOf(addressOf(request), path === '' ? '/mcp' : path);
  sendJson(response, 200, Buffer.from(JSON.stringify(body)), requestIdHeader(request));
};
