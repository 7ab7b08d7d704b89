import { Stack } from '@mantine/core';
import { useCan } from '../../../api/runtime.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { CacheFigures } from './cache-figures.tsx';
import { CacheForm } from './cache-form.tsx';
import { Purge } from './purge.tsx';

/** What the cache of answers saved, for all who may see usage; how it is set, and that it forgets, for those who see or write the settings. */
export function Page() {
  const canRead = useCan('settings:read');
  const canWrite = useCan('settings:write');
  return (
    <Stack gap="xl">
      <PageTitle
        title="Answer cache"
        description="Gateways keep answers to chat requests, and give them again to equal requests of those who share them, and, if a model for that is set, to those that mean the same."
      />
      <CacheFigures />
      {canRead && <CacheForm />}
      {canWrite && <Purge />}
    </Stack>
  );
}
