import { Stack } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { asPrompt } from '../prompt/prompt.ts';
import { useVersions } from '../prompt/use-versions.ts';
import { Comparison } from './comparison.tsx';
import { VersionTable } from './version-table.tsx';

/** The versions of a prompt, what changed between two of them, and the way back to one. */
export function VersionsTab({ object }: { readonly object: ApiObject }) {
  const versions = useVersions(object.id);
  if (versions.isPending) return <PageSkeleton />;
  if (versions.isError) {
    return <ProblemAlert error={versions.error} onRetry={() => void versions.refetch()} />;
  }
  return (
    <Stack gap="lg">
      <VersionTable prompt={asPrompt(object)} versions={versions.data} />
      {versions.data.length > 1 && <Comparison versions={versions.data} />}
    </Stack>
  );
}
