import { Alert, SimpleGrid } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useList } from '../../../api/read/list.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Count } from '../../../ui/cells/numbers.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { HealthBadge } from './health-badge.tsx';
import { circuitText, useProviderHealth, worstOf } from './provider-health.ts';

/** How a provider fares, and how many models it serves. */
export function ProviderSummary({ object }: { readonly object: ApiObject }) {
  const { own, canRead } = useProviderHealth(object.id);
  const models = useList<ApiObject>(RESOURCES.model.collection, { provider: object.id, limit: 1 });
  const ill = object.conditions?.find(
    ({ type, status }) => type === 'Healthy' && status === 'False',
  );
  const worst = own && worstOf(own);
  return (
    <>
      {ill && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Requests to it fail"
        >
          {ill.message}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {canRead && (
          <Figure title="In the last hour" note={circuitText(own ?? [])}>
            {worst === undefined ? 'No requests' : <HealthBadge status={worst} />}
          </Figure>
        )}
        <Figure title="Models">
          <Count value={models.data?.total ?? models.data?.items.length} />
        </Figure>
      </SimpleGrid>
    </>
  );
}
