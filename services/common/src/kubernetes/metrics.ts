import { Counter, Gauge, type Registry } from 'prom-client';

/** What an operator of the process sees of its dealings with Kubernetes. */
export interface KubernetesMetrics {
  /** Lists begun, by what made them necessary. */
  readonly relists: Counter<'resource' | 'cause'>;
  /** Changes that no watch told of; found by comparing with a list. */
  readonly missedEvents: Counter<'resource'>;
  readonly cachedObjects: Gauge<'resource'>;
  readonly handlerErrors: Counter<'resource'>;
  readonly queueDepth: Gauge<'queue'>;
  readonly queueRetries: Counter<'queue'>;
  readonly eventsDropped: Counter;
}

/** The metrics of this folder, in the process's registry. */
export function createKubernetesMetrics(registry: Registry): KubernetesMetrics {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]): Counter<L> =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]): Gauge<L> =>
    new Gauge({ name, help, labelNames, registers });
  return {
    relists: counter(
      'aicp_kubernetes_relists_total',
      'Lists begun by an informer, by cause: start, watch_ended, watch_failed, silent, missed.',
      'resource',
      'cause',
    ),
    missedEvents: counter(
      'aicp_kubernetes_missed_events_total',
      'Changes that no watch told of.',
      'resource',
    ),
    cachedObjects: gauge(
      'aicp_kubernetes_cached_objects',
      'Objects in an informer’s cache.',
      'resource',
    ),
    handlerErrors: counter(
      'aicp_kubernetes_handler_errors_total',
      'Handlers of changes that threw.',
      'resource',
    ),
    queueDepth: gauge('aicp_work_queue_depth', 'Keys that wait for a worker.', 'queue'),
    queueRetries: counter(
      'aicp_work_queue_retries_total',
      'Attempts that failed and will be made again.',
      'queue',
    ),
    eventsDropped: counter(
      'aicp_kubernetes_events_dropped_total',
      'Kubernetes Events not written, because there were too many or the API refused them.',
    ),
  };
}
