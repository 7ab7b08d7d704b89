import { setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The delay of the event loop is sampled every 10 ms: after so long there is a sample. */
const FIRST_SAMPLE_MS = 25;

/**
 * A registry that watches the process itself from the first scrape on. Samples of the delay of the event loop wake a process a hundred
 * times a second, which is most of what an idle one costs; where nobody scrapes, nobody misses them.
 */
class ProcessRegistry extends Registry {
  private watching: Promise<void> | undefined;

  override async metrics(): Promise<string> {
    this.watching ??= this.watch();
    await this.watching;
    return await super.metrics();
  }

  private async watch(): Promise<void> {
    collectDefaultMetrics({ register: this });
    await delay(FIRST_SAMPLE_MS);
  }
}

/** A registry with the process's own metrics in it. */
export function createRegistry(service: string): Registry {
  const registry = new ProcessRegistry();
  registry.setDefaultLabels({ service });
  return registry;
}

/** `GET /metrics`. */
export function metricsHandler(registry: Registry): RequestHandler {
  return async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics());
  };
}
