import type { Clock } from '@aicp/common/time/clock';
import { nearestName, listing } from '@aicp/crds/kit/unknown-name';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { invalid } from '../route/field-errors.ts';
import type { Answer, Route, RouteContext } from '../route/route.ts';
import { cellOf, columnsOf } from './csv-columns.ts';
import { csvLines } from './csv-lines.ts';

export interface CsvListOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** So many rows at most; without it, a million. */
  readonly mostRows?: number;
}

type Row = Readonly<Record<string, unknown>>;

/** Of a page that is written at a time, so that neither the process nor the database is held for long. */
const ROWS_AT_A_TIME = 500;
const MOST_ROWS = 1_000_000;

const columns = z.string().min(1).max(4_000).optional().meta({
  description:
    'With `Accept: text/csv`: the columns to write, in that order, separated by commas. All without it.',
});

/** The same routes, of which each list may be had as CSV too: all pages of what its query leaves. */
export const listsAsCsv = (routes: readonly Route[], options: CsvListOptions): Route[] =>
  routes.map((route) => asCsv(route, options) ?? route);

function asCsv(route: Route, options: CsvListOptions): Route | undefined {
  const { query = z.object({}), answers } = route;
  const answer = answers[200];
  const isList = route.method === 'get' && answer?.schema instanceof z.ZodArray;
  if (!isList || answer.otherTypes || !(query instanceof z.ZodObject)) return undefined;
  const known = columnsOf(answer.schema.element);
  if (known.length === 0) return undefined;
  return {
    ...route,
    query: query.extend({ columns }),
    answers: { ...answers, 200: { ...answer, isCsvToo: true } },
    handler: async (context) => {
      const { columns: asked, ...own } = context.query as { columns?: string };
      const list: CsvList = { route, context: { ...context, query: own }, ...options };
      if (context.request.accepts(['json', 'text/csv']) === 'text/csv') {
        return await csvOf(list, columnsFor(list, { known, asked }));
      }
      if (asked === undefined) return await route.handler(list.context);
      throw invalid([{ path: 'columns', message: 'is for Accept: text/csv' }]);
    },
  };
}

interface CsvList extends CsvListOptions {
  readonly route: Route;
  readonly context: RouteContext;
}

/** The columns to write. Throws a Problem (422) for one that there is not, or that the reader is not answered. */
function columnsFor(
  { route, context }: CsvList,
  { known, asked }: { known: readonly string[]; asked: string | undefined },
): readonly string[] {
  const told = route.fieldsFor?.(context.principal);
  const all = told ? known.filter((name) => told.includes(name)) : known;
  if (asked === undefined) return all;
  const wanted = asked.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown === undefined) return wanted;
  const meant = nearestName(unknown, all);
  const what = meant === undefined ? `: there are ${listing(all)}` : ` (did you mean ${meant}?)`;
  throw invalid([{ path: 'columns', message: `there is no column ${unknown}${what}` }]);
}

async function csvOf(list: CsvList, names: readonly string[]): Promise<Answer> {
  const first = await pageOf(list, {});
  const total = first.headers?.['X-Total-Count'];
  const day = new Date(list.clock.now()).toISOString().slice(0, 10);
  return {
    status: 200,
    stream: linesOf(list, names, first),
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileNameOf(list.route.path)}-${day}.csv"`,
      'Cache-Control': 'private, no-store',
      ...(total === undefined ? {} : { 'X-Total-Count': total }),
    },
  };
}

async function* linesOf(
  list: CsvList,
  names: readonly string[],
  first: Answer,
): AsyncGenerator<string> {
  const { mostRows = MOST_ROWS } = list;
  yield csvLines([names]);
  let page: Answer = first;
  for (let left = mostRows; ;) {
    const rows = (page.body as readonly Row[]).slice(0, left);
    yield csvLines(rows.map((row) => names.map((name) => cellOf(row[name]))));
    left -= rows.length;
    const cursor = nextCursor(page);
    const isCut = left === 0 && (cursor !== undefined || rows.length < (page.body as []).length);
    if (isCut)
      yield `# There are more than these ${mostRows} rows: narrow the list by filters.\r\n`;
    if (cursor === undefined || left === 0) return;
    await setImmediate();
    page = await pageOf(list, { cursor });
  }
}

/** A page of the list, whatever `limit` and `cursor` the request has. Only of the first it is asked how many there are. */
async function pageOf(
  { route, context }: CsvList,
  { cursor }: { cursor?: string },
): Promise<Answer> {
  const { cursor: _, ...query } = context.query as Readonly<Record<string, unknown>>;
  return await route.handler({
    ...context,
    query: { ...query, limit: ROWS_AT_A_TIME, ...(cursor === undefined ? {} : { cursor }) },
    ...(cursor === undefined ? {} : { isCounted: false }),
  });
}

function nextCursor({ headers = {} }: Answer): string | undefined {
  const link = /^<([^>]*)>; rel="next"$/.exec(String(headers['Link'] ?? ''))?.[1];
  return link === undefined
    ? undefined
    : (new URLSearchParams(link.split('?')[1]).get('cursor') ?? undefined);
}

/** `/api/v1/model-access/requests` → `model-access-requests`. */
const fileNameOf = (path: string): string =>
  path
    .replace(/^\/api\/v1\//, '')
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('-');
