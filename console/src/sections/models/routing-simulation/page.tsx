import { Stack, Text } from '@mantine/core';
import { useObject } from '../../../api/read/list.ts';
import { useCan } from '../../../api/runtime.tsx';
import { useSearchParam } from '../../../address/search-params.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { NEW_DRAFT } from './policy-draft.ts';
import { SimulateTab } from './simulate-tab.tsx';
import { Workbench } from './workbench.tsx';

/** Says what a policy would have changed in recorded traffic: a new one, or one that there is with other fields. */
export function Page() {
  const [id, setId] = useSearchParam('policy');
  const canWrite = useCan('routing_policies:write');
  return (
    <Stack>
      <PageTitle
        title="Simulate a policy"
        description="What it would have changed in the requests of the past, before you save it."
      />
      {canWrite ? (
        <>
          <ObjectSelect
            label="Policy"
            description="Empty: a new one."
            collection={RESOURCES.routingPolicy.collection}
            value={id}
            onChange={setId}
            w={320}
          />
          {id === '' ? <New /> : <Known key={id} id={id} />}
        </>
      ) : (
        <Text size="sm">Whoever may write routing policies may simulate them.</Text>
      )}
    </Stack>
  );
}

function New() {
  const [organization] = useSearchParam('org');
  return <Workbench initial={{ ...NEW_DRAFT, organization }} isReadOnly={false} />;
}

function Known({ id }: { readonly id: string }) {
  const policy = useObject<ApiObject>(RESOURCES.routingPolicy.collection, id);
  if (policy.isPending) return <PageSkeleton />;
  if (!policy.data) {
    return <ProblemAlert error={policy.error} onRetry={() => void policy.refetch()} />;
  }
  return <SimulateTab object={policy.data} />;
}
