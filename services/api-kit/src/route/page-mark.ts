import { z } from 'zod';
import { invalid } from './field-errors.ts';

/** Where a page begins: behind the row of this id, which has this value in the order of the list. */
export interface PageMark {
  readonly value: string;
  readonly id: string;
}

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
  .pipe(z.tuple([z.string(), text, text]));

/** What a client sends for the page behind a mark of the order `sort`. */
export const cursorOfMark = (sort: string, { value, id }: PageMark): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');

/** The mark that a client sends. Throws a Problem (422) for what is no cursor of this order. */
export function markOfCursor(
  cursor: string,
  sort: string,
  isRight: (mark: PageMark) => boolean = () => true,
): PageMark {
  const read = cursorForm.safeParse(Buffer.from(cursor, 'base64url').toString());
  if (read.success) {
    const [of, value, id] = read.data;
    if (of === sort && isRight({ value, id })) return { value, id };
  }
  const message = 'must be the cursor of the page before, in the same order';
  throw invalid([{ path: 'cursor', message }]);
}

/** That a list has no such field. */
export const noSortField = (sort: string) =>
  invalid([{ path: 'sort', message: `there is no field ${sort} to sort by` }]);
