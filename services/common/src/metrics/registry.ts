import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A registry with the process's own metrics in it. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** `GET /metrics`. */
export function metricsHandler(registry: Registry): RequestHandler {
  return async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics());
  };
}
