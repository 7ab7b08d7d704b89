import type { Request } from 'express';
import { z } from 'zod';
import { nextLink } from './next-link.ts';
import type { Answer, RouteContext } from './route.ts';

/** Query parameters of a list that is read page by page. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100).meta({
    description: 'How many at most.',
  }),
  cursor: z.string().max(2000).optional().meta({
    description: 'Where the page begins: from the `Link` header of the page before.',
  }),
});

/** The same of a list that is searched and ordered. `without` says how it is ordered where nobody says, `example` is a way to order it. */
export const searchedQuery = (without: string, example: string) =>
  pageQuery.extend({
    q: z
      .string()
      .max(200)
      .regex(/^[^\0]*$/, 'must not contain NUL')
      .optional()
      .meta({ description: 'Only those whose name holds this text.' }),
    sort: z
      .string()
      .max(100)
      .optional()
      .meta({
        description: `Field to order by; with \`-\` before it, the other way round. ${without} without it.`,
        examples: [example],
      }),
  });

/** What such a list declares of its headers. */
export const PAGE_HEADERS = {
  Link: 'The next page, as rel="next"; absent on the last.',
  'X-Total-Count': 'How many there are on all pages.',
};

/** How many there are on all pages, where somebody reads that. */
export const totalOf = async (
  { isCounted = true }: Pick<RouteContext, 'isCounted'>,
  count: () => Promise<number>,
): Promise<number | undefined> => (isCounted ? await count() : undefined);

/** Answers a page of `limit` of the rows, of which one more was read: where there is one, it begins the next page. */
export function pageAnswer<Row>(
  rows: readonly Row[],
  options: {
    readonly limit: number;
    /** How many there are on all pages, where somebody counted. */
    readonly total?: number | undefined;
    readonly request: Pick<Request, 'originalUrl'>;
    /** Says where the page behind this row begins. */
    readonly cursorOf: (last: Row) => string;
    /** What is answered of a row; without it, the row. */
    readonly show?: (row: Row) => unknown;
  },
): Answer {
  const { limit, total, request, cursorOf, show = (row): unknown => row } = options;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    status: 200,
    body: shown.map((row) => show(row)),
    headers: {
      ...(total === undefined ? {} : { 'X-Total-Count': String(total) }),
      ...(last === undefined ? {} : { Link: nextLink(request, cursorOf(last)) }),
    },
  };
}
