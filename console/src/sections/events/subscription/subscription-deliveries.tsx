import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { DeliveryList } from '../deliveries/delivery-list.tsx';

/** What was sent to a subscription, and how it went. */
export const SubscriptionDeliveries = ({ object }: { readonly object: ApiObject }) => (
  <DeliveryList
    subscription={object.id}
    empty={
      <EmptyNote title="No deliveries in this time">
        Nothing was sent to this subscription in this time. Send it a test event to see whether it
        arrives.
      </EmptyNote>
    }
  />
);
