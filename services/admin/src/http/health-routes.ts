import type { Registry } from '@aicp/common/metrics/registry';
import { z } from 'zod';
import { defineRoute, type Route } from './route.ts';

/** What the service stands on. */
export interface Health {
  /** Snapshot in use, where there is one. */
  readonly config: ConfigHealth | undefined;
  /** Whether the caches of the Kubernetes API were filled once. */
  readonly kubernetes: boolean;
  /** Whether the tables are up to date. */
  readonly database: boolean;
  /** Whether tokens can be signed. */
  readonly tokens: boolean;
  /** Whether it is about to stop. */
  readonly isDraining: boolean;
}

interface ConfigHealth {
  readonly epoch: number;
  readonly revision: number;
  readonly source: string;
  readonly ageSeconds: number;
}

const report = z
  .object({
    status: z.enum(['ready', 'starting', 'draining']),
    config: z
      .object({
        epoch: z.int(),
        revision: z.int(),
        source: z.enum(['operator', 'boot', 'disk']),
        age_seconds: z.int(),
      })
      .nullable()
      .meta({ description: 'The snapshot in use; null before the first.' }),
    kubernetes: z.boolean().meta({ description: 'Objects were read from the Kubernetes API.' }),
    database: z.boolean().meta({ description: 'The tables are up to date.' }),
    tokens: z.boolean().meta({ description: 'Access tokens can be signed.' }),
  })
  .meta({ component: 'Health' });

const TAG = 'Operation';

/**
 * `GET /health` (the process lives, and on what) and `/ready` (it can do its work). What was there once and is away now is no reason to be
 * unready: what needs it answers 503.
 */
export function healthRoutes(health: () => Health): Route[] {
  return [
    defineRoute({
      ...{ method: 'get', path: '/health', operationId: 'getHealth', tag: TAG },
      summary: 'Whether the process lives, and what it stands on',
      permission: 'public',
      answers: { 200: { description: 'It lives.', schema: report } },
      handler: () => Promise.resolve({ status: 200, body: describe(health()) }),
    }),
    defineRoute({
      ...{ method: 'get', path: '/ready', operationId: 'getReadiness', tag: TAG },
      summary: 'Whether it can do its work',
      permission: 'public',
      answers: {
        200: { description: 'It can.', schema: report },
        503: { description: 'Not yet, or not any more.', schema: report },
      },
      handler: () => {
        const body = describe(health());
        return Promise.resolve({ status: body.status === 'ready' ? 200 : 503, body });
      },
    }),
  ];
}

/** `GET /version`. */
export const versionRoute = (version: string): Route =>
  defineRoute({
    ...{ method: 'get', path: '/version', operationId: 'getVersion', tag: TAG },
    summary: 'Versions of the product and of the API',
    permission: 'public',
    answers: {
      200: {
        description: 'The versions.',
        schema: z.object({ version: z.string(), api_versions: z.array(z.string()) }),
        example: { version: '0.1.0', api_versions: ['v1'] },
      },
    },
    handler: () => Promise.resolve({ status: 200, body: { version, api_versions: ['v1'] } }),
  });

/** `GET /metrics`. */
export const metricsRoute = (registry: Registry): Route =>
  defineRoute({
    ...{ method: 'get', path: '/metrics', operationId: 'getMetrics', tag: TAG },
    summary: 'Metrics, as Prometheus reads them',
    permission: 'public',
    answers: {
      200: { description: 'The metrics.', schema: z.string(), contentType: 'text/plain' },
    },
    handler: async () => ({
      status: 200,
      body: await registry.metrics(),
      headers: { 'Content-Type': registry.contentType },
    }),
  });

/** Whether the service can do its work. */
export const isReady = (health: Health): boolean =>
  !health.isDraining &&
  health.config !== undefined &&
  health.kubernetes &&
  health.database &&
  health.tokens;

function describe(health: Health) {
  const { config, kubernetes, database, tokens, isDraining } = health;
  const notReady = isDraining ? 'draining' : 'starting';
  return {
    status: isReady(health) ? 'ready' : notReady,
    config: config
      ? {
          epoch: config.epoch,
          revision: config.revision,
          source: config.source,
          age_seconds: Math.round(config.ageSeconds),
        }
      : null,
    kubernetes,
    database,
    tokens,
  };
}
