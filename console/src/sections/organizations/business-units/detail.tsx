import { Alert, Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useParams } from '@tanstack/react-router';
import { objectPath, useObject } from '../../../api/list.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { useAction } from '../../../api/use-action.ts';
import { keptOf, useSearchParams } from '../../../app/search-params.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { OwnerBadge } from '../../../ui/cells/owner-badge.tsx';
import { StateBadge } from '../../../ui/cells/state-badge.tsx';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { unitsOf, type BusinessUnit } from './unit-draft.ts';
import { UnitForm } from './unit-form.tsx';

/** A business unit of an organization. */
export function Page() {
  const params: unknown = useParams({ strict: false });
  const { org = '', id = '' } = params as { readonly org?: string; readonly id?: string };
  const unit = useObject<BusinessUnit>(unitsOf(org), id);
  if (unit.isPending) return <PageSkeleton />;
  if (unit.isError) {
    return (
      <Stack>
        <PageTitle title="Business unit" />
        <ProblemAlert error={unit.error} onRetry={() => void unit.refetch()} />
      </Stack>
    );
  }
  return <Known organization={org} unit={unit.data} />;
}

interface KnownProps {
  readonly organization: string;
  readonly unit: BusinessUnit;
}

function Known({ organization, unit }: KnownProps) {
  const canWrite = useCan('business_units:write') && !unit.read_only;
  return (
    <Stack gap="md">
      <PageTitle
        title={unit.name ?? unit.id}
        description={
          <Group gap="xs">
            Business unit of{' '}
            <ObjectLink collection={RESOURCES.organization.collection} id={organization} />
            <StateBadge object={unit} />
            <OwnerBadge object={unit} />
          </Group>
        }
        actions={canWrite && <DeleteButton organization={organization} unit={unit} />}
      />
      {unit.read_only && (
        <Alert title="This business unit is kept in Git">
          It is owned by {unit.managed_by}. Change the BusinessUnit object {unit.id} there.
        </Alert>
      )}
      <UnitForm
        organization={organization}
        unit={unit}
        isReadOnly={!canWrite}
        onSaved={() =>
          notifications.show({ message: 'The business unit is saved.', color: 'teal' })
        }
      />
    </Stack>
  );
}

function DeleteButton({ organization, unit }: KnownProps) {
  const api = useApi();
  const units = unitsOf(organization);
  const act = useAction(units);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const search = keptOf(useSearchParams());
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete this business unit?',
      text: `"${unit.name ?? unit.id}" is deleted. Where teams depend on it, it stays, and you are told which.`,
      action: 'Delete',
      isDangerous: true,
    });
    if (!isSure) return;
    const isDone = await act(
      () => api.request(objectPath(units, unit.id), { method: 'DELETE' }),
      'The business unit is deleted.',
    );
    const to = `/organizations/${encodeURIComponent(organization)}`;
    if (isDone) await navigate({ to, search } as never);
  };
  return (
    <Button size="xs" variant="default" color="red" onClick={() => void remove()}>
      Delete
    </Button>
  );
}
