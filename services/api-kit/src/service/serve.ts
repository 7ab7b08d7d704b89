import { listen, type Listening } from '@aicp/common/http/listen';
import { metricsHandler } from '@aicp/common/metrics/registry';
import { keepCertificate } from '@aicp/common/tls/keep-certificate';
import express from 'express';
import { docsPages } from '../openapi/docs-pages.ts';
import type { MountOptions } from '../route/mount-routes.ts';
import { prefixOf } from '../route/path-prefix.ts';
import type { Route } from '../route/route.ts';
import { createApp } from './create-app.ts';
import { metricsRoute, type Health } from './health-routes.ts';
import { RequestMetrics } from './request-metrics.ts';
import type { Features, Floor, ServiceDefinition } from './service.ts';
import { serviceRoutes } from './service-routes.ts';
import { STATUS_CODES, type Server } from 'node:http';
import { boundPipelining, type AnswersOf } from '@aicp/common/http/pipelining';
import { answerUnreadable as answer } from '@aicp/common/http/unreadable-requests';

/** How long open requests may take at the end, ms. */
const CLOSE_MS = 10_000;

export interface Serving {
  readonly port: number;
  readonly metricsPort: number | undefined;
  close(): Promise<void>;
}

/** Opens the ports. */
export async function serve<Tables>(options: {
  definition: ServiceDefinition<Tables>;
  floor: Floor<Tables>;
  features: Features;
  health: () => Health;
}): Promise<Serving> {
  const { definition, floor, features, health } = options;
  const { config, registry, limits, log, clock } = floor;
  const { name, about } = definition;
  const prefix = prefixOf(config.publicUrl);
  const routes = serviceRoutes({ about, url: config.publicUrl ?? '/', features, health });
  const app = createApp({
    ...credentialsOf(features, routes),
    limits,
    routes: [...routes, ...(config.metricsPort === undefined ? [metricsRoute(registry)] : [])],
    pages: [docsPages(about.title, prefix), ...(features.pages ?? [])],
    fallback: features.fallback,
    prefix,
    metrics: new RequestMetrics({ name, registry, clock }),
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    log,
  });
  const ending = new AbortController();
  const main = await listenForRequests(app, floor, ending.signal);
  answerUnreadable(main.server, boundPipelining(main.server));
  const aside = await listenForScrapes(floor);
  return {
    port: main.port,
    metricsPort: aside?.port,
    close: async () => {
      ending.abort();
      await main.close(CLOSE_MS);
      await aside?.close(0);
    },
  };
}

/** Throws where a route asks for credentials in a service that takes none. */
function credentialsOf(
  { credentials }: Features,
  routes: readonly Route[],
): Omit<MountOptions, 'limits'> {
  if (credentials) return credentials;
  const closed = routes.find(({ permission }) => permission !== 'public');
  if (closed) throw new Error(`${closed.operationId} is not public, and nobody can sign in here`);
  return {
    authenticate: () => Promise.reject(new Error('nobody can sign in here')),
    onSecurityEvent: () => undefined,
    idempotency: { answer: (context, _caller, handler) => handler(context) },
  };
}

/** Opens the API's port, with TLS where there is a certificate; a renewed one is taken up until the signal aborts. */
async function listenForRequests(
  app: express.Express,
  { config, log, clock }: Pick<Floor<unknown>, 'config' | 'log' | 'clock'>,
  signal: AbortSignal,
): Promise<Listening> {
  const { host, port, tls: read } = config;
  if (!read) return await listen(app, { host, port });
  const inUse = await read();
  const listening = await listen(app, { host, port, tls: inUse });
  void keepCertificate({ server: listening.server, read, inUse, log, clock, signal });
  return listening;
}

async function listenForScrapes({
  config,
  registry,
}: Pick<Floor<unknown>, 'config' | 'registry'>): Promise<Listening | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', metricsHandler(registry));
  return await listen(app, { host: config.host, port: config.metricsPort });
}

/** Has the server answer requests that no route ever sees, since Node cannot read them, with problems like all others. */
export function answerUnreadable(server: Server, answersOf: AnswersOf): void {
  answer(server, answersOf, ({ status, detail, id: instance }) => {
    const title = STATUS_CODES[status] ?? 'Error';
    return {
      contentType: 'application/problem+json; charset=utf-8',
      body: JSON.stringify({ type: 'about:blank', title, status, detail, instance }),
    };
  });
}
