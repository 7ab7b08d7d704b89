import type { FullReport } from '../reports/chargeback-reports.ts';
import { lineItemsOf } from '../reports/report-view.ts';
import { csvLines } from '@aicp/api-kit/csv/csv-lines';

/** A row for each line item, in the order of the report. */
export function toCsv({ row, content }: FullReport): string {
  const period = [row.period_start.toISOString(), row.period_end.toISOString()];
  const rows = lineItemsOf(content).map((item) => [
    ...[row.id, ...period, content.currency],
    ...[item.organization_id, item.business_unit_id, item.team_id, item.model, item.provider],
    ...[item.rule_id, item.rule_name, item.allocation_type, item.allocation_target],
    item.allocation_percent,
    ...[item.requests, item.unpriced_requests, item.tokens],
    ...[item.cost.toFixed(2), item.cost_exact],
    Object.keys(item.metadata).length > 0 ? JSON.stringify(item.metadata) : null,
  ]);
  return csvLines([COLUMNS, ...rows]);
}

const COLUMNS = [
  ...['report_id', 'period_start', 'period_end', 'currency'],
  ...['organization_id', 'business_unit_id', 'team_id', 'model', 'provider'],
  ...['rule_id', 'rule_name', 'allocation_type', 'allocation_target', 'allocation_percent'],
  ...['requests', 'unpriced_requests', 'tokens', 'cost', 'cost_exact', 'metadata'],
];
