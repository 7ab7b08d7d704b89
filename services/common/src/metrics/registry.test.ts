import { describe, expect, it } from 'vitest';
import { createRegistry } from './registry.ts';

describe('a registry', () => {
  it('takes no samples of its process before somebody scrapes', () => {
    expect(createRegistry('quiet').getMetricsAsArray()).toEqual([]);
  });

  it('has the metrics of its process in the first scrape, and in one that comes meanwhile', async () => {
    const registry = createRegistry('scraped');
    const [first, meanwhile] = await Promise.all([registry.metrics(), registry.metrics()]);
    expect(first).toMatch(/^nodejs_eventloop_lag_mean_seconds\{service="scraped"\} 0\.\d*[1-9]/m);
    for (const text of [first, meanwhile, await registry.metrics()])
      expect(text).toMatch(/^process_resident_memory_bytes\{service="scraped"\} [1-9]/m);
  });
});
