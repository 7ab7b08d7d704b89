import { Alert, Stack, Table, Text, Title } from '@mantine/core';
import { IconArrowRight, IconBan } from '@tabler/icons-react';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { WayOnNote } from '../../../ui/refusal/way-on-note.tsx';
import {
  resultText,
  stageText,
  trialText,
  type DecisionStep,
  type Explanation,
} from './explanation.ts';
import { VerdictTable } from './verdict-table.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';

/** What would become of a request: who answers, what each policy says of it, and each step on the way. */
export function ExplanationView({ explanation }: { readonly explanation: Explanation }) {
  const { result, candidates, policies, steps, model } = explanation;
  const isServed = result === 'serve';
  const trial = trialText(explanation);
  const others = candidates.filter((candidate) => candidate !== model);
  return (
    <Stack>
      <Alert
        role="status"
        color={isServed ? 'teal' : 'red'}
        icon={
          isServed ? <IconArrowRight size={18} aria-hidden /> : <IconBan size={18} aria-hidden />
        }
        title={isServed ? 'It would be served' : 'It would be refused'}
      >
        <Text size="sm">{resultText(explanation)}</Text>
        {trial !== undefined && <Text size="sm">{trial}</Text>}
        {!isServed && <WayOnNote refused={explanation} />}
        {isServed && others.length > 0 && (
          <Text size="sm">If that fails: {others.join(', then ')}.</Text>
        )}
      </Alert>
      <section>
        <Title order={2} size="h5" mb="xs">
          Policies, in the order of reading
        </Title>
        <VerdictTable verdicts={policies} />
      </section>
      <section>
        <Title order={2} size="h5" mb="xs">
          Steps
        </Title>
        <Steps steps={steps} />
      </section>
    </Stack>
  );
}

const WRAP = { overflowWrap: 'anywhere' } as const;

const Steps = ({ steps }: { readonly steps: readonly DecisionStep[] }) => (
  <TableRegion label="Steps" minWidth={480}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Step</Table.Th>
        <Table.Th>Outcome</Table.Th>
        <Table.Th>By</Table.Th>
        <Table.Th>Details</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {steps.map(({ stage, outcome, policy, detail }, index) => (
        // Steps may repeat, and never change places.
        <Table.Tr key={index}>
          <Table.Td>{stageText(stage)}</Table.Td>
          <Table.Td>{outcome.replaceAll('_', ' ')}</Table.Td>
          <Table.Td style={WRAP}>
            {stage === 'policies' ? (
              <ObjectLink collection={RESOURCES.routingPolicy.collection} id={policy} />
            ) : (
              policy
            )}
          </Table.Td>
          <Table.Td style={WRAP}>{detail}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </TableRegion>
);
