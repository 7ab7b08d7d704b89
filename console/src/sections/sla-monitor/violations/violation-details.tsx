import { Button, Group, Stack, Text } from '@mantine/core';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { METRICS, metricText, VIOLATIONS, type Violation } from './violation.ts';
import { idInPath } from '../../../address/id-in-path.ts';

export const violationPath = (
  { id }: Pick<Violation, 'id'>,
  step: 'acknowledge' | 'resolve',
): string => `${VIOLATIONS}/${idInPath(id)}/${step}`;

const RESOLUTIONS: Readonly<Record<NonNullable<Violation['resolution']>, string>> = {
  recovered: 'The target was met again',
  no_traffic: 'No requests came any more',
  gone: 'The SLA was changed or deleted',
  by_hand: 'Somebody resolved it',
};

/** How a violation went, and buttons that acknowledge and resolve it. */
export function ViolationDetails({ record }: { readonly record: Violation }) {
  const { metric, target, actual, worst, acknowledged_at, resolved_at, resolution } = record;
  const text = (value: number) => metricText(metric, value);
  return (
    <Stack gap="xs" py="xs" align="flex-start">
      <Text size="sm">
        {METRICS[metric]}: {text(actual)} where {text(target)} is the target; the worst was{' '}
        {text(worst)}.
      </Text>
      {acknowledged_at !== null && (
        <Text size="sm">
          Acknowledged <Moment at={acknowledged_at} /> by {record.acknowledged_by ?? 'somebody'}
        </Text>
      )}
      {resolved_at !== null && (
        <Text size="sm">
          Resolved <Moment at={resolved_at} />
          {record.resolved_by !== null && ` by ${record.resolved_by}`}
          {resolution !== null && `: ${RESOLUTIONS[resolution]}`}
        </Text>
      )}
      <Steps violation={record} />
    </Stack>
  );
}

function Steps({ violation }: { readonly violation: Violation }) {
  const api = useApi();
  const act = useAction(VIOLATIONS);
  const confirm = useConfirm();
  const canDecide = useCan('sla_definitions:write');
  if (!canDecide || violation.status === 'resolved') return null;
  const step = (name: 'acknowledge' | 'resolve', done: string) =>
    act(() => api.json(violationPath(violation, name), { method: 'POST' }), done);
  const resolve = async () => {
    const isSure = await confirm({
      title: 'Resolve this violation?',
      text: 'A new one opens only when the target was met in between.',
      action: 'Resolve',
    });
    if (isSure) await step('resolve', 'The violation is resolved.');
  };
  return (
    <Group gap="xs">
      {violation.status === 'open' && (
        <Button
          size="xs"
          variant="default"
          onClick={() => void step('acknowledge', 'The violation is acknowledged.')}
        >
          Acknowledge
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => void resolve()}>
        Resolve
      </Button>
    </Group>
  );
}
