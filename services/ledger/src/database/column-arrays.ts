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

/** `insert into table (columns) select …`, one array a column. What follows, such as `on conflict`, is the caller's. */
export function insertOf<Row>(
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): RawBuilder<unknown> {
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  const picked = sql.join(
    columns.map(({ name, cast }) =>
      cast === undefined ? sql.id(name) : sql`${sql.id(name)}::${sql.raw(cast)}`,
    ),
  );
  return sql`insert into ${sql.id('ledger', table)} (${names})
    select ${picked} from ${rowsOf(columns, rows)}`;
}

/** The rows as a table, called `sent`. */
export function rowsOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): RawBuilder<unknown> {
  const arrays = columns.map(({ type, of }) => sql`${arrayLiteral(rows, of)}::${sql.raw(type)}[]`);
  const names = columns.map(({ name }) => sql.id(name));
  return sql`unnest(${sql.join(arrays)}) as sent (${sql.join(names)})`;
}

/** An array as PostgreSQL writes it. `pg` would do that too, and take several times as long for numbers. */
function arrayLiteral<Row>(rows: readonly Row[], of: (row: Row) => Value): string {
  let text = '{';
  for (const row of rows) {
    if (text.length > 1) text += ',';
    const value = of(row);
    if (value === null) text += 'NULL';
    else text += typeof value === 'string' ? quoted(value) : String(value);
  }
  return `${text}}`;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;

/** Texts as one value of `text[]`. */
export const textArray = (texts: readonly string[]): string => `{${texts.map(quoted).join(',')}}`;
