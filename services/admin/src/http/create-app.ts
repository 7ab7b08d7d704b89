import { Problem, problemHandler } from '@aicp/common/errors/problem';
import { cors } from '@aicp/common/http/cors';
import type { Logger } from '@aicp/common/log/logger';
import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import helmet from 'helmet';
import { corsRules } from './cors-rules.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { mountRoutes, type MountOptions } from './mount-routes.ts';
import { assignRequestId, requestIdOf } from './request-id.ts';
import type { Route } from './route.ts';
import { toProblem } from './to-problem.ts';

export interface AppOptions extends MountOptions {
  readonly routes: readonly Route[];
  /** Pages and their files: what is no route of the API. */
  readonly pages: readonly Router[];
  readonly metrics: RequestMetrics;
  readonly trustedProxies: readonly string[];
  /** Whose pages may call the API, beside its own. */
  readonly corsOrigins?: readonly string[];
  readonly log: Logger;
}

/** The whole HTTP face of the service, from the request's id to the problem that it may end in. */
export function createApp(options: AppOptions): Express {
  const { corsOrigins = [] } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('trust proxy', [...options.trustedProxies]);
  app.use(assignRequestId);
  app.use(options.metrics.observe);
  if (corsOrigins.length > 0) app.use(cors(corsRules(corsOrigins)));
  app.use(helmet({ contentSecurityPolicy: { directives: POLICY } }));
  for (const router of options.pages) app.use(router);
  mountRoutes(app, options.routes, options);
  app.use((request) => {
    throw new Problem(404, `There is nothing at ${request.path}. /docs lists what there is.`);
  });
  app.use(translateErrors);
  app.use(problemHandler(options.log, requestIdOf));
  return app;
}

/** Pages of ours load what is ours. An installation may stand behind plain HTTP, so nothing is upgraded. */
const POLICY = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  // The documentation's styles are set by its script.
  styleSrc: ["'self'", "'unsafe-inline'"],
  scriptSrc: ["'self'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
};

const translateErrors: ErrorRequestHandler = (error, _request, _response, next) => {
  next(toProblem(error) ?? error);
};
