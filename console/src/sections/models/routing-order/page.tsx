import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { useSearchParam } from '../../../address/search-params.ts';
import { useKeptSearch } from '../../../address/use-go.ts';
import { EmptyList } from '../../../objects/list/empty-list.tsx';
import { ObjectListPage } from '../../../objects/list/object-list-page.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { definition } from './routing-policy.ts';
import { OrderView } from './order-view.tsx';

const VIEWS = [
  { value: 'order', label: 'In order' },
  { value: 'list', label: 'As a list' },
];

/** Routing policies, in the order of evaluation or as a list to search. */
export function Page() {
  const [view, setView] = useSearchParam('view', 'order');
  const choice = (
    <SegmentedControl
      aria-label="How policies are shown"
      data={VIEWS}
      value={view}
      onChange={setView}
      size="xs"
    />
  );
  if (view === 'list') {
    return (
      <Stack gap="xs">
        <Group justify="flex-end">{choice}</Group>
        <ObjectListPage definition={definition} />
      </Stack>
    );
  }
  return <InOrder choice={choice} />;
}

function InOrder({ choice }: { readonly choice: ReactNode }) {
  const canWrite = useRights(RESOURCES.routingPolicy).create;
  const search = useKeptSearch();
  return (
    <Stack gap="xs">
      <PageTitle
        title="Routing policies"
        description="Which requests are allowed, refused or sent elsewhere, in the order in which gateways read them."
        actions={
          <>
            {choice}
            {canWrite && (
              <Button
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                renderRoot={(props) => (
                  <Link {...props} to="/routing-policies/_new" search={search as never} />
                )}
              >
                New routing policy
              </Button>
            )}
          </>
        }
      />
      <OrderView empty={<EmptyList definition={definition} canWrite={canWrite} />} />
    </Stack>
  );
}
