import { Code, Stack, Table, Text } from '@mantine/core';
import { stringify } from 'yaml';
import type { ApiObject } from '../../../api/api-object.ts';
import { placeTexts } from './place-text.ts';
import { plannedSteps } from './planned-steps.ts';
import { StepGraph } from './step-graph.tsx';
import { countText } from '../../../ui/text/format-number.ts';
import { kindText, stepsOf, type WorkflowStep } from '../steps/workflow-steps.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

/** The steps of a workflow, drawn and listed: what each does, with what, and what comes before it. */
export function StepsTab({ object }: { readonly object: ApiObject }) {
  const steps = stepsOf(object);
  if (steps.length === 0) return <Text size="sm">It has no steps yet.</Text>;
  return (
    <Stack>
      <StepGraph object={object} />
      <StepTable object={object} steps={steps} />
    </Stack>
  );
}

interface StepTableProps {
  readonly object: ApiObject;
  readonly steps: readonly WorkflowStep[];
}

function StepTable({ object, steps }: StepTableProps) {
  const places = placeTexts(plannedSteps(object));
  return (
    <TableRegion label="Steps" minWidth={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Step</Table.Th>
          <Table.Th>What it does</Table.Th>
          <Table.Th>With</Table.Th>
          <Table.Th>After</Table.Th>
          <Table.Th ta="end">Attempts at most</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} after={places.get(step.id) ?? ''} />
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}

/** Long lines go on below, so that what stands beside them is not pushed away. */
const GIVEN = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minInlineSize: '12rem' } as const;

interface StepRowProps {
  readonly step: WorkflowStep;
  /** When it starts. */
  readonly after: string;
}

function StepRow({ step: { id, type, given, maxAttempts }, after }: StepRowProps) {
  return (
    <Table.Tr>
      <Table.Td data-wide="true" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Table.Td>
      <Table.Td>{kindText(type)}</Table.Td>
      <Table.Td>
        {Object.keys(given).length > 0 && (
          <Code block style={GIVEN}>
            {stringify(given)}
          </Code>
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{after}</Table.Td>
      <Table.Td ta="end" className="number">
        {countText(maxAttempts)}
      </Table.Td>
    </Table.Tr>
  );
}
