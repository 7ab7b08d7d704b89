import { Button, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { CodeDiff } from '../../../code/code-diff.tsx';
import { valueText, type ChangedField } from '../merge/changed-fields.ts';
import { pathTitle } from './history-texts.ts';

/** So many are shown before one asks for all. */
const FEW = 6;

/** Fields that changed, each with its value before and after. */
export function ChangedFields({ fields }: { readonly fields: readonly ChangedField[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? fields : fields.slice(0, FEW);
  return (
    <Stack gap="xs" align="flex-start">
      <Table.ScrollContainer
        minWidth={320}
        w="100%"
        scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      >
        <Table className="console-table" layout="fixed" withTableBorder aria-label="Changed fields">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Field</Table.Th>
              <Table.Th scope="col">Before</Table.Th>
              <Table.Th scope="col">After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((field) => (
              <FieldRow key={field.path} field={field} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {fields.length > FEW && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer fields' : `Show all ${fields.length} fields`}
        </Button>
      )}
    </Stack>
  );
}

const WRAP = { overflowWrap: 'anywhere' } as const;

function FieldRow({ field: { path, before, after } }: { readonly field: ChangedField }) {
  const title = pathTitle(path);
  if (isLong(before) || isLong(after)) {
    return (
      <Table.Tr>
        <Table.Td style={WRAP}>{title}</Table.Td>
        <Table.Td colSpan={2}>
          <CodeDiff
            before={longText(before)}
            after={longText(after)}
            language="text"
            label={`${title}, before and after`}
          />
        </Table.Td>
      </Table.Tr>
    );
  }
  return (
    <Table.Tr>
      <Table.Td style={WRAP}>{title}</Table.Td>
      <Table.Td style={WRAP}>{valueText(before)}</Table.Td>
      <Table.Td style={WRAP}>{valueText(after)}</Table.Td>
    </Table.Tr>
  );
}

const isLong = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('\n');

function longText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return isLong(value) ? value : valueText(value);
}
