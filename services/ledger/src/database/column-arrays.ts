import { sql, type RawBuilder } from 'kysely';

type Value = string | number | bigint | null;

/** A column of rows that are sent in one statement, however many they are. */
export interface Column<Row> {
  readonly name: string;
  /** SQL's type of what is sent. */
  readonly type: string;
  /** The type that it is turned into, where that can't be sent in an array. */
  readonly cast?: string;
  readonly of: (row: Row) => Value;
}

/**
 * `insert into table (columns) select …`, one array a column, and one value of a column that has the same in all rows, as most kinds of tokens have. What follows, such as
 * `on conflict`, is the caller's.
 */
export function insertOf<Row>(
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): RawBuilder<unknown> {
  const shared = sharedOf(columns, rows);
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  const picked = sql.join(
    columns.map((column) => {
      const { name, type, cast } = column;
      const value = shared.get(column);
      const sent =
        value === undefined ? sql.id(name) : sql`${value.is?.toString() ?? null}::${sql.raw(type)}`;
      return cast === undefined ? sent : sql`${sent}::${sql.raw(cast)}`;
    }),
  );
  const differing = columns.filter((column) => !shared.has(column));
  return sql`insert into ${sql.id('ledger', table)} (${names})
    select ${picked} from ${rowsOf(differing, rows)}`;
}

/** Columns that have one value in all rows, and which. One column at least differs, or is taken to: it says how many rows there are. */
function sharedOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): ReadonlyMap<Column<Row>, { readonly is: Value }> {
  const shared = new Map<Column<Row>, { readonly is: Value }>();
  const [first] = rows;
  if (first === undefined) return shared;
  for (const column of columns.slice(1)) {
    const is = column.of(first);
    if (rows.every((row) => column.of(row) === is)) shared.set(column, { is });
  }
  return shared;
}

/** The rows as a table, called `sent`. */
export function rowsOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): RawBuilder<unknown> {
  const arrays = columns.map(
    (column) => sql`${arrayLiteral(rows, column)}::${sql.raw(column.type)}[]`,
  );
  const names = columns.map(({ name }) => sql.id(name));
  return sql`unnest(${sql.join(arrays)}) as sent (${sql.join(names)})`;
}

/** Types whose values hold nothing that would have to be quoted. */
const PLAIN = /^(timestamptz|uuid|smallint|integer|bigint|numeric|real)$/;

/** An array as PostgreSQL writes it. `pg` would do that too, and take several times as long. */
function arrayLiteral<Row>(rows: readonly Row[], { of, type }: Column<Row>): string {
  const isPlain = PLAIN.test(type);
  let text = '{';
  let between = '';
  for (const row of rows) {
    const value = of(row);
    text += between;
    if (value === null) text += 'NULL';
    else text += isPlain ? String(value) : quoted(String(value));
    between = ',';
  }
  return `${text}}`;
}

const quoted = (text: string): string =>
  text.includes('"') || text.includes('\\')
    ? `"${text.replace(/["\\]/g, String.raw`\$&`)}"`
    : `"${text}"`;

/** Texts as one value of `text[]`. */
export const textArray = (texts: readonly string[]): string => `{${texts.map(quoted).join(',')}}`;
