import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Role } from '../access/principal.ts';
import { pageAnswer, pageQuery } from '../route/page.ts';
import { defineRoute, type Route } from '../route/route.ts';
import { contextOf, somebody } from '../route/testing/route-context.ts';
import { csvLines } from './csv-lines.ts';
import { listsAsCsv } from './lists-as-csv.ts';

const thing = z
  .object({
    id: z.string(),
    note: z.string().nullable(),
    count: z.int().optional(),
    ready: z.boolean(),
    tags: z.array(z.string()),
    parts: z.object({ a: z.string() }),
    steps: z.array(z.object({ a: z.string() })),
  })
  .meta({ id: 'ThingInCsv' });
type Thing = z.output<typeof thing>;

const clock = { now: () => Date.UTC(2026, 10, 25, 12) };
const originalUrl = '/api/v1/things/of/everybody?limit=1';

const listOf = (things: readonly Thing[], asked: unknown[] = []): Route =>
  defineRoute({
    method: 'get',
    path: '/api/v1/things/{id}/of',
    operationId: 'listThings',
    tag: 'Test',
    summary: 'A list',
    permission: 'authenticated',
    query: pageQuery,
    fieldsFor: ({ role }) => (role === 'viewer' ? ['id', 'ready'] : undefined),
    answers: { 200: { description: 'A page.', schema: z.array(thing) } },
    handler: ({ query, isCounted = true }) => {
      asked.push({ ...query, isCounted });
      const from = Number(query.cursor ?? 0);
      const rows = things.slice(from, from + query.limit + 1);
      return Promise.resolve(
        pageAnswer(rows, {
          ...{ limit: query.limit, request: { originalUrl } },
          ...(isCounted ? { total: things.length } : {}),
          cursorOf: () => String(from + query.limit),
        }),
      );
    },
  });

const things = (count: number): Thing[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `t${index}`, note: null, ready: true, tags: [] },
    ...{ parts: { a: 'x' }, steps: [] },
  }));

interface Asked {
  readonly role?: Role;
  readonly query?: object;
  readonly mostRows?: number;
  readonly type?: string;
}

async function csv(
  route: Route,
  { role = 'org_admin', query = {}, mostRows = 1_000_000, type = 'text/csv' }: Asked = {},
) {
  const [list] = listsAsCsv([route], { clock, mostRows });
  const request = { originalUrl, accepts: () => type };
  const context = contextOf(somebody(role), { query: { limit: 100, ...query } });
  const answer = await list!.handler({ ...context, request: request as never });
  let text = '';
  if (answer.stream) for await (const part of answer.stream) text += part;
  return { ...answer, text, lines: text.split('\r\n').slice(0, -1) };
}

