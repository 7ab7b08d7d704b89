import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { SimpleGrid } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { countText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Figure } from '../../../ui/figure.tsx';

type Observed = NonNullable<ApiSchemas['EventSubscription']['observed']>;

/** What became of a subscription's deliveries. */
export function SubscriptionSummary({ object }: { readonly object: ApiObject }) {
  const {
    pending = 0,
    failed = 0,
    consecutive_failures: failures = 0,
    last_success_at,
    last_failure_at,
  } = (object['observed'] ?? {}) as Observed;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure title="Waiting" note="Deliveries to be sent">
        {countText(pending)}
      </Figure>
      <Figure title="Given up" note="They can be sent again">
        {countText(failed)}
      </Figure>
      <Figure title="Last taken">
        <Moment at={last_success_at} />
      </Figure>
      <Figure
        title="Last failure"
        {...(failures > 0 ? { note: `${countText(failures)} in a row` } : {})}
      >
        <Moment at={last_failure_at} />
      </Figure>
    </SimpleGrid>
  );
}
