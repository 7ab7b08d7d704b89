import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useObject } from '../../../api/read/list.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Usd } from '../../../ui/cells/numbers.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { LineItems } from './line-items.tsx';
import { ReportActions } from './report-actions.tsx';
import { ReportState } from './report-state.tsx';
import { PeriodRuns } from './period-runs.tsx';
import { periodText, REPORTS, type Report } from './report.ts';

/** A report: its sums, its lines, and what can be done with it. */
export function Page() {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  const report = useObject<Report>(REPORTS, id);
  if (report.isPending) return <PageSkeleton />;
  if (report.isError) {
    return (
      <Stack>
        <PageTitle title="Chargeback report" />
        <ProblemAlert error={report.error} onRetry={() => void report.refetch()} />
      </Stack>
    );
  }
  const { name, time_zone, status } = report.data;
  return (
    <Stack gap="md">
      <PageTitle
        title={name}
        description={
          <Group gap="xs">
            <ReportState status={status} />
            {periodText(report.data)} ({time_zone})
          </Group>
        }
        actions={<ReportActions report={report.data} />}
      />
      <PeriodRuns report={report.data} />
      <Notices report={report.data} />
      <Facts report={report.data} />
      <Title order={2} size="h5">
        Lines
      </Title>
      <LineItems items={report.data.line_items} />
    </Stack>
  );
}

interface ReportProps {
  readonly report: Report;
}

function Notices({ report: { restates, rules_not_in_force } }: ReportProps) {
  return (
    <>
      {restates !== null && (
        <Alert icon={<IconInfoCircle size={18} />} title="A difference">
          It has only the difference to what report {restates} booked for the same period.
        </Alert>
      )}
      {rules_not_in_force.length > 0 && (
        <Alert
          color="yellow"
          icon={<IconInfoCircle size={18} />}
          title="Not all rules were applied"
        >
          Not in force when the report was made: {rules_not_in_force.map(({ id }) => id).join(', ')}
          . What these organizations spent is not allocated.
        </Alert>
      )}
    </>
  );
}

function Facts({ report }: ReportProps) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Spent', <Usd key="spent" value={report.total_cost} />],
    ['Allocated', <Usd key="allocated" value={report.allocated_cost} />],
    ['Not allocated', <Usd key="unallocated" value={report.unallocated_cost} />],
    ['Organization', report.organization_id ?? 'The whole platform'],
    ['Made', <Made key="made" at={report.created_at} by={report.created_by} />],
    ...(report.finalized_at === null
      ? []
      : [
          [
            'Final',
            <Made key="final" at={report.finalized_at} by={report.finalized_by} />,
          ] as const,
        ]),
    ...(report.exported_at === null
      ? []
      : [['Exported', <Moment key="exported" at={report.exported_at} />] as const]),
    ['Rules', report.rules.map(({ name }) => name).join(', ') || 'None'],
  ];
  return (
    <Group component="dl" gap="xl" m={0} align="flex-start">
      {facts.map(([title, value]) => (
        <div key={title}>
          <Text component="dt" size="xs" c="dimmed">
            {title}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {value}
          </Text>
        </div>
      ))}
    </Group>
  );
}

const Made = ({ at, by }: { readonly at: string; readonly by: string | null }) => (
  <>
    <Moment at={at} />
    {by !== null && ` by ${by}`}
  </>
);
