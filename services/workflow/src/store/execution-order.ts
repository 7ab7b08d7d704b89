import { amount, moment, RowOrder, words, type SortField } from '@aicp/api-kit/route/row-order';
import { sql } from 'kysely';

const WORDS = ['template', 'status', 'parent_id', 'error'];
const MOMENTS = ['created_at', 'started_at', 'ended_at'];

/** As an answer names them. Ids are in the order of time, by an index. */
const FIELDS: ReadonlyMap<string, SortField> = new Map<string, SortField>([
  ...['id', 'execution_id'].map(
    (name) => [name, { type: 'text', value: sql.ref('id'), isUnique: true }] as const,
  ),
  // A cursor holds the value: the first letters of a long text are enough to order by.
  ...WORDS.map((name) => [name, words(sql`left(${sql.ref(name)}, 200)`)] as const),
  ...MOMENTS.map((name) => [name, moment(sql.ref(name))] as const),
  ['organization_id', words(sql.ref('organization'))],
  ['started_by', words(sql`starter->>'name'`)],
  ['run', amount(sql.ref('run'))],
  ['max_cost_usd', amount(sql`coalesce(max_cost_nano, -1)`)],
  ['total_cost', amount(sql.ref('cost_nano'))],
  ['total_tokens', amount(sql.ref('tokens'))],
]);

const NEWEST_FIRST = '-id';

/** The order of a list of executions. */
export class ExecutionOrder extends RowOrder {
  /** `sort` is a field of an execution, with `-` before it the other way round. Throws a Problem (422) where there is no such field. */
  constructor(sort: string = NEWEST_FIRST) {
    super(sort, { fields: FIELDS });
  }
}
