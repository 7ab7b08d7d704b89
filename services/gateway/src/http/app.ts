import { type CorsOrigins, cors } from '@aicp/common/http/cors';
import express, { type Express, type RequestHandler } from 'express';
import type { CallRoutes } from '../calls/call-routes.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { azurePaths } from '../protocols/deployments.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { methodNotAllowed, pathNotFound } from '../pipeline/exchange/refusal.ts';
import { protocolRoute } from './protocol-route.ts';
import { corsRules } from './cors-rules.ts';
import { crashHandler, sendRefusal } from './send-refusal.ts';
import { feedbackRoute } from './feedback-route.ts';
import { healthRoutes, type HealthSource } from './health-routes.ts';
import { geminiModelRoute, geminiModelsRoute, modelRoute, modelsRoute } from './models-routes.ts';

export interface AppOptions {
  readonly gateway: Gateway;
  /** What clients may speak. */
  readonly protocols: readonly Protocol[];
  readonly health: HealthSource;
  /** Undefined where metrics have a port of their own. */
  readonly metrics: RequestHandler | undefined;
  /** Undefined where nobody may ask how the limits stand. */
  readonly counts: RequestHandler | undefined;
  /** Whose pages may call it. */
  readonly corsOrigins: CorsOrigins;
  /** What else it serves: tools, agents. */
  readonly calls: readonly CallRoutes[];
}

/** Every route of the gateway. The hot ones come first and carry nothing but their handlers, unless pages of other origins may call them. */
export function createApp({
  gateway,
  protocols,
  health,
  metrics,
  counts,
  corsOrigins,
  calls,
}: AppOptions): Express {
  const app = createBareApp();
  if (corsOrigins.length > 0) app.use(cors(corsRules(corsOrigins)));
  for (const protocol of protocols) app.post([...protocol.paths], protocolRoute(gateway, protocol));
  app.get(MODELS, modelsRoute(gateway));
  app.get(both('/models/*id'), modelRoute(gateway));
  app.get('/v1beta/models', geminiModelsRoute(gateway));
  app.get('/v1beta/models/*id', geminiModelRoute(gateway));
  app.post(both('/feedback'), feedbackRoute(gateway));
  const { report, liveliness, readiness } = healthRoutes(health);
  app.get('/health', report);
  app.get('/health/liveliness', liveliness);
  app.get('/health/readiness', readiness);
  if (metrics) app.get('/metrics', metrics);
  if (counts) app.post('/internal/counts', counts);
  for (const routes of calls) routes(app, gateway);

  for (const { paths } of protocols) app.all([...paths], only('POST'));
  app.all(both('/feedback'), only('POST'));
  app.all([...MODELS, ...both('/models/*id')], only('GET, HEAD'));
  app.all(['/health', '/health/liveliness', '/health/readiness'], only('GET, HEAD'));
  if (metrics) app.all('/metrics', only('GET, HEAD'));
  app.use((request, response) => {
    sendRefusal(request, response, pathNotFound(request.method, request.path));
  });
  app.use(crashHandler(gateway.log));
  return app;
}

/** An Express application without what costs time and serves nobody here. */
export function createBareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  return app;
}

/** Clients with and without the prefix in their base address exist. */
export const both = (path: string): string[] => [`/v1${path}`, path];

/** The same, and where Azure's clients ask. */
export const everywhere = (path: string): string[] => [...both(path), ...azurePaths(path)];

const MODELS = everywhere('/models');

const only =
  (allowed: string): RequestHandler =>
  (request, response) => {
    sendRefusal(request, response, methodNotAllowed(request.method, allowed));
  };
