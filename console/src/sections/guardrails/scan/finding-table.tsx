import { Table, Text } from '@mantine/core';
import { TableRegion } from '../../../ui/table-region.tsx';
import { countText, percentText } from '../../../ui/text/format-number.ts';
import { ActionBadge } from './action-badge.tsx';
import { MOST_FINDINGS, type Finding } from './findings.ts';

export interface FindingTableProps {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** So many characters of what was found are shown in its row. */
const MOST_OF_TEXT = 200;
const ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** What was found in a text, each with its place, and how sure the detector is. */
export function FindingTable({ text, findings }: FindingTableProps) {
  const shown = findings.slice(0, MOST_FINDINGS);
  const left = findings.length - shown.length;
  return (
    <>
      <TableRegion label="What was found" minWidth={560}>
        <Table.Thead>
          <Table.Tr>
            {['Label', 'Found', 'Place', 'Score', 'Action', 'Detector'].map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((finding, index) => (
            <FindingRow
              key={`${index} ${finding.start} ${finding.end}`}
              text={text}
              finding={finding}
            />
          ))}
        </Table.Tbody>
      </TableRegion>
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {countText(left)} more findings are neither listed nor marked.
        </Text>
      )}
    </>
  );
}

interface FindingRowProps {
  readonly text: string;
  readonly finding: Finding;
}

function FindingRow({ text, finding }: FindingRowProps) {
  const { label, start, end, score, action, detector } = finding;
  return (
    <Table.Tr>
      <Table.Td style={ANYWHERE}>{label}</Table.Td>
      <Table.Td style={ANYWHERE}>{text.slice(start, Math.min(end, start + MOST_OF_TEXT))}</Table.Td>
      <Table.Td className="number">{`${countText(start + 1)}–${countText(end)}`}</Table.Td>
      <Table.Td className="number">{percentText(score)}</Table.Td>
      <Table.Td>
        <ActionBadge action={action} />
      </Table.Td>
      <Table.Td style={ANYWHERE}>{detector}</Table.Td>
    </Table.Tr>
  );
}
