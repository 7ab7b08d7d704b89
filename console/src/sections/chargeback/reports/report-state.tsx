import { Badge } from '@mantine/core';
import { STATES, type Report } from './report.ts';

/** Whether a report can still change. */
export function ReportState({ status }: Pick<Report, 'status'>) {
  return (
    <Badge variant="light" color={STATES[status].color}>
      {STATES[status].label}
    </Badge>
  );
}
