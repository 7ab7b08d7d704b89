import { amount, moment, RowOrder, words, type SortField } from '@aicp/api-kit/route/row-order';
import { sql } from 'kysely';
import { z } from 'zod';

const FIELDS: ReadonlyMap<string, SortField> = new Map([
  ...[
    ...['id', 'name', 'organization_id', 'time_zone', 'status', 'restates', 'digest'],
    ...['created_by', 'finalized_by'],
  ].map((name) => [name, words(sql.ref(name))] as const),
  ['uid', words(sql.ref('id'))],
  ...['period_start', 'period_end', 'created_at', 'finalized_at', 'exported_at'].map(
    (name) => [name, moment(sql.ref(name))] as const,
  ),
  ['updated_at', moment(sql`greatest(created_at, finalized_at, exported_at)`)],
  ['total_cost', amount(sql.ref('total_cents'))],
  ['allocated_cost', amount(sql.ref('allocated_cents'))],
  ['unallocated_cost', amount(sql`total_cents - allocated_cents`)],
  ['total_cost_exact', amount(sql.ref('total_nano'))],
  ['line_item_count', amount(sql.ref('line_items'))],
]);

const NEWEST_FIRST = '-id';

/** The order of a list of reports. */
export class ReportOrder extends RowOrder {
  /** `sort` is a field of a report, with `-` before it the other way round. Throws a Problem (422) where there is no such field. */
  constructor(sort: string = NEWEST_FIRST) {
    super(sort, { fields: FIELDS, id: z.uuid() });
  }
}
