import type { Clock } from '@aicp/common/time/clock';
import type { EventsDatabase } from '@aicp/events/database/tables';
import type { Replayed } from '@aicp/events/delivery/replay';
import type { StoredDelivery } from '@aicp/events/reading/deliveries';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredSubscriptions } from '../subscriptions/stored-subscriptions.ts';
import type { WantedDeliveries } from './wait-for-deliveries.ts';

/** What the routes of events stand on. */
export interface EventRouteNeeds {
  readonly database: Pick<EventsDatabase, 'kysely'>;
  readonly store: Pick<ObjectStore, 'find'>;
  readonly subscriptions: StoredSubscriptions;
  /** Of EventSubscriptions. */
  readonly service: CollectionService;
  readonly clock: Clock;
  /** Sends a delivery again. */
  readonly replay: (id: string) => Promise<Replayed>;
  readonly waitFor: (wanted: WantedDeliveries, expected?: number) => Promise<StoredDelivery[]>;
}
