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
  const resource = ['resource'] as const;
  return {
    relists: new Counter({
      name: 'aicp_kubernetes_relists_total',
      help: 'Lists begun by an informer, by cause: start, watch_ended, watch_failed, silent, missed.',
      labelNames: ['resource', 'cause'],
      registers,
    }),
    missedEvents: new Counter({
      name: 'aicp_kubernetes_missed_events_total',
      help: 'Changes that no watch told of.',
      labelNames: resource,
      registers,
    }),
    cachedObjects: new Gauge({
      name: 'aicp_kubernetes_cached_objects',
      help: 'Objects in an informer’s cache.',
      labelNames: resource,
      registers,
    }),
    handlerErrors: new Counter({
      name: 'aicp_kubernetes_handler_errors_total',
      help: 'Handlers of changes that threw.',
      labelNames: resource,
      registers,
    }),
    queueDepth: new Gauge({
      name: 'aicp_work_queue_depth',
      help: 'Keys that wait for a worker.',
      labelNames: ['queue'],
      registers,
    }),
    queueRetries: new Counter({
      name: 'aicp_work_queue_retries_total',
      help: 'Attempts that failed and will be made again.',
      labelNames: ['queue'],
      registers,
    }),
    eventsDropped: new Counter({
      name: 'aicp_kubernetes_events_dropped_total',
      help: 'Kubernetes Events not written, because there were too many or the API refused them.',
      registers,
    }),
  };
}
