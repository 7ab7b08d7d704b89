import { Stack } from '@mantine/core';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { DeliveryList } from './delivery-list.tsx';

/** What was sent to subscriptions, how it went, and how it is sent again. */
export const Page = () => (
  <Stack gap="xs">
    <PageTitle
      title="Deliveries"
      description="What was sent to each subscription. What failed can be sent again."
    />
    <DeliveryList
      empty={
        <EmptyNote title="No deliveries in this time">
          Nothing was sent in this time. Add a subscription to be told of events by a webhook,
          Slack, PagerDuty or email.
        </EmptyNote>
      }
    />
  </Stack>
);
