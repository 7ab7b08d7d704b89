import { Alert, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { usePathParam } from '../../../address/use-path-param.ts';
import { PageLink } from '../../../address/page-link.tsx';
import { idInPath } from '../../../address/id-in-path.ts';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { durationText, usdText } from '../../../ui/text/format-number.ts';
import { valueText } from '../../../ui/text/value-text.ts';
import { useExecution } from '../live/use-execution.ts';
import { Approvals } from './approvals.tsx';
import { ExecutionActions } from './execution-actions.tsx';
import { ExecutionSteps } from './execution-steps.tsx';
import { lookOf, tookMs, type ExecutionDetail } from '../execution/execution.ts';
import { ValueBlock } from '../../../ui/value/value-block.tsx';

/** One run of a workflow: its steps as they go on, what they cost, and what came of it. */
export function Page() {
  const read = useExecution(usePathParam('id'));
  if (read.isPending) return <PageSkeleton />;
  if (!read.data) {
    return (
      <Stack>
        <PageTitle title="Execution" />
        <ProblemAlert error={read.error} onRetry={() => void read.refetch()} />
      </Stack>
    );
  }
  return (
    <>
      {read.isError && <ProblemAlert error={read.error} onRetry={() => void read.refetch()} />}
      <Known execution={read.data} />
    </>
  );
}

interface ExecutionProps {
  readonly execution: ExecutionDetail;
}

function Known({ execution }: ExecutionProps) {
  const { template, input, output, error } = execution;
  return (
    <Stack gap="md">
      <PageTitle
        title={`Execution of ${template}`}
        description={<Description execution={execution} />}
        actions={<ExecutionActions execution={execution} />}
      />
      {error !== undefined && error !== null && error !== '' && (
        <Alert color="red" title="Why it failed" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {valueText(error)}
          </Text>
        </Alert>
      )}
      <Approvals execution={execution} />
      <Figures execution={execution} />
      <section aria-label="Steps">
        <Title order={2} size="h5" mb="xs">
          Steps
        </Title>
        <ExecutionSteps steps={execution.steps ?? []} />
      </section>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <ValueBlock title="Input" value={input} />
        <ValueBlock title="Output" value={output} />
      </SimpleGrid>
    </Stack>
  );
}

function Description({ execution }: ExecutionProps) {
  const { id, status, started_by: by, created_at: at, parent_id: parent } = execution;
  return (
    <Group gap="xs" mt={4}>
      <span role="status">
        <ToneBadge {...lookOf(status)} />
      </span>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
      <CopyText text={id} label="Copy the id" />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Asked for <Moment at={at} />
        {by !== undefined && ` by ${by}`}
      </Text>
      {typeof parent === 'string' && (
        <PageLink size="sm" to={`/executions/${idInPath(parent)}`}>
          Started by another execution
        </PageLink>
      )}
    </Group>
  );
}

function Figures({ execution }: ExecutionProps) {
  const took = tookMs(execution);
  const { total_tokens: tokens, total_cost: cost, max_cost_usd: most } = execution;
  const bound = typeof most === 'number' ? { note: `Of ${usdText(most)} at most` } : {};
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure title="Took">{took === undefined ? <Dash /> : durationText(took)}</Figure>
      <Figure title="Steps begun">
        <Count value={execution.steps?.length ?? 0} />
      </Figure>
      <Figure title="Tokens">
        <Count value={tokens} />
      </Figure>
      <Figure title="Cost" {...bound}>
        <Usd value={cost} />
      </Figure>
    </SimpleGrid>
  );
}
