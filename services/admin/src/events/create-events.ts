import { randomUUID } from 'node:crypto';
import type { Background } from '@aicp/api-kit/service/service';
import type { Channels, Subscription, SubscriptionSource } from '@aicp/events/channels/channel';
import { WebhookChannel } from '@aicp/events/channels/webhook/webhook-channel';
import { Deliverer } from '@aicp/events/delivery/deliverer';
import { deliveryStates, type DeliveryState } from '@aicp/events/delivery/delivery-states';
import { EventMetrics } from '@aicp/events/delivery/event-metrics';
import { replay, type Replayed } from '@aicp/events/delivery/replay';
import { DELIVERY_SETTINGS } from '@aicp/events/delivery/settings';
import { Sweeper } from '@aicp/events/delivery/sweeper';
import type { AdminFloor } from '../admin-floor.ts';
import type { Leader } from '../findings/leader.ts';

export interface EventsParts extends Pick<
  AdminFloor,
  'clock' | 'config' | 'events' | 'log' | 'random' | 'registry'
> {
  readonly leader: Pick<Leader, 'takes'>;
  readonly subscriptions: SubscriptionSource;
  /** All but webhooks. */
  readonly channels: Omit<Channels, 'webhook'>;
  /** The receiver of a subscription answered that it wants no more events. */
  readonly onGone: (subscription: Subscription) => Promise<void>;
}

/** The delivery of events, and what others may ask of it. */
export interface Events {
  /** To be started. */
  readonly background: readonly Background[];
  /** How deliveries go, of every subscription to which something was tried. */
  states(): Promise<DeliveryState[]>;
  /** Sends a delivery again, under its own id. */
  replay(deliveryId: string): Promise<Replayed>;
}

/** Delivers what stands in the outbox to who subscribes. */
export function createEvents(parts: EventsParts): Events {
  const { clock, config, events: database, leader, registry } = parts;
  const { egress, instance, namespace } = config;
  const metrics = new EventMetrics(registry);
  const webhook = new WebhookChannel({ egress, source: `/aicp/${namespace}`, clock });
  const common = { ...parts, database, metrics, settings: DELIVERY_SETTINGS };
  const deliverer = new Deliverer({
    ...common,
    channels: { ...parts.channels, webhook },
    claimer: `${instance}-${randomUUID()}`,
  });
  return {
    background: [deliverer, new Sweeper({ ...common, leads: () => leader.takes('events') })],
    states: () => deliveryStates(database),
    replay: (id) => replay(database, id, new Date(clock.now())),
  };
}
