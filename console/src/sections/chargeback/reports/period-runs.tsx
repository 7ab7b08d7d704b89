import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useCan } from '../../../api/runtime.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { useNow } from '../../../ui/cells/use-now.ts';
import { isPeriodOver, type Report } from './report.ts';

/** Of the text that says why a draft cannot become final yet. */
export const PERIOD_RUNS_ID = 'period-runs';

/** Why a draft cannot become final yet, for who may finalize it. */
export function PeriodRuns({ report }: { readonly report: Report }) {
  const canWrite = useCan('chargeback:write');
  const isOver = isPeriodOver(report, useNow());
  if (!canWrite || isOver || report.status !== 'draft') return null;
  return (
    <Alert
      id={PERIOD_RUNS_ID}
      icon={<IconInfoCircle size={18} />}
      title="The period of this report still runs"
    >
      It ends <Moment at={report.period_end} />. Make the draft again after that, so that it holds
      all that was spent, and finalize that one.
    </Alert>
  );
}
