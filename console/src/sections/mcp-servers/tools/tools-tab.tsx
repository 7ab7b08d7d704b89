import { Stack, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ownerName } from '../../../ui/cells/owner-badge.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { ChangedTools } from './changed-tools.tsx';
import { allowedTools, missingTools, type ServerTool } from './server-tool.ts';
import { ToolTable } from './tool-table.tsx';
import { useToolActions, useTools } from './use-tools.ts';

interface ServerProps {
  readonly object: ApiObject;
}

/** The tools that a server lists now: who may use which, at what terms, and whether each is the one that was approved. */
export function ToolsTab({ object }: ServerProps) {
  const read = useTools(object.id);
  return (
    <Stack gap="sm">
      {read.isError && (
        <ProblemAlert
          error={read.error}
          title="Its tools are not known"
          onRetry={() => void read.refetch()}
        />
      )}
      {read.isPending && <PageSkeleton />}
      {read.data && <Tools object={object} tools={read.data} />}
    </Stack>
  );
}

interface ToolsProps extends ServerProps {
  readonly tools: readonly ServerTool[];
}

function Tools({ object, tools }: ToolsProps) {
  const actions = useToolActions(object.id, tools);
  const isOwnedElsewhere = object.read_only === true;
  const canWrite = useRights(RESOURCES.mcpServer).change(object) && !isOwnedElsewhere;
  const isNarrowed = allowedTools(object).length > 0;
  const missing = missingTools(object, tools);
  return (
    <>
      {isOwnedElsewhere && (
        <Text size="sm">
          {ownerName(object.managed_by)} owns this server: its tools are allowed and approved there,
          in its YAML.
        </Text>
      )}
      <ChangedTools tools={tools} actions={actions} canWrite={canWrite} />
      {missing.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Named, and not listed by the server any more: {missing.join(', ')}.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {isNarrowed
          ? 'Only the tools that are switched on may be used. What the server lists later stays off.'
          : 'All tools may be used, and those that the server lists later as well.'}
      </Text>
      {tools.length === 0 ? (
        <Text size="sm">The server lists no tools.</Text>
      ) : (
        <ToolTable object={object} tools={tools} actions={actions} canWrite={canWrite} />
      )}
      {isNarrowed && canWrite && (
        <ActionButton
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          isBusy={actions.busy === ''}
          onClick={() => void actions.allowAll()}
        >
          Allow all tools
        </ActionButton>
      )}
    </>
  );
}
