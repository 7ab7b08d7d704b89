import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useCan } from '../../../api/runtime.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { useNow } from '../../../ui/cells/use-now.ts';
import { isPeriodOver, isWhole, type Report } from './report.ts';

/** Of the text that says why a draft cannot become final. */
export const PERIOD_RUNS_ID = 'period-runs';

/** Why a draft cannot become final, for who may finalize it. */
export function PeriodRuns({ report }: { readonly report: Report }) {
  const canWrite = useCan('chargeback:write');
  const isOver = isPeriodOver(report, useNow());
  if (!canWrite || report.status !== 'draft' || isWhole(report)) return null;
  return (
    <Alert
      id={PERIOD_RUNS_ID}
      icon={<IconInfoCircle size={18} />}
      title={
        isOver
          ? 'This report was made before its period ended'
          : 'The period of this report still runs'
      }
    >
      {isOver ? (
        <>
          It ended <Moment at={report.period_end} />, and this draft lacks what was spent after it
          was made. Make the report anew, and finalize that one.
        </>
      ) : (
        <>
          It ends <Moment at={report.period_end} />, and this draft holds what was spent up to the
          last quarter of an hour. Make the draft again after that, so that it holds all that was
          spent, and finalize that one.
        </>
      )}
    </Alert>
  );
}
