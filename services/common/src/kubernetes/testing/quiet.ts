import { Registry } from 'prom-client';
import { createLogger, type Logger } from '../../log/logger.ts';
import { createKubernetesMetrics, type KubernetesMetrics } from '../metrics.ts';

/** A logger whose entries a test reads. */
export function recordingLog(): { log: Logger; entries: Record<string, unknown>[] } {
  const entries: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => {
      entries.push(JSON.parse(line) as Record<string, unknown>);
    },
  };
  return { log: createLogger({ service: 'test', level: 'debug', destination }), entries };
}

/** Metrics in a registry of their own. */
export function freshMetrics(): { metrics: KubernetesMetrics; registry: Registry } {
  const registry = new Registry();
  return { metrics: createKubernetesMetrics(registry), registry };
}

/** The sum over the series of a metric that carry these labels. */
export async function metricValue(
  registry: Registry,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const metric = await registry.getSingleMetric(name)?.get();
  const series = metric?.values ?? [];
  const matching = series.filter((value) =>
    Object.entries(labels).every(([label, text]) => value.labels[label] === text),
  );
  return matching.reduce((sum, value) => sum + value.value, 0);
}
