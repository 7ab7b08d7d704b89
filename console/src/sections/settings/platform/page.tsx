import { Group, Stack, Text } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { OwnerBadge } from '../../../ui/cells/owner-badge.tsx';
import { StateBadge } from '../../../ui/cells/state-badge.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import type { PlatformSettings } from './platform-settings.ts';
import { SettingsForm } from './settings-form.tsx';
import { SETTINGS } from './use-settings-save.ts';

/** The settings of the platform; who may not read them comes to the own session. */
export function Page() {
  return useCan('settings:read') ? <Settings /> : <Navigate to="/account" replace />;
}

function Settings() {
  const api = useApi();
  const settings = useQuery({
    queryKey: collectionKey(SETTINGS),
    queryFn: ({ signal }) => api.json<PlatformSettings>(SETTINGS, { signal }),
  });
  if (settings.isPending) return <PageSkeleton />;
  return (
    <Stack gap="md">
      <PageTitle
        title="Platform settings"
        description={settings.data && <State settings={settings.data} />}
      />
      {settings.isError && (
        <ProblemAlert error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && <SettingsForm settings={settings.data} />}
    </Stack>
  );
}

const State = ({ settings }: { readonly settings: PlatformSettings }) => (
  <Group gap="xs">
    <StateBadge object={settings} />
    <OwnerBadge object={settings} />
    <Text size="sm" c="dimmed">
      Changed <Moment at={settings.updated_at} />
    </Text>
  </Group>
);