describe('a list as CSV', () => {
  it('has all pages, read one after another, and is counted once', async () => {
    const asked: unknown[] = [];
    const { lines, headers } = await csv(listOf(things(1_201), asked), {
      query: { limit: 1, cursor: '7' },
    });
    expect(lines).toHaveLength(1_202);
    expect(lines[1]).toBe('t0,,,true,');
    expect(lines.at(-1)).toMatch(/^t1200,/);
    expect(asked).toEqual([
      { limit: 500, isCounted: true },
      { limit: 500, cursor: '500', isCounted: false },
      { limit: 500, cursor: '1000', isCounted: false },
    ]);
    expect(headers).toMatchObject({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="things-of-2026-11-25.csv"',
      'X-Total-Count': '1201',
    });
  });

  it('has the fields that fit into a cell, and of a list its parts', async () => {
    const [one] = things(1);
    const { text } = await csv(
      listOf([{ ...one!, note: 'a "b", c', count: -1, tags: ['x', 'y'], ready: false }]),
    );
    expect(text).toBe('id,note,count,ready,tags\r\nt0,"a ""b"", c",-1,false,x;y\r\n');
  });

  it('has the columns that are asked for, and says which there are', async () => {
    const list = listOf(things(1));
    expect((await csv(list, { query: { columns: 'tags, id' } })).lines).toEqual(['tags,id', ',t0']);
    await expect(csv(list, { query: { columns: 'id,nota' } })).rejects.toMatchObject({
      errors: [{ path: 'columns', message: 'there is no column nota (did you mean note?)' }],
    });
    await expect(csv(list, { query: { columns: 'parts' } })).rejects.toMatchObject({ status: 422 });
    await expect(csv(list, { query: { columns: 'id' }, type: 'json' })).rejects.toMatchObject({
      errors: [{ message: 'is for Accept: text/csv' }],
    });
  });

  it('has no columns that its reader is not answered', async () => {
    const list = listOf(things(1));
    expect((await csv(list, { role: 'viewer' })).lines[0]).toBe('id,ready');
    await expect(csv(list, { role: 'viewer', query: { columns: 'note' } })).rejects.toMatchObject({
      status: 422,
    });
  });

  it('says where it is cut', async () => {
    const cut = await csv(listOf(things(1_001)), { mostRows: 700 });
    expect(cut.lines).toHaveLength(702);
    expect(cut.lines.at(-1)).toMatch(/^# There are more than these 700 rows/);
    const whole = await csv(listOf(things(700)), { mostRows: 700 });
    expect(whole.lines).toHaveLength(701);
    const atPage = await csv(listOf(things(501)), { mostRows: 500 });
    expect(atPage.lines.at(-1)).toMatch(/^# There are more/);
  });

  it('is JSON for whoever asks for no other type', async () => {
    const { body, stream } = await csv(listOf(things(3)), { type: 'json' });
    expect(stream).toBeUndefined();
    expect(body).toHaveLength(3);
  });

  it('is made of lists alone', () => {
    const one = { ...listOf([]), answers: { 200: { description: 'It.', schema: thing } } };
    const [route] = listsAsCsv([one], { clock });
    expect(route).toBe(one);
  });

  const texts = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), {
    maxLength: 5,
  });

  it('is read back as it was written, but for what would be a formula (property)', () => {
    fc.assert(
      fc.property(texts, (rows) => {
        const read = recordsOf(csvLines(rows));
        expect(read).toEqual(rows.map((row) => row.map((cell) => safe(cell))));
      }),
    );
  });

  it('has no cell that a spreadsheet would take for a formula (property)', () => {
    const begins = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n');
    fc.assert(
      fc.property(begins, fc.string({ unit: 'binary' }), (begin, rest) => {
        const [[cell = ''] = []] = recordsOf(csvLines([[`${begin}${rest}`, 'x']]));
        expect(/^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)).toBe(false);
      }),
    );
    // A spreadsheet of a country that writes 1,5 takes `;` for the end of a cell, and a line break for that of a row: quotes do not help there.
    const parts = [['x;=1', 'a', '=2'].join(';'), 'a\n=1', 'a\r\n@b', 'a;b', 'a; -b', 'a-b;c=d'];
    expect(recordsOf(csvLines([parts]))).toEqual([
      ["x;'=1;a;'=2", "a\n'=1", "a\r\n'@b", 'a;b', 'a; -b', 'a-b;c=d'],
    ]);
    expect(csvLines([[-1.5, '-1.5', '-1.5e3', -1e-9]])).toBe("-1.5,-1.5,'-1.5e3,-1e-9\r\n");
  });
});

const safe = (cell: string): string =>
  /^-?\d+(\.\d+)?$/.test(cell)
    ? cell
    : cell
        .replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")
        .replaceAll(/(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g, "'");

/** A quoted or plain field, and what follows it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;

/** What a reader by RFC 4180 makes of a file. */
function recordsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length) {
    const [, quoted, plain = '', end] = FIELD.exec(text) ?? [];
    if (end === undefined) throw new Error(`no CSV: ${JSON.stringify(text)}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
