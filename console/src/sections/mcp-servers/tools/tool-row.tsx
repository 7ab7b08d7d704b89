import { Button, Group, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Dash } from '../../../ui/cells/moment.tsx';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { shortText } from '../../../ui/text/short-text.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { Definition } from './definition.tsx';
import { shortDigest, standingOf, type ServerTool, type ToolTerms } from './server-tool.ts';
import { LAST, type ToolActions } from './use-tools.ts';

export const COLUMNS = [
  ...['Tool', 'Allowed', 'Definition', 'Calls a minute', 'Price of a call'],
] as const;

const MOST_OF_NAME = 64;
const MOST_OF_DESCRIPTION = 200;

export interface ToolRowProps {
  readonly tool: ServerTool;
  /** What the object says of it, if anything. */
  readonly terms: ToolTerms | undefined;
  readonly actions: ToolActions;
  readonly canWrite: boolean;
  /** No other one is allowed. */
  readonly isLast: boolean;
}

/** A tool, its terms, and its definition where somebody looks at it. */
export function ToolRow(props: ToolRowProps) {
  const { tool, terms } = props;
  const [isOpen, setOpen] = useState(false);
  const name = shortText(tool.name, MOST_OF_NAME);
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }} maw={360}>
          <Text size="sm" ff="monospace" fw={500}>
            {name}
          </Text>
          {tool.description !== null && tool.description !== '' && (
            <Text size="xs" c="dimmed" fw={400}>
              {shortText(tool.description, MOST_OF_DESCRIPTION)}
            </Text>
          )}
        </Table.Th>
        <Table.Td>
          <Allowed {...props} name={name} />
        </Table.Td>
        <Table.Td>
          <Group gap="xs">
            <ToneBadge {...standingOf(tool)} />
            <code title={tool.digest}>{shortDigest(tool.digest)}</code>
            <Button
              {...{ size: 'compact-xs', variant: 'default' }}
              aria-expanded={isOpen}
              aria-label={visibleText(`Details of ${name}`)}
              onClick={() => setOpen(!isOpen)}
            >
              Details
            </Button>
            <Pin {...props} name={name} />
          </Group>
        </Table.Td>
        <Table.Td ta="end">
          {terms?.rpm_limit === undefined ? <Dash /> : <Count value={terms.rpm_limit} />}
        </Table.Td>
        <Table.Td ta="end">
          {terms?.price_usd === undefined ? <Dash /> : <Usd value={terms.price_usd} />}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={COLUMNS.length}>
            <Definition tool={tool} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

interface NamedProps extends ToolRowProps {
  /** As it is shown. */
  readonly name: string;
}

function Allowed({ tool, actions, canWrite, isLast, name }: NamedProps) {
  if (!canWrite) return tool.is_allowed ? 'Yes' : 'No';
  return (
    <Switch
      aria-label={visibleText(`Allow ${name}`)}
      checked={tool.is_allowed}
      disabled={isLast || actions.busy !== undefined}
      title={isLast ? LAST : undefined}
      onChange={({ currentTarget }) => void actions.allow(tool.name, currentTarget.checked)}
    />
  );
}

/** What has changed is approved where it is told what it says now. */
function Pin({ tool, actions, canWrite, name }: NamedProps) {
  if (!canWrite || tool.approved_digest !== null) return null;
  return (
    <ActionButton
      {...{ size: 'compact-xs', variant: 'default' }}
      aria-label={visibleText(`Approve ${name}`)}
      isBusy={actions.busy === tool.name}
      disabled={actions.busy !== undefined && actions.busy !== tool.name}
      onClick={() => void actions.approve(tool)}
    >
      Approve
    </ActionButton>
  );
}
