import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { keyOf, sectionsOf, step, templateOf } from '../testing/fragments.ts';

const PATH = '/api/v1/executions';
const TEMPLATES = '/api/v1/templates';

const SAY = [step('say', 'transform', { value: 'x' })];
const as = (key: string) => ({ 'x-api-key': `sk-${key}` });

let engine: EngineFixture;
/** Oldest first. */
const ids: string[] = [];

beforeAll(async () => {
  const templates = [
    templateOf('alpha', SAY, { name: 'Weekly', timeout_seconds: 60 }),
    templateOf('beta', SAY, { name: 'daily', timeout_seconds: 600, max_cost_usd: '2' }),
    templateOf('gamma', SAY, { name: 'Weekly too', max_cost_usd: '10' }),
  ];
  const keys = [keyOf('ann'), keyOf('boss', { role: 'org_admin' })];
  engine = await EngineFixture.start({ sections: sectionsOf(templates, keys) });
  for (const [key, template] of [
    ['ann', 'alpha'],
    ['ann', 'beta'],
    ['boss', 'alpha'],
  ] as const) {
    ids.push(await engine.begin(template, {}, as(key)));
  }
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
});

/** What a list answers, by a field of its entries, over all pages. */
async function listed(path: string, field: string, limit = 2) {
  const seen: unknown[] = [];
  let total: string | null = null;
  let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  while (next !== undefined) {
    const { body, headers, status } = await engine.get(next, as('boss'));
    expect(status).toBe(200);
    seen.push(...(body as unknown as Record<string, unknown>[]).map((one) => one[field]));
    total = headers.get('x-total-count');
    next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
  }
  return { seen, total };
}

const refusal = async (path: string) => {
  const { status, body } = await engine.get(path, as('boss'));
  return { status, ...body };
};

describe('a list of executions', () => {
  it('is the newest first, and says how many there are on all pages', async () => {
    expect(await listed(PATH, 'id')).toEqual({ seen: ids.toReversed(), total: '3' });
    expect(await listed(`${PATH}?template=alpha`, 'id')).toMatchObject({ total: '2' });
    const own = await engine.get(PATH, as('ann'));
    expect(own.headers.get('x-total-count')).toBe('2');
    expect((await engine.get(PATH)).headers.get('x-total-count')).toBe('0');
  });

  it('comes in the order that is asked for, page by page, each once', async () => {
    for (const sort of ['template', '-template', 'created_at', 'started_by', '-total_cost']) {
      const { seen } = await listed(`${PATH}?sort=${sort}`, 'id', 1);
      expect(seen.toSorted(), sort).toEqual(ids.toSorted());
    }
    const { seen } = await listed(`${PATH}?sort=-template`, 'template');
    expect(seen).toEqual(['beta', 'alpha', 'alpha']);
    expect((await listed(`${PATH}?sort=id`, 'id')).seen).toEqual(ids);
  });

  it('may be in the order of every plain field that an execution has', async () => {
    const { body } = await engine.get(PATH, as('boss'));
    for (const field of Object.keys((body as unknown as object[])[0]!)) {
      expect((await listed(`${PATH}?sort=${field}`, 'id')).seen, field).toHaveLength(3);
    }
  });

  it('holds those whose template, id or starter holds a text', async () => {
    expect((await listed(`${PATH}?q=BET`, 'id')).seen).toEqual([ids[1]]);
    expect((await listed(`${PATH}?q=bos`, 'id')).seen).toEqual([ids[2]]);
    expect((await listed(`${PATH}?q=${ids[0]!}`, 'id')).seen).toEqual([ids[0]]);
    expect(await listed(`${PATH}?q=%25`, 'id')).toEqual({ seen: [], total: '0' });
  });
});

describe('a list of templates', () => {
  it('is by type, and says how many there are on all pages', async () => {
    expect(await listed(TEMPLATES, 'type')).toEqual({
      ...{ seen: ['alpha', 'beta', 'gamma'], total: '3' },
    });
  });

  it.each([
    ['name', ['beta', 'alpha', 'gamma']],
    ['-name', ['gamma', 'alpha', 'beta']],
    ['max_cost_usd', ['alpha', 'beta', 'gamma']],
    ['-timeout_seconds', ['beta', 'gamma', 'alpha']],
  ])('comes in the order of %s, page by page', async (sort, types) => {
    expect((await listed(`${TEMPLATES}?sort=${sort}`, 'type', 1)).seen).toEqual(types);
  });

  it('holds those whose name or type holds a text', async () => {
    expect(await listed(`${TEMPLATES}?q=WEEK`, 'type')).toEqual({
      ...{ seen: ['alpha', 'gamma'], total: '2' },
    });
    expect((await listed(`${TEMPLATES}?q=bet`, 'type')).seen).toEqual(['beta']);
  });
});

describe.each([PATH, TEMPLATES])('%s', (path) => {
  it('refuses what is no cursor of its order, no field, and no number, with what to do', async () => {
    for (const [query, field] of [
      ['cursor=abc', 'cursor'],
      [`cursor=${Buffer.from('["-name","a","b"]').toString('base64url')}`, 'cursor'],
      ['sort=steps', 'sort'],
      ['sort=constructor', 'sort'],
      ['limit=0', 'limit'],
      ['limit=501', 'limit'],
      ['q=%00', 'q'],
    ] as const) {
      const answer = await refusal(`${path}?${query}`);
      expect(answer, query).toMatchObject({ status: 422, errors: [{ path: field }] });
    }
    expect(await refusal(`${path}?cursor=abc`)).toMatchObject({
      detail: expect.stringContaining('must be the cursor of the page before') as string,
    });
    expect((await refusal(`${path}?nothing=1`)).status).toBe(422);
  });
});
