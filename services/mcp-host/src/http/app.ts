import { assignRequestId, requestIdOf } from '@aicp/api-kit/route/request-id';
import { Problem, problemHandler, unauthorized } from '@aicp/common/errors/problem';
import { metricsHandler, type Registry } from '@aicp/common/metrics/registry';
import type { Logger } from '@aicp/common/log/logger';
import express, { type Express, type RequestHandler } from 'express';
import type { Client } from '@modelcontextprotocol/client';
import type { Serving } from '../asking/serving.ts';
import type { HostedServer } from '../servers/hosted-server.ts';
import type { HostedServers } from '../servers/hosted-servers.ts';
import { NotRunning } from '../servers/not-running.ts';
import { showsSecret } from './credential.ts';

export interface AppOptions {
  readonly servers: HostedServers;
  readonly serving: Serving;
  /** The secret that gateways have too. */
  readonly secret: string;
  /** What `/health` says of the snapshot in use; `config` is null before the first. */
  readonly snapshot: () => { readonly config: unknown };
  readonly isDraining: () => boolean;
  readonly log: Logger;
}

/** The host's own API: programs by their names, and how it stands. */
export function createApp(options: AppOptions): Express {
  const app = bareApp();
  app.use(assignRequestId);
  const isReady = () => options.snapshot().config !== null && !options.isDraining();
  app.get('/health', (_request, response) => {
    const servers = Object.fromEntries(options.servers.standings);
    response.json({ status: isReady() ? 'ok' : 'not_ready', ...options.snapshot(), servers });
  });
  app.get('/ready', (_request, response) => {
    response.status(isReady() ? 200 : 503).json({ ready: isReady() });
  });
  app.all('/servers/:server', programRoute(options));
  app.use((request) => {
    throw new Problem(404, `There is no ${request.method} ${request.path} here.`);
  });
  app.use(problemHandler(options.log, requestIdOf));
  return app;
}

/** `GET /metrics` alone. */
export function createMetricsApp(registry: Registry): Express {
  const app = bareApp();
  app.get('/metrics', metricsHandler(registry));
  return app;
}

function bareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  return app;
}

function programRoute({ servers, serving, secret }: AppOptions): RequestHandler {
  return async (request, response) => {
    if (!showsSecret(request.headers, secret)) {
      throw unauthorized('Send the secret that gateways have: Authorization: Bearer.');
    }
    const { server: id = '' } = request.params as { readonly server?: string };
    const hosted = servers.of(id);
    if (!hosted) throw new Problem(404, `This host runs no program for an MCPServer "${id}".`);
    const client = await readyIn(hosted);
    await serving.answer(request, response, { hosted, client });
  };
}

/** The program, once it can be asked. */
async function readyIn(hosted: HostedServer): Promise<Client> {
  try {
    return await hosted.client();
  } catch (error) {
    if (error instanceof NotRunning) throw new Problem(503, error.message, { cause: error });
    throw error;
  }
}
