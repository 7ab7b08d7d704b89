import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useApi, useCan, useUser } from '../../../api/runtime.tsx';
import { useSearchParams, useSetSearchParams } from '../../../address/search-params.ts';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { BulkAction } from '../../../records/kit/record-list-props.ts';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import { RecordList } from '../../../records/record-list.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { queryOf, REQUESTS, stepPath, viewOf, type AccessRequest } from './access-request.ts';
import { filtersOf, REQUEST_COLUMNS, REQUEST_COLUMNS_OF_ALL } from './columns.tsx';
import { RequestDetails } from './request-details.tsx';

/** Requests for the models of a tier: one's own, and those to decide. */
export function Page() {
  const user = useUser();
  const canAsk = useCan('access_requests:write');
  const canDecide = useCan('access_requests:approve');
  const params = useSearchParams();
  const view = viewOf(params['view'] ?? '');
  return (
    <Stack gap="xs">
      <PageTitle
        title="Access requests"
        description="Who asked for the models of an access tier, and what was decided."
        actions={canAsk && <NewRequest />}
      />
      <ViewChoice view={view} canDecide={canDecide} />
      <RecordList<AccessRequest>
        key={view}
        collection={REQUESTS}
        nouns="requests"
        idOf={({ id }) => id}
        columns={user.organization_id === null ? REQUEST_COLUMNS_OF_ALL : REQUEST_COLUMNS}
        filters={filtersOf(view)}
        query={queryOf(view, user.user_id)}
        isOfOrganization
        Details={RequestDetails}
        bulkActions={useBulkDecisions(canDecide && view === 'queue')}
        refetchMs={15_000}
        empty={<EmptyNote title={EMPTY[view].title}>{EMPTY[view].text}</EmptyNote>}
      />
    </Stack>
  );
}

const EMPTY = {
  all: {
    title: 'No access requests yet',
    text: 'Whoever needs a model of a tier that asks for approval asks for it here.',
  },
  mine: {
    title: 'You have not asked for access yet',
    text: 'Ask for the models of a tier here. Whoever decides is told.',
  },
  queue: {
    title: 'No request waits for a decision',
    text: 'Requests for tiers that ask for approval stand here until somebody decides.',
  },
  granted: {
    title: 'Nobody has access by a request now',
    text: 'Who was granted access stands here until it ends.',
  },
} as const;

function ViewChoice({ view, canDecide }: { readonly view: string; readonly canDecide: boolean }) {
  const set = useSetSearchParams();
  const open = (next: string) =>
    set({
      view: next === 'all' ? undefined : next,
      status: undefined,
      cursor: undefined,
      page: undefined,
    });
  return (
    <Group>
      <SegmentedControl
        size="xs"
        aria-label="Which requests"
        value={view}
        onChange={open}
        data={[
          { value: 'all', label: 'All' },
          { value: 'mine', label: 'For me' },
          ...(canDecide ? [{ value: 'queue', label: 'To decide' }] : []),
          { value: 'granted', label: 'In force' },
        ]}
      />
    </Group>
  );
}

function useBulkDecisions(isShown: boolean): BulkAction<AccessRequest>[] {
  const api = useApi();
  if (!isShown) return [];
  const nouns = (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`;
  return [
    {
      title: 'Approve',
      question: (count) => `Approve ${nouns(count)}?`,
      run: (request) => api.json(stepPath(request, 'approve'), { method: 'POST' }),
    },
    {
      title: 'Deny',
      isDangerous: true,
      question: (count) => `Deny ${nouns(count)}?`,
      run: (request) => api.json(stepPath(request, 'deny'), { method: 'POST' }),
    },
  ];
}

function NewRequest() {
  const search = useKeptSearch();
  return (
    <Button
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      renderRoot={(props) => (
        <Link {...props} to="/access-requests/_new" search={search as never} />
      )}
    >
      Ask for access
    </Button>
  );
}
