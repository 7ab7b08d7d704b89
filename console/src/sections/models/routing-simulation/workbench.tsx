import { Button, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { DraftForm } from './draft-form.tsx';
import type { PolicyDraft } from './policy-draft.ts';
import { SaveDraft } from './save-draft.tsx';
import { SimulationView } from './simulation-view.tsx';
import { useSimulation } from './use-simulation.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

export interface WorkbenchProps {
  readonly initial: PolicyDraft;
  readonly isReadOnly: boolean;
}

/** Changes a policy on trial: what it would have changed in recorded traffic, before it is saved. */
export function Workbench({ initial, isReadOnly }: WorkbenchProps) {
  const [draft, setDraft] = useState(initial);
  const simulation = useSimulation();
  const { label } = useTimeRange();
  const set = (more: Partial<PolicyDraft>): void => setDraft((now) => ({ ...now, ...more }));
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack>
        <DraftForm draft={draft} set={set} />
        <Group>
          <ActionButton isBusy={simulation.isBusy} onClick={() => void simulation.run(draft)}>
            Simulate
          </ActionButton>
          {simulation.isBusy && (
            <Button variant="default" onClick={simulation.stop}>
              Stop
            </Button>
          )}
          <SaveDraft draft={draft} isReadOnly={isReadOnly} />
        </Group>
        <Text size="xs" c="dimmed">
          {label}, 30 days at most. Choose another time in the header. Nothing is stored, and no
          model is asked.
        </Text>
      </Stack>
      <Stack aria-busy={simulation.isBusy}>
        {simulation.failure !== undefined && (
          <ProblemAlert error={simulation.failure} title="Not simulated" />
        )}
        {simulation.isBusy && (
          <Group gap="xs" role="status">
            <Loader size="sm" aria-hidden />
            <Text size="sm">
              Recorded requests are routed again. A hundred thousand take seconds.
            </Text>
          </Group>
        )}
        {simulation.result && !simulation.isBusy && <SimulationView result={simulation.result} />}
      </Stack>
    </SimpleGrid>
  );
}
