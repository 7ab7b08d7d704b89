import type { CorsOrigins } from '@aicp/common/config/cors-origins';
import { cors } from '@aicp/common/http/cors';
import express, { type Express, type RequestHandler } from 'express';
import type { Gateway } from '../pipeline/gateway.ts';
import { methodNotAllowed, pathNotFound } from '../pipeline/refusal.ts';
import { chatRoute } from './chat-route.ts';
import { corsRules } from './cors-rules.ts';
import { crashHandler } from './crash-handler.ts';
import { healthRoutes, type HealthSource } from './health-routes.ts';
import { modelRoute, modelsRoute } from './models-routes.ts';
import { sendRefusal } from './send-refusal.ts';

export interface AppOptions {
  readonly gateway: Gateway;
  readonly health: HealthSource;
  /** Undefined where metrics have a port of their own. */
  readonly metrics: RequestHandler | undefined;
  /** Whose pages may call it. */
  readonly corsOrigins: CorsOrigins;
}

/** Every route of the gateway. The hot one comes first and carries nothing but its handler, unless pages of other origins may call it. */
export function createApp({ gateway, health, metrics, corsOrigins }: AppOptions): Express {
  const app = createBareApp();
  if (corsOrigins.length > 0) app.use(cors(corsRules(corsOrigins)));
  app.post(both('/chat/completions'), chatRoute(gateway));
  app.get(both('/models'), modelsRoute(gateway));
  app.get(both('/models/*id'), modelRoute(gateway));
  const { report, liveliness, readiness } = healthRoutes(health);
  app.get('/health', report);
  app.get('/health/liveliness', liveliness);
  app.get('/health/readiness', readiness);
  if (metrics) app.get('/metrics', metrics);

  app.all(both('/chat/completions'), only('POST'));
  app.all([...both('/models'), ...both('/models/*id')], only('GET, HEAD'));
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
const both = (path: string): string[] => [`/v1${path}`, path];

const only =
  (allowed: string): RequestHandler =>
  (request, response) => {
    sendRefusal(request, response, methodNotAllowed(request.method, allowed));
  };
