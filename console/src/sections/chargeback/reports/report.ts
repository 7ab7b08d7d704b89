import type { ApiSchemas } from '@aicp/admin/client/admin-api';

export type Report = ApiSchemas['ChargebackReport'];
export type LineItem = ApiSchemas['ChargebackLineItem'];

export const REPORTS = '/api/v1/chargeback/reports';

/** What each state of a report is called, and its colour. */
export const STATES: Readonly<
  Record<Report['status'], { readonly label: string; readonly color: string }>
> = {
  draft: { label: 'Draft', color: 'yellow' },
  finalized: { label: 'Final', color: 'teal' },
  exported: { label: 'Exported', color: 'blue' },
};

/** The days that a report is about, in its own time zone. Its end is the moment after the last of them. */
export function periodText({
  period_start,
  period_end,
  time_zone,
}: Pick<Report, 'period_start' | 'period_end' | 'time_zone'>): string {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: time_zone });
  const first = day.format(new Date(period_start));
  const last = day.format(new Date(Date.parse(period_end) - 1));
  return first === last ? first : `${first} to ${last}`;
}

/** Whether a draft may become final: nothing may be spent in its period any more. */
export const isPeriodOver = ({ period_end }: Pick<Report, 'period_end'>, nowMs: number): boolean =>
  Date.parse(period_end) <= nowMs;

/** Whether a draft holds all of its period. One that was made before its end lacks what was spent after that, and never becomes final. */
export const isWhole = ({
  period_end,
  created_at,
}: Pick<Report, 'period_end' | 'created_at'>): boolean =>
  Date.parse(period_end) <= Date.parse(created_at);

/** The month before a moment, as the report builder proposes it: `2026-02`. */
export function monthBefore(now: Date): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return month.toISOString().slice(0, 7);
}
