import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { cursorOfMark, markOfCursor, noSortField, type PageMark } from './page-mark.ts';

/** What rows may be ordered by. Nothing is null, so that a page may begin behind any value: what has none comes first. */
export interface SortField {
  readonly value: RawBuilder<unknown>;
  readonly type: 'text' | 'numeric';
  /** No two rows have the same. */
  readonly isUnique?: true;
}

/** A text, regardless of its case. */
export const words = (value: RawBuilder<unknown>): SortField => ({
  type: 'text',
  value: sql`lower(coalesce(${value}, '')) collate "C"`,
});

/** A number, which is never null. */
export const amount = (value: RawBuilder<unknown>): SortField => ({
  type: 'numeric',
  value: sql`(${value})::numeric`,
});

export const moment = (value: RawBuilder<unknown>): SortField =>
  amount(sql`coalesce(extract(epoch from ${value}), -1)`);

export interface RowOrderOptions {
  readonly fields: ReadonlyMap<string, SortField>;
  /** What the id of a row looks like, where not any text does. */
  readonly id?: z.ZodType<string>;
}

/** The order of a list of rows that have an `id`. Rows of one value stand by their ids, so that pages neither repeat nor lose one. */
export class RowOrder {
  private readonly sort: string;
  private readonly field: SortField;
  private readonly id: z.ZodType<string>;

  /** `sort` is one of the fields, with `-` before it the other way round. Throws a Problem (422) where there is no such field. */
  constructor(sort: string, { fields, id = z.string() }: RowOrderOptions) {
    const field = fields.get(sort.replace(/^-/, ''));
    if (!field) throw noSortField(sort);
    this.sort = sort;
    this.field = field;
    this.id = id;
  }

  /** A row's value, as marks hold it. */
  get value(): RawBuilder<string> {
    return sql<string>`(${this.field.value})::text`;
  }

  get by(): RawBuilder<unknown> {
    const own = sql`${this.field.value} ${sql.raw(this.isDescending ? 'desc' : 'asc')}`;
    return this.field.isUnique ? own : sql`${own}, id`;
  }

  /** Whether a row stands behind a mark. */
  behind({ value, id }: PageMark): RawBuilder<boolean> {
    const { field } = this;
    const mark = sql`${value}::${sql.raw(field.type)}`;
    const next = this.isDescending ? sql`<` : sql`>`;
    const isBehind = sql<boolean>`${field.value} ${next} ${mark}`;
    if (field.isUnique) return isBehind;
    return sql<boolean>`(${isBehind} or (${field.value} = ${mark} and id > ${id}))`;
  }

  cursorOf(mark: PageMark): string {
    return cursorOfMark(this.sort, mark);
  }

  /** Throws a Problem (422) for what is no cursor of this order. */
  markOf(cursor: string): PageMark {
    return markOfCursor(cursor, this.sort, ({ value, id }) => {
      const isOfType = this.field.type === 'text' || DECIMAL.test(value);
      return isOfType && this.id.safeParse(id).success;
    });
  }

  private get isDescending(): boolean {
    return this.sort.startsWith('-');
  }
}

const DECIMAL = /^-?[0-9]{1,40}(\.[0-9]{1,20})?$/;
