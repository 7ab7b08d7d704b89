import { stringify } from 'csv-stringify/sync';

/** Null is an empty field. */
export type Cell = string | number | null;

/** Amounts of a service's own making, which may begin with a minus. */
const AMOUNT = /^-?[0-9]+(\.[0-9]+)?$/;
/**
 * Before what a spreadsheet may take for the begin of a formula, in wide letters too. It may begin within a text as well: where people write 1,5, spreadsheets
 * take `;` for the end of a cell and a line break for that of a row, quotes or not.
 */
const FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/** RFC 4180. A text that a spreadsheet would take for a formula is kept from being one: callers choose some of them. */
export const csvLines = (rows: readonly (readonly Cell[])[], delimiter = ','): string =>
  stringify(
    rows.map((row) => row.map(harmless)),
    { delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );

function harmless(cell: Cell): string | null {
  if (cell === null) return null;
  const text = String(cell);
  const isText = typeof cell === 'string' && !AMOUNT.test(text);
  return isText ? text.replaceAll(FORMULA, "'") : text;
}
