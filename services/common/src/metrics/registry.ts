import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** So often the delay of the event loop is sampled. */
const SAMPLE_MS = 10;

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
    // It is sampled at the same pace, and was begun later: once it has a sample, so have the metrics.
    const later = monitorEventLoopDelay({ resolution: SAMPLE_MS });
    later.enable();
    while (later.count === 0) await delay(SAMPLE_MS);
    later.disable();
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
