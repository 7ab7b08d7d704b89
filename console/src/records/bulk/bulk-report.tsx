import { Button, Code, Group, Modal, ScrollArea, Table, Text } from '@mantine/core';
import type { BulkReport as Report } from './use-bulk.tsx';

export interface BulkReportProps {
  readonly report: Report | undefined;
  readonly onClose: () => void;
}

/** Every record to which something could not be done, and why, until somebody has read it. */
export const BulkReport = ({ report, onClose }: BulkReportProps) => (
  <Modal opened={report !== undefined} onClose={onClose} title={report?.title} size="lg">
    <Text size="sm" mb="xs">
      These stay marked. Nothing was done to them:
    </Text>
    <ScrollArea.Autosize
      mah={360}
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Not done' }}
    >
      <Table aria-label="Not done">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Which</Table.Th>
            <Table.Th>Why not</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report?.lines.map(({ id, why }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Code>{id}</Code>
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{why}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Group>
  </Modal>
);
