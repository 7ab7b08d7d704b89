import { makeAssertion } from '@aicp/contracts/delegation/assertion';
import { DECISIONS_PATH, type DeedRecord } from '@aicp/contracts/workflows/decision-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_SECRET, EngineFixture } from '../testing/engine-fixture.ts';
import { keyOf, sectionsOf, step, templateOf } from '../testing/fragments.ts';

const PATH = '/api/v1/executions';
const as = (key: string) => ({ authorization: `Bearer sk-${key}` });
const BOUND = { user: 'ada', key: 'bot', organization: 'acme' };
const TEMPLATES = [
  templateOf('review', [step('check', 'approval', { title: 'Is it right?' })]),
  templateOf('broken', [step('ask', 'llm', { prompt: 'What?' })]),
  templateOf('outer', [step('inner', 'workflow', { template: 'review' })]),
  { ...templateOf('open', [step('say', 'transform', { value: 1 })]), organization: undefined },
];

describe('what somebody does with an execution at the engine', () => {
  let engine: EngineFixture;

  beforeAll(async () => {
    const keys = [keyOf('bot', { user: 'ada' }), keyOf('boss', { role: 'org_admin' })];
    engine = await EngineFixture.start({
      sections: sectionsOf(TEMPLATES, keys),
      answer: () => ({ status: 400, body: { detail: 'no' } }),
    });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  /** What the admin service would be told now of an execution. */
  const told = async (id: string): Promise<DeedRecord[]> => {
    const credential = makeAssertion(
      { type: 'key', uid: 'the audit log', generation: 0 },
      { secret: ADMIN_SECRET, nowMs: Date.now(), audience: 'aicp-workflow-decisions' },
    );
    const asked = await engine.get(DECISIONS_PATH, { authorization: `Bearer ${credential}` });
    const { decisions } = asked.body as { decisions: DeedRecord[] };
    return decisions.filter(({ execution }) => execution === id);
  };

  it('is told to the admin service: a start once, however often it is sent', async () => {
    const body = { template: 'review', input: { secret: 'hidden' } };
    const headers = { ...as('bot'), 'idempotency-key': 'one' };
    const first = await engine.post(PATH, body, headers);
    const again = await engine.post(PATH, body, headers);
    const id = first.body['id'] as string;
    expect(again.body['id']).toBe(id);
    expect(first.headers.get('aicp-decision')).toBe(id);
    const records = await told(id);
    expect(records).toMatchObject([{ id, action: 'execute', template: 'review', ...BOUND }]);
    expect(records[0]?.ip).toMatch(/127\.0\.0\.1$/);
    expect(JSON.stringify(records)).not.toContain('hidden');
  });

  it('is told of a cancel that ended something, and of no other', async () => {
    const id = await engine.begin('review', {}, as('bot'));
    const cancel = () => engine.post(`${PATH}/${id}/cancel`, undefined, as('boss'));
    const { headers } = await cancel();
    expect((await cancel()).headers.get('aicp-decision')).toBeNull();
    const by = { user: 'boss', key: 'boss', organization: 'acme' };
    expect(await told(id)).toMatchObject([
      { action: 'execute', ...BOUND },
      { action: 'cancel', id: headers.get('aicp-decision'), template: 'review', ...by },
    ]);
  });

  it('is told of a retry, and of none that is refused', async () => {
    const id = await engine.begin('broken', {}, as('bot'));
    await engine.reached(id, 'failed', as('bot'));
    const retry = () => engine.post(`${PATH}/${id}/retry`, undefined, as('bot'));
    expect((await retry()).status).toBe(200);
    await engine.reached(id, 'failed', as('bot'));
    const actions = (await told(id)).map(({ action }) => action);
    expect(actions).toEqual(['execute', 'retry']);
    const done = await engine.begin('review', {}, as('bot'));
    expect((await engine.post(`${PATH}/${done}/retry`, undefined, as('bot'))).status).toBe(409);
    expect(await told(done)).toHaveLength(1);
  });

  it('is not told of what a step does, nor of callers without a credential', async () => {
    const outer = await engine.begin('outer', {}, as('bot'));
    await engine.reached(outer, 'running', as('bot'));
    const children = async () => {
      const { body } = await engine.get(`${PATH}?status=waiting&template=review`, as('bot'));
      const found = body as unknown as { id: string; parent_id: string | null }[];
      return found.filter((one) => one.parent_id === outer);
    };
    await expect.poll(children, { timeout: 20_000 }).toHaveLength(1);
    const [child] = await children();
    expect(await told(child!.id)).toEqual([]);
    const started = await engine.post(PATH, { template: 'open' });
    expect(started.status).toBe(201);
    expect(started.headers.get('aicp-decision')).toBeNull();
    expect(await told(started.body['id'] as string)).toEqual([]);
  });
});
