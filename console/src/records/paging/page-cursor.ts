/** The most rows that the API answers at once. */
const MOST_ROWS = 500;

export interface PageCursorParts {
  /** Which page, from 1. */
  readonly page: number;
  /** Rows of a page. */
  readonly rows: number;
  /** The cursor behind so many rows after another cursor; undefined where no more follow. */
  readonly cursorAfter: (rows: number, cursor: string | undefined) => Promise<string | undefined>;
}

/**
 * Where a page of a list begins, found by walking there from the first row: the API's cursors lead forward alone, and whoever came by a link or loaded the page anew
 * has none of the pages before. Undefined for the first page, and where the list does not reach so far any more.
 */
export async function pageCursor(parts: PageCursorParts): Promise<string | undefined> {
  const { page, rows, cursorAfter } = parts;
  let left = (page - 1) * rows;
  let cursor: string | undefined;
  while (left > 0) {
    const step = Math.min(left, MOST_ROWS);
    cursor = await cursorAfter(step, cursor);
    if (cursor === undefined) return undefined;
    left -= step;
  }
  return cursor;
}
