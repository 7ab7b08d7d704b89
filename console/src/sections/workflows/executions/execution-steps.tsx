import { Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { durationText } from '../../../ui/text/format-number.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { kindText } from '../steps/workflow-steps.ts';
import { lookOf, placeOf, stepTitle, tookMs, type ExecutionStep } from '../execution/execution.ts';
import { Value } from '../../../ui/value/value-block.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';

const HEADS = ['Step', 'What it does', 'State', 'Started'] as const;
const NUMBER_HEADS = ['Took', 'Attempts', 'Tokens', 'Cost'] as const;

/** The steps of an execution that have begun, with what each took, cost and put out. */
export function ExecutionSteps({ steps }: { readonly steps: readonly ExecutionStep[] }) {
  if (steps.length === 0) return <Text size="sm">No step has begun yet.</Text>;
  return (
    <TableRegion label="Steps of the execution" minWidth={760} aria-label="Steps">
      <Table.Thead>
        <Table.Tr>
          {HEADS.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
          {NUMBER_HEADS.map((head) => (
            <Table.Th key={head} ta="end">
              {head}
            </Table.Th>
          ))}
          <Table.Th>Output</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map((step) => (
          <StepRows key={placeOf(step)} step={step} />
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}

interface StepProps {
  readonly step: ExecutionStep;
}

function StepRows({ step }: StepProps) {
  const [isOpen, setOpen] = useState(false);
  const { status, started_at: start, attempts, tokens, cost } = step;
  const took = tookMs(step);
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" fw={500} data-wide="true" style={{ overflowWrap: 'anywhere' }}>
          {stepTitle(step)}
        </Table.Th>
        <Table.Td>{kindText(step.type ?? '')}</Table.Td>
        <Table.Td>
          <ToneBadge {...lookOf(status)} />
        </Table.Td>
        <Table.Td>
          <Moment at={start} />
        </Table.Td>
        <Table.Td ta="end" className="number">
          {took === undefined ? <Dash /> : durationText(took)}
        </Table.Td>
        <Table.Td ta="end">
          <Count value={attempts} />
        </Table.Td>
        <Table.Td ta="end">
          <Count value={tokens} />
        </Table.Td>
        <Table.Td ta="end">
          <Usd value={cost} />
        </Table.Td>
        <Table.Td>
          <OutputButton step={step} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={HEADS.length + NUMBER_HEADS.length + 1}>
            <Outcome step={step} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** Of a step that waits, what its person is asked stands there, and is shown where they answer. */
const hasOutput = ({ output, status }: ExecutionStep): boolean =>
  output !== undefined && output !== null && status !== 'waiting';

const hasError = ({ error }: ExecutionStep): boolean =>
  error !== undefined && error !== null && error !== '';

interface OutputButtonProps extends StepProps {
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

function OutputButton({ step, isOpen, onPress }: OutputButtonProps) {
  if (!hasOutput(step) && !hasError(step)) return <Dash />;
  const word = hasError(step) ? 'Error' : 'Output';
  return (
    <Button
      {...{ size: 'compact-xs', variant: 'default' }}
      aria-expanded={isOpen}
      aria-label={visibleText(`${word} of ${placeOf(step)}`)}
      onClick={onPress}
    >
      {word}
    </Button>
  );
}

const Outcome = ({ step }: StepProps) => (
  <Stack gap="xs">
    {hasError(step) && (
      <Text size="sm" c="red" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {step.error}
      </Text>
    )}
    {hasOutput(step) && (
      <Value title={visibleText(`Output of ${placeOf(step)}`)} value={step.output} />
    )}
  </Stack>
);
