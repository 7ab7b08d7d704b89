import { Button, Table } from '@mantine/core';
import { objectPath } from '../../../api/read/list.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { PROMPTS, stateOf, type Prompt, type PromptVersion } from '../prompt/prompt.ts';
import { PromptState } from '../prompt/prompt-state.tsx';

export interface VersionTableProps {
  readonly prompt: Prompt;
  readonly versions: readonly PromptVersion[];
}

/** The versions of a prompt, who approved them, and the way back to an earlier one. */
export function VersionTable({ prompt, versions }: VersionTableProps) {
  const rights = useRights(RESOURCES.promptTemplate);
  const mayApprove = useCan('prompts:approve') && rights.change(prompt);
  const mayGoBack = mayApprove && stateOf(prompt) !== 'archived';
  const goBack = useRollback(prompt.id);
  return (
    <TableRegion label="Versions" minWidth={520}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Version</Table.Th>
          <Table.Th scope="col">State</Table.Th>
          <Table.Th scope="col">Approved by</Table.Th>
          <Table.Th scope="col">Approved</Table.Th>
          <Table.Th scope="col">
            <span className="visually-hidden">Serve again</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {versions.map((one) => (
          <Table.Tr key={`${one.version} ${one.status}`}>
            <Table.Th scope="row" fw={500}>
              {one.version}
            </Table.Th>
            <Table.Td>
              {one.served ? (
                <ToneBadge label="Served" tone="good" />
              ) : (
                <PromptState state={one.status} />
              )}
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.approved_by ?? <Dash />}</Table.Td>
            <Table.Td>
              <Moment at={one.approved_at} />
            </Table.Td>
            <Table.Td ta="end">
              {mayGoBack && one.status === 'approved' && !one.served && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Serve again: version ${one.version}`}
                  onClick={() => void goBack(one.version)}
                >
                  Serve again
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}

function useRollback(id: string) {
  const api = useApi();
  const act = useAction(PROMPTS);
  const confirm = useConfirm();
  return async (version: number): Promise<void> => {
    const isSure = await confirm({
      title: `Serve version ${version} again?`,
      text: 'Its text becomes the text of the prompt, approved as it was. A draft at hand is lost.',
      action: 'Serve again',
      isDangerous: true,
    });
    if (!isSure) return;
    const path = `${objectPath(PROMPTS, id)}/rollback`;
    await act(
      () => api.json(path, { method: 'POST', body: { version } }),
      `Version ${version} is served again.`,
    );
  };
}
