import { listen, type Listening } from '@aicp/common/http/listen';
import { metricsHandler } from '@aicp/common/metrics/registry';
import { keepCertificate } from '@aicp/common/tls/keep-certificate';
import express from 'express';
import { authenticate } from './access/authenticate.ts';
import { healthOf, type AdminParts } from './admin-parts.ts';
import { observationRoute } from './audit/observations/observation-route.ts';
import { operatorCheck } from './audit/observations/operator-token.ts';
import { CallerLimits } from './http/caller-limits.ts';
import { createApp } from './http/create-app.ts';
import { metricsRoute, type Health } from './http/health-routes.ts';
import type { MountOptions } from './http/mount-routes.ts';
import { RequestMetrics } from './http/request-metrics.ts';
import { answerUnreadable } from './http/unreadable-requests.ts';
import { docsPages } from './openapi/docs-pages.ts';
import { adminRoutes } from './routes.ts';

export interface Serving {
  readonly port: number;
  readonly metricsPort: number | undefined;
  health(): Health;
  stop(): Promise<void>;
}

/** How long open requests may take at the end, ms. */
const CLOSE_MS = 10_000;

/** Opens the ports. */
export async function serve(parts: AdminParts): Promise<Serving> {
  const { config, deps, registry } = parts;
  let isDraining = false;
  const health = (): Health => ({ ...healthOf(parts), isDraining });
  const mount: MountOptions = {
    authenticate: (request) => authenticate(request, { ...parts, clock: deps.clock }),
    limits: new CallerLimits(config.limits),
    onSecurityEvent: parts.audit.securityEvents.listen,
    idempotency: parts.idempotency.answers,
  };
  const app = createApp({
    ...mount,
    routes: [
      ...adminRoutes({ parts, mount, health }),
      ...(config.metricsPort === undefined ? [metricsRoute(registry)] : []),
    ],
    pages: [docsPages(), ...observationPages(parts)],
    metrics: new RequestMetrics({ registry, clock: deps.clock }),
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    log: deps.log,
  });
  const ending = new AbortController();
  const main = await listenForRequests(app, parts, ending.signal);
  answerUnreadable(main.server);
  const aside = await listenForScrapes(parts);
  return {
    port: main.port,
    metricsPort: aside?.port,
    health,
    stop: async () => {
      isDraining = true;
      ending.abort();
      await main.close(CLOSE_MS);
      await aside?.close(0);
    },
  };
}

/** Where the operator tells what it saw; nowhere, where no operator does. */
function observationPages({ audit, config, deps }: AdminParts): express.Router[] {
  const { namespace, observer } = config;
  if (!observer) return [];
  const isOperator = operatorCheck(observer, { ...deps, namespace });
  return [observationRoute({ inbox: audit.inbox, isOperator })];
}

/** Opens the API's port, with TLS where there is a certificate; a renewed one is taken up until the signal aborts. */
async function listenForRequests(
  app: express.Express,
  { config, deps }: AdminParts,
  signal: AbortSignal,
): Promise<Listening> {
  const { host, port, tls: read } = config;
  if (!read) return await listen(app, { host, port });
  const inUse = await read();
  const listening = await listen(app, { host, port, tls: inUse });
  const { log, clock } = deps;
  void keepCertificate({ server: listening.server, read, inUse, log, clock, signal });
  return listening;
}

async function listenForScrapes({ config, registry }: AdminParts): Promise<Listening | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', metricsHandler(registry));
  return await listen(app, { host: config.host, port: config.metricsPort });
}
