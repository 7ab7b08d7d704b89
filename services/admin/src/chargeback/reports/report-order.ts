import { invalid } from '@aicp/api-kit/route/field-errors';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';

/** What a list may be ordered by. Nothing is null, so that a page may begin behind any value: what has none comes first. */
interface SortField {
  readonly value: RawBuilder<unknown>;
  readonly type: 'text' | 'numeric';
}

const words = (column: string): SortField => ({
  type: 'text',
  value: sql`lower(coalesce(${sql.ref(column)}, '')) collate "C"`,
});

const amount = (value: RawBuilder<unknown>): SortField => ({
  type: 'numeric',
  value: sql`(${value})::numeric`,
});

const moment = (value: RawBuilder<unknown>): SortField =>
  amount(sql`coalesce(extract(epoch from ${value}), -1)`);

const FIELDS: ReadonlyMap<string, SortField> = new Map([
  ...['id', 'name', 'organization_id', 'time_zone', 'status', 'restates', 'digest'].map(
    (name) => [name, words(name)] as const,
  ),
  ...['created_by', 'finalized_by'].map((name) => [name, words(name)] as const),
  ['uid', words('id')],
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

/** Where a page begins: behind this report, which has this value. */
export interface ReportMark {
  readonly value: string;
  readonly id: string;
}

const NEWEST_FIRST = '-id';

/** The order of a list of reports. Reports of one value stand by their ids, so that pages neither repeat nor lose one. */
export class ReportOrder {
  private readonly sort: string;
  private readonly field: SortField;

  /** `sort` is a field of a report, with `-` before it the other way round. Throws a Problem (422) where there is no such field. */
  constructor(sort: string = NEWEST_FIRST) {
    const field = FIELDS.get(sort.replace(/^-/, ''));
    if (!field) throw invalid([{ path: 'sort', message: `there is no field ${sort} to sort by` }]);
    this.sort = sort;
    this.field = field;
  }

  /** A report's value, as marks hold it. */
  get value(): RawBuilder<string> {
    return sql<string>`(${this.field.value})::text`;
  }

  get by(): RawBuilder<unknown> {
    return sql`${this.field.value} ${sql.raw(this.isDescending ? 'desc' : 'asc')}, id`;
  }

  /** Whether a report stands behind a mark. */
  behind({ value, id }: ReportMark): RawBuilder<boolean> {
    const mark = sql`${value}::${sql.raw(this.field.type)}`;
    const next = this.isDescending ? sql`<` : sql`>`;
    return sql<boolean>`(${this.field.value} ${next} ${mark}
      or (${this.field.value} = ${mark} and id > ${id}))`;
  }

  cursorOf({ value, id }: ReportMark): string {
    return Buffer.from(JSON.stringify([this.sort, value, id])).toString('base64url');
  }

  /** Throws a Problem (422) for what is no cursor of this order. */
  markOf(cursor: string): ReportMark {
    const read = cursorForm.safeParse(Buffer.from(cursor, 'base64url').toString());
    if (read.success) {
      const [sort, value, id] = read.data;
      const isRight = this.field.type === 'text' || DECIMAL.test(value);
      if (sort === this.sort && isRight) return { value, id };
    }
    const message = 'must be the cursor of the page before, in the same order';
    throw invalid([{ path: 'cursor', message }]);
  }

  private get isDescending(): boolean {
    return this.sort.startsWith('-');
  }
}

const DECIMAL = /^-?[0-9]{1,40}(\.[0-9]{1,20})?$/;

/** PostgreSQL takes no NUL. */
const text = z.string().regex(/^[^\0]*$/);

const cursorForm = z
  .string()
  .transform((json, context): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      context.addIssue({ code: 'custom', message: 'is no JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.tuple([z.string(), text, z.uuid()]));
