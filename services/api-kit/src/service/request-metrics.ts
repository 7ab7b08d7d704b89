import { Histogram, type Registry } from '@aicp/common/metrics/registry';
import type { Clock } from '@aicp/common/time/clock';
import type { Request, RequestHandler } from 'express';

/** Counts and times requests by method, path and status. */
export class RequestMetrics {
  private readonly seconds: Histogram<'method' | 'path' | 'status'>;
  private readonly clock: Clock;

  constructor({ name, registry, clock }: { name: string; registry: Registry; clock: Clock }) {
    this.clock = clock;
    this.seconds = new Histogram({
      name: `aicp_${name}_request_seconds`,
      help: `Requests to the ${name} API, by how long their answers took.`,
      labelNames: ['method', 'path', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    });
  }

  readonly observe: RequestHandler = (request, response, next) => {
    const began = this.clock.monotonic();
    response.once('finish', () => {
      const { method } = request;
      const labels = { method, path: routePath(request), status: response.statusCode };
      this.seconds.observe(labels, (this.clock.monotonic() - began) / 1000);
    });
    next();
  };
}

/** The route's path, never the request's own, of which there are any number. */
function routePath(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'other';
}
