import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import type { EventType } from '@aicp/contracts/checks/event-types';
import type { DeliveredEvent, Delivery } from '../channels/channel.ts';

/** An event of a type, with the data of the catalogue's example. */
export const delivered = (type: EventType, more: Partial<DeliveredEvent> = {}): DeliveredEvent => ({
  id: 'evt_0123456789abcdef0123456789abcdef',
  type,
  at: new Date(Date.UTC(2026, 10, 24, 12)),
  subject: 'SLADefinition/fast',
  organization: 'acme',
  data: EVENT_CATALOG[type].example,
  isTest: false,
  ...more,
});

/** The delivery of an event to a subscription of acme's. */
export const deliveryOf = (event: DeliveredEvent, more: Partial<Delivery> = {}): Delivery => ({
  id: `${event.id}-0123456789ab`,
  event,
  attempt: 1,
  subscription: { uid: 'sub-uid', name: 'on-call', organization: 'acme' },
  ...more,
});
