import type { ApiObject } from '../../../api/api-object.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { useNow } from '../../../ui/cells/use-now.ts';
import { periodAt } from './budget-period.ts';
import { useTimeZone } from './use-time-zone.ts';

/** The window of a budget: a month where it has none. */
export const windowOf = (budget: ApiObject): string =>
  typeof budget['window'] === 'string' ? budget['window'] : 'month';

/** What the windows of budgets are called. */
export const WINDOWS: Readonly<Record<string, string>> = {
  '1h': 'Hour',
  '1d': 'Day',
  '7d': 'Week',
  '30d': 'Month',
  month: 'Month',
};

export interface PeriodEndProps {
  readonly budget: ApiObject;
  /** What stands before it, where it is known. */
  readonly before?: string;
}

/** When a budget begins anew. */
export function PeriodEnd({ budget, before }: PeriodEndProps) {
  const timeZone = useTimeZone();
  const now = useNow();
  if (timeZone === undefined) return before === undefined ? <Moment at={undefined} /> : null;
  const { endMs } = periodAt(windowOf(budget), timeZone, now);
  return (
    <>
      {before}
      <Moment at={new Date(endMs).toISOString()} />
    </>
  );
}
