import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useParams } from '@tanstack/react-router';
import { keptOf, useSearchParams } from '../../../app/search-params.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { UnitForm } from './unit-form.tsx';

/** A new business unit of an organization. */
export function Page() {
  const params: unknown = useParams({ strict: false });
  const { org = '' } = params as { readonly org?: string };
  const search = keptOf(useSearchParams());
  const navigate = useNavigate();
  const open = (id: string): void => {
    notifications.show({ message: 'The business unit is created.', color: 'teal' });
    const to = `/organizations/${encodeURIComponent(org)}/business-units/${encodeURIComponent(id)}`;
    void navigate({ to, search } as never);
  };
  return (
    <Stack gap="xs">
      <PageTitle
        title="New business unit"
        description={`A part of ${org} that has teams and a cost center of its own.`}
      />
      <UnitForm organization={org} onSaved={({ id }) => open(id)} />
    </Stack>
  );
}
