import type { Request, RequestHandler, Response } from 'express';
import type { CorsOrigins } from '@aicp/common/http/cors';
import { mayPageCall } from '@aicp/common/http/page-origin';
import type { CallRoutes } from '../calls/call-routes.ts';
import { letInPeople } from '../calls/caller.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import {
  forbiddenOrigin,
  mcpServerNotFound,
  pathNotFound,
  type Refusal,
} from '../pipeline/exchange/refusal.ts';
import { sendRefusal } from './send-refusal.ts';
import type { McpCaller } from '../mcp/mcp-caller.ts';
import { mayUseServer } from '../mcp/servers/mcp-servers.ts';
import type { McpServing } from '../mcp/mcp-serving.ts';
import type { McpWatch } from '../mcp/watch/mcp-watch.ts';
import type { Resource } from '../sign-on/sign-on.ts';
import { challenged, METADATA_PATH, sendMetadata } from './resource-metadata.ts';

export interface McpRouteOptions {
  readonly gateway: Gateway;
  /** Whose connections to servers requests use as well. */
  readonly watch: Pick<McpWatch, 'upstreams'>;
  /** What servers want to have back from callers is sealed with it; all replicas have the same one. */
  readonly secret: string | Buffer;
  /** Whose pages may call it. */
  readonly corsOrigins: CorsOrigins;
}

/** By the second pair an organization says that it is meant: whoever is of more than one, or signs in as people of others do, has to. */
const PATHS = [
  '/mcp',
  '/mcp/:server',
  '/orgs/:organization/mcp',
  '/orgs/:organization/mcp/:server',
];

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
    const places = [METADATA_PATH, ...PATHS.map((path) => `${METADATA_PATH}${path}`)];
    app.get(places, metadataRoute(gateway));
  };

  /** Ends what clients still wait for. */
  async close(): Promise<void> {
    const serving = await this.loading?.catch(() => undefined);
    await serving?.close();
  }

  private route(gateway: Gateway): RequestHandler {
    return (request, response, next) => {
      this.answer(gateway, request, response).catch(next);
    };
  }

  private async answer(gateway: Gateway, request: Request, response: Response): Promise<void> {
    const caller = await this.callerOf(gateway, request, response);
    if ('status' in caller) {
      sendRefusal(request, response, caller);
      return;
    }
    const serving = await this.load();
    await serving.answer(request, response, caller);
  }

  private load(): Promise<McpServing> {
    this.loading ??= this.start();
    return this.loading;
  }

  private async start(): Promise<McpServing> {
    const [{ McpServing: Serving }, { StateSeal }] = await Promise.all([
      import('../mcp/mcp-serving.ts'),
      import('../mcp/asking/state-seal.ts'),
    ]);
    const { gateway, watch, secret } = this.options;
    const { log, clock } = gateway;
    return new Serving({
      upstreams: await watch.upstreams(),
      states: new StateSeal(secret, clock),
      onError: (error) => {
        log.debug({ err: error }, 'mcp_request_refused');
      },
    });
  }

  /** Who is let in to what, or why nobody is. */
  private async callerOf(
    gateway: Gateway,
    request: Request,
    response: Response,
  ): Promise<McpCaller | Refusal> {
    if (!mayPageCall(request.headers, this.options.corsOrigins)) return forbiddenOrigin();
    const { server: id, organization, path } = askedOf(request);
    const resource: Resource = { organization, paths: audiencesOf(organization, id) };
    const caller = await letInPeople(gateway, { request, response }, { use: 'tool', resource });
    if ('status' in caller) return challenged(caller, gateway, { asked: request, path });
    const server = id === undefined ? undefined : caller.runtime.mcpServers.get(id);
    const isOther = organization !== undefined && organization !== caller.principal.organization;
    if (id === undefined) {
      return isOther ? pathNotFound(request.method, request.path) : { ...caller, server };
    }
    const isUsable = !isOther && server && mayUseServer(server, caller.principal);
    return isUsable ? { ...caller, server } : mcpServerNotFound(id);
  }
}

/** What an address asks for. */
interface Asked {
  readonly organization: string | undefined;
  readonly server: string | undefined;
  /** The address as clients are told it. */
  readonly path: string;
}

function askedOf({ params }: Pick<Request, 'params'>): Asked {
  const { organization, server } = params as Partial<Record<'organization' | 'server', string>>;
  return { organization, server, path: pathOf(organization, server) };
}

const pathOf = (organization: string | undefined, server: string | undefined): string =>
  [
    organization === undefined ? '/mcp' : `/orgs/${encodeURIComponent(organization)}/mcp`,
    ...(server === undefined ? [] : [encodeURIComponent(server)]),
  ].join('/');

/** A token for all servers is one for each of them; one for a server is none for another. */
const audiencesOf = (organization: string | undefined, server: string | undefined): string[] => [
  ...new Set([pathOf(organization, undefined), pathOf(organization, server)]),
];

/** `GET /.well-known/oauth-protected-resource…`: how to be let in. It needs no key, and says the same of what there is not. */
const metadataRoute =
  (gateway: Gateway): RequestHandler =>
  (request, response) => {
    sendMetadata(gateway, { request, response }, askedOf(request));
  };
