import type { Registry } from '@aicp/common/metrics/registry';
import { z } from 'zod';
import { defineRoute, type Route } from '../route/route.ts';

/** What a service says of itself beyond what all services say. */
export interface OwnHealth {
  /** The fields of its report, beside `status` and `database`. */
  readonly shape: z.ZodRawShape;
  readonly now: () => HealthNow;
}

export interface HealthNow {
  /** Whether the service can do its work, as far as this goes. */
  readonly isReady: boolean;
  /** As its shape says. */
  readonly report: Readonly<Record<string, unknown>>;
}

/** What the service stands on. */
export interface Health {
  readonly own: HealthNow;
  /** Whether the tables are up to date. */
  readonly database: boolean;
  /** Whether it is about to stop. */
  readonly isDraining: boolean;
}

const TAG = 'Operation';

/**
 * `GET /health` (the process lives, and on what) and `/ready` (it can do its work). What was there once and is away now is no reason to be
 * unready: what needs it answers 503.
 */
export function healthRoutes(shape: z.ZodRawShape, health: () => Health): Route[] {
  const report = z
    .object({
      status: z.enum(['ready', 'starting', 'draining']),
      ...shape,
      database: z.boolean().meta({ description: 'The tables are up to date.' }),
    })
    .meta({ id: 'Health' });
  return [
    defineRoute({
      method: 'get',
      path: '/health',
      operationId: 'getHealth',
      tag: TAG,
      summary: 'Whether the process lives, and what it stands on',
      permission: 'public',
      answers: { 200: { description: 'It lives.', schema: report } },
      handler: () => Promise.resolve({ status: 200, body: describe(health()) }),
    }),
    defineRoute({
      method: 'get',
      path: '/ready',
      operationId: 'getReadiness',
      tag: TAG,
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
    method: 'get',
    path: '/version',
    operationId: 'getVersion',
    tag: TAG,
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
    method: 'get',
    path: '/metrics',
    operationId: 'getMetrics',
    tag: TAG,
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
export const isReady = ({ own, database, isDraining }: Health): boolean =>
  !isDraining && database && own.isReady;

function describe(health: Health) {
  const { own, database, isDraining } = health;
  const notReady = isDraining ? 'draining' : 'starting';
  return { status: isReady(health) ? 'ready' : notReady, ...own.report, database };
}
