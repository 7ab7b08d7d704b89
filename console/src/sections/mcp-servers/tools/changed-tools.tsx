import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { shortText } from '../../../ui/text/short-text.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { Definition } from './definition.tsx';
import { shortDigest, type ServerTool } from './server-tool.ts';
import type { ToolActions } from './use-tools.ts';

export interface ChangedToolsProps {
  readonly tools: readonly ServerTool[];
  readonly actions: ToolActions;
  readonly canWrite: boolean;
}

/** Tools whose server defines them otherwise than was approved, each with what it says now, and the way to approve that. */
export const ChangedTools = ({ tools, actions, canWrite }: ChangedToolsProps) =>
  tools
    .filter((tool) => tool.is_changed)
    .map((tool) => (
      <ChangedTool key={tool.name} tool={tool} actions={actions} canWrite={canWrite} />
    ));

interface ChangedToolProps extends Omit<ChangedToolsProps, 'tools'> {
  readonly tool: ServerTool;
}

function ChangedTool({ tool, actions, canWrite }: ChangedToolProps) {
  const { digest, approved_digest: approved } = tool;
  const name = shortText(tool.name, 64);
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={visibleText(`The definition of ${name} has changed`)}
      role="group"
      aria-label={visibleText(`The definition of ${name} has changed`)}
    >
      <Stack gap="xs">
        <Text size="sm">
          It is out of service until its new definition is approved. Read what it tells models now:
          they do what descriptions of tools say.
        </Text>
        <Text size="sm">
          Approved: <code>{approved === null ? 'none' : shortDigest(approved)}</code>, now:{' '}
          <code>{shortDigest(digest)}</code>
        </Text>
        <Definition tool={tool} />
        {canWrite && (
          <ActionButton
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            aria-label={visibleText(`Approve ${name}`)}
            isBusy={actions.busy === tool.name}
            disabled={actions.busy !== undefined && actions.busy !== tool.name}
            onClick={() => void actions.approve(tool)}
          >
            Approve
          </ActionButton>
        )}
      </Stack>
    </Alert>
  );
}
