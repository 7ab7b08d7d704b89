import type { Route } from '@aicp/api-kit/route/route';
import type { Clock } from '@aicp/common/time/clock';
import type { EventsDatabase } from '@aicp/events/database/tables';
import type { Replayed } from '@aicp/events/delivery/replay';
import type { StoredDelivery } from '@aicp/events/reading/deliveries';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredSubscriptions } from '../subscriptions/stored-subscriptions.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { logRoutes } from './log-routes.ts';
import { testRoutes } from './test-routes.ts';
import type { WantedDeliveries } from './wait-for-deliveries.ts';

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

/** `/api/v1/events/…`, but for the subscriptions themselves. */
export const eventRoutes = (needs: EventRouteNeeds): Route[] => [
  ...logRoutes(needs),
  ...deliveryRoutes(needs),
  ...testRoutes(needs),
];
