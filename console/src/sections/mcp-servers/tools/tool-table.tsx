import { Table } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { termsOf, type ServerTool } from './server-tool.ts';
import { COLUMNS, ToolRow } from './tool-row.tsx';
import type { ToolActions } from './use-tools.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

export interface ToolTableProps {
  readonly object: ApiObject;
  readonly tools: readonly ServerTool[];
  readonly actions: ToolActions;
  readonly canWrite: boolean;
}

const NUMBERS: ReadonlySet<string> = new Set(['Calls a minute', 'Price of a call']);

/** A row for each tool that a server lists. */
export function ToolTable({ object, tools, actions, canWrite }: ToolTableProps) {
  const terms = new Map(termsOf(object).map((one) => [one.name, one]));
  const allowed = tools.filter((tool) => tool.is_allowed).length;
  return (
    <TableRegion label="Tools" minWidth={820}>
      <Table.Thead>
        <Table.Tr>
          {COLUMNS.map((title) => (
            <Table.Th key={title} ta={NUMBERS.has(title) ? 'end' : undefined}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tools.map((tool) => (
          <ToolRow
            key={tool.name}
            tool={tool}
            terms={terms.get(tool.name)}
            actions={actions}
            canWrite={canWrite}
            isLast={tool.is_allowed && allowed === 1}
          />
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}
