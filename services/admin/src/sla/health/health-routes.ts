import type { Route } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { READ } from '../reach/sla-reach.ts';
import { healthSchema, historySchema } from './health-figures.ts';
import type { HealthReader } from './health-reader.ts';

const TAG = 'SLAs';
const MOST_HOURS = 720;

const name = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\0]*$/, { error: 'must not contain NUL' });
const historyQuery = z.object({
  hours: z.coerce.number().pipe(z.int().min(1).max(MOST_HOURS)).default(24).meta({
    description:
      'How far back. Up to 3 hours there is a point for each minute, up to 168 one for each hour, beyond one for each day (UTC).',
  }),
  provider: name.optional().meta({ description: 'Only of this provider.' }),
  model: name.optional().meta({ description: 'Only of this model.' }),
});

/** `/api/v1/sla/health`: how each model of each provider fares. */
export const healthRoutes = (health: HealthReader): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/v1/sla/health',
    operationId: 'getSlaHealth',
    tag: TAG,
    summary: 'How each model of each provider fares, in the last hour',
    description:
      'Unknown with less than 20 attempts. Whoever is of an organization is told of its own providers, and of those of the platform without counts.',
    permission: READ,
    answers: { 200: { description: 'All of them.', schema: z.array(healthSchema) } },
    handler: async ({ principal }) => ({ status: 200, body: await health.now(principal) }),
  }),
  historyRoute(health, { path: '/api/v1/sla/health/history', operationId: 'getSlaHealthHistory' }),
  historyRoute(health, { path: '/api/v1/sla/history', operationId: 'getSlaHistory' }),
];

const historyRoute = (
  health: HealthReader,
  named: { readonly path: string; readonly operationId: string },
): Route =>
  defineRoute({
    ...named,
    method: 'get',
    tag: TAG,
    summary: 'How each model of each provider fared, point by point',
    description: 'The oldest first. Stretches without attempts have no point.',
    permission: READ,
    query: historyQuery,
    answers: { 200: { description: 'The points.', schema: z.array(historySchema) } },
    handler: async ({ principal, query: { hours, provider, model } }) => {
      const asked = {
        hours,
        ...(provider === undefined ? {} : { provider }),
        ...(model === undefined ? {} : { model }),
      };
      return { status: 200, body: await health.history(principal, asked) };
    },
  });
