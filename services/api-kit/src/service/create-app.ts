import { Problem, problemHandler } from '@aicp/common/errors/problem';
import { cors, type CorsOrigins, type CorsRules } from '@aicp/common/http/cors';
import type { Logger } from '@aicp/common/log/logger';
import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import helmet from 'helmet';
import type { RequestMetrics } from './request-metrics.ts';
import { mountRoutes, type MountOptions } from '../route/mount-routes.ts';
import { takePrefix } from '../route/path-prefix.ts';
import { sendError } from '../route/openai-form.ts';
import { assignRequestId, requestIdOf } from '../route/request-id.ts';
import type { Route } from '../route/route.ts';
import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { fullDiskIn } from './full-disk.ts';
import { NoSigningKey } from '../access/access-token.ts';

export interface AppOptions extends MountOptions {
  readonly routes: readonly Route[];
  /** Pages and their files: what is no route of the API. */
  readonly pages: readonly Router[];
  /** Answers what is neither a page nor a route. */
  readonly fallback?: Router | undefined;
  /** Path at which people reach the service (`/aicp`), whether or not it is still there when a request arrives. */
  readonly prefix?: string;
  readonly metrics: RequestMetrics;
  readonly trustedProxies: readonly string[];
  /** Whose pages may call the API, beside its own. */
  readonly corsOrigins?: readonly string[];
  readonly log: Logger;
}

/** The whole HTTP face of the service, from the request's id to the problem that it may end in. */
export function createApp(options: AppOptions): Express {
  const { corsOrigins = [], prefix = '' } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('trust proxy', [...options.trustedProxies]);
  app.use(takePrefix(prefix, [...ROOTS, ...options.routes.map(({ path }) => path)]));
  app.use(assignRequestId);
  app.use(options.metrics.observe);
  if (corsOrigins.length > 0) app.use(cors(corsRules(corsOrigins)));
  app.use(helmet({ contentSecurityPolicy: { directives: POLICY } }));
  for (const router of options.pages) app.use(router);
  mountRoutes(app, options.routes, options);
  if (options.fallback) app.use(options.fallback);
  app.use((request) => {
    throw new Problem(404, `There is nothing at ${request.path}. /docs lists what there is.`);
  });
  app.use(translateErrors);
  app.use(problemHandler(options.log, requestIdOf, sendError));
  return app;
}

/** Where pages have their files: these are no routes, and no prefix is taken off them. */
const ROOTS = ['/docs/{file}', '/assets/{file}'];

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

/**
 * What pages of other origins may do with the admin API. Routes that a cookie opens stay closed to them: browsers send none along, and
 * these routes look at the origin themselves.
 */
export const corsRules = (origins: CorsOrigins): CorsRules => ({
  origins,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: [
    ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match'],
    ...['Idempotency-Key', 'X-Request-Id', 'traceparent', 'tracestate'],
  ],
  prefixes: ['x-aicp-'],
  exposed: [
    ...['ETag', 'Link', 'X-Total-Count', 'X-Request-Id', 'Retry-After', 'Idempotency-Replayed'],
    ...['Location', 'Content-Disposition', 'Deprecation', 'Sunset'],
  ],
});

/** Seconds after which something that is away may be back. */
const RETRY_AFTER = '5';

const away = (what: string, cause: unknown): Problem =>
  new Problem(503, `${what} does not answer: try again in a moment.`, {
    headers: { 'Retry-After': RETRY_AFTER },
    cause,
  });

/** Seconds after which somebody may have made room on a disk. */
const RETRY_AFTER_ROOM = '60';

const diskFull = (disk: string, cause: unknown): Problem =>
  new Problem(
    503,
    `${disk} is full, so nothing could be written. Make room on it, then send this again: trying again before that does not help.`,
    { headers: { 'Retry-After': RETRY_AFTER_ROOM }, cause },
  );

/** What a caller is told of an error that has a meaning wherever it comes from; undefined: it is a defect of ours. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof URIError) {
    return new Problem(400, 'The path is not properly percent-encoded.', { cause: error });
  }
  const disk = fullDiskIn(error);
  if (disk !== undefined) return diskFull(disk, error);
  if (error instanceof DatabaseUnavailable) return away('The database', error);
  if (error instanceof NoSigningKey) return away('The Kubernetes API', error);
  if (isKubernetesAway(error)) return away('The Kubernetes API', error);
  return bodyProblem(error);
}

const BODY_FAULTS: Readonly<Record<number, string>> = {
  400: 'The body is not readable as JSON.',
  413: 'The body is larger than may be sent here: send less at a time.',
  415: 'The body is in an encoding that is not taken here: send it as JSON in UTF-8.',
};

/** What Express' own readers of bodies say of one that they cannot read. */
function bodyProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('status' in error) || !('type' in error)) return undefined;
  const detail = BODY_FAULTS[Number(error.status)];
  return detail === undefined
    ? undefined
    : new Problem(Number(error.status), detail, { cause: error });
}

function isKubernetesAway(error: unknown): boolean {
  if (error instanceof KubernetesError) return error.status >= 500 || error.status === 429;
  if (error instanceof AggregateError) return error.errors.some(isKubernetesAway);
  if (!(error instanceof Error) || !('code' in error)) return false;
  return NETWORK.test(String(error.code));
}

/** What Node and undici say of a server that can't be reached, or went away in the middle. */
const NETWORK =
  /^(UND_ERR_|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
