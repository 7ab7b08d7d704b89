import { Counter, Gauge, type Registry } from '@aicp/common/metrics/registry';
import type { ChannelName } from '../channels/channel.ts';
import type { Backlog } from './backlog.ts';
import type { Settled } from './outcomes.ts';

/** What a replica says to Prometheus of events and their deliveries. */
export class EventMetrics {
  private readonly events: Counter;
  private readonly attempts: Readonly<Record<Settled, Counter<'channel'> | undefined>>;
  private readonly pending: Gauge;
  private readonly oldest: Gauge;
  private readonly lag: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    const counter = (name: string, help: string) =>
      new Counter({ name, help, labelNames: ['channel'] as const, registers });
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
    this.events = new Counter({
      name: 'aicp_events_routed_total',
      help: 'Events that this replica gave to their subscriptions.',
      registers,
    });
    this.attempts = {
      delivered: counter('aicp_events_delivered_total', 'Deliveries that their receiver took.'),
      failed: counter('aicp_events_failed_total', 'Attempts that failed, and are tried again.'),
      dead: counter('aicp_events_dead_total', 'Deliveries that are not tried again.'),
      lost: undefined,
    };
    this.pending = gauge(
      'aicp_events_pending_deliveries',
      'Deliveries that are not over, of all replicas.',
    );
    this.oldest = gauge('aicp_events_oldest_pending_seconds', 'Age of the oldest of these.');
    this.lag = gauge(
      'aicp_events_lag_seconds',
      'How long the delivery has waited that was due first and was not begun.',
    );
  }

  routed(count: number): void {
    this.events.inc(count);
  }

  settled(settled: Settled, channel: ChannelName): void {
    this.attempts[settled]?.inc({ channel });
  }

  stands({ pending, oldestMs, lagMs }: Backlog): void {
    this.pending.set(pending);
    this.oldest.set(oldestMs / 1000);
    this.lag.set(lagMs / 1000);
  }
}
