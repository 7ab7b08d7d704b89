import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeAssertion, type Delegator } from '@aicp/contracts/delegation/assertion';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { asPerson } from './testing/as-person.ts';
import { ADMIN_SECRET, EngineFixture } from './testing/engine-fixture.ts';
import { chatSaying, promptOf, type Answering } from './testing/fake-gateway.ts';
import {
  keyOf,
  organizationOf,
  sectionsOf,
  signedOnOrganization,
  signOn,
  step,
  templateOf,
} from './testing/fragments.ts';

const usual: Answering = (taken) => chatSaying(`<${promptOf(taken)}>`);

const research = templateOf(
  'research',
  [
    step('plan', 'llm', { prompt: 'Plan ${{ input.query }}' }),
    step('answer', 'llm', { prompt: 'Answer by ${{ steps.plan.output.text }}' }),
  ],
  {
    input_schema: {
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
    },
    output: { answer: '${{ steps.answer.output.text }}' },
  },
);

const TEMPLATES = [
  research,
  templateOf('review', [
    step('check', 'approval', { title: 'Is it right?' }),
    step('say', 'transform', { value: '${{ steps.check.output.by }}' }),
  ]),
  templateOf('named', [step('check', 'approval', { approvers: ['ann'] })]),
  templateOf('acmes', [step('one', 'transform', { value: 1 })], { organization: 'acme' }),
  templateOf('off', [step('one', 'transform', { value: 1 })], { is_active: false }),
];

const KEYS = [
  keyOf('bot'),
  keyOf('peer'),
  keyOf('boss', { role: 'org_admin' }),
  keyOf('viewer', { role: 'viewer' }),
  keyOf('ann', { user: 'ann' }),
  keyOf('stranger', { role: 'org_admin', organization: 'other' }),
  keyOf('gone', { blocked: true }),
];

/** Eve signs in by single sign-on, and is a member of acme. */
const SECTIONS = {
  ...sectionsOf(TEMPLATES, KEYS),
  organizations: [signedOnOrganization('acme', 'eve', 'member'), organizationOf('other')],
};

const as = (key: string) => ({ authorization: `Bearer sk-${key}` });
const PATH = '/api/v1/executions';

describe('a workflow engine', () => {
  let engine: EngineFixture;

  beforeAll(async () => {
    engine = await EngineFixture.start({ sections: SECTIONS });
  });
  afterEach(() => {
    engine.gateway.answer = usual;
    engine.gateway.taken.length = 0;
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  it('tells the operator how many executions of each template began', async () => {
    const found = () => engine.operator.asked.flatMap(({ findings }) => findings?.objects ?? []);
    await until('it is told', () =>
      found().some(
        ({ kind, name, uid }) =>
          [kind, name, uid].join() === 'WorkflowTemplate,review,uid-of-WorkflowTemplate-review',
      ),
    );
    expect(found().every(({ observed }) => Number(observed['runs']) >= 0)).toBe(true);
  });

  it('lists templates, runs one for a caller without a key, and says what its steps used', async () => {
    const { body } = await engine.get('/api/v1/templates');
    const types = (body as unknown as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(['named', 'research', 'review']);
    const done = await engine.run('research', { query: 'cats' });
    expect(done).toMatchObject({
      output: { answer: '<Answer by <Plan cats>>' },
      total_tokens: 20,
      total_cost: 0.002,
      steps: [
        { id: 'plan', path: 'plan', status: 'completed', attempts: 1, tokens: 10, cost: 0.001 },
        { id: 'answer', status: 'completed' },
      ],
    });
    const [first] = engine.gateway.taken;
    expect(first?.assertion).toMatchObject({
      delegator: { type: 'key', uid: 'uid-of-APIKey-workflows' },
      execution: { id: done.id, step: 'plan', use: 'model' },
    });
  });

  it('says where an input is not what the template takes, and what there is none of', async () => {
    const wrong = await engine.post(PATH, { template: 'research', input: { query: 1 } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'input.query' }] } });
    const missing = await engine.post(PATH, { template: 'research' });
    expect(missing).toMatchObject({ status: 422, body: { errors: [{ path: 'input.query' }] } });
    for (const template of ['nothing', 'off', 'acmes']) {
      expect((await engine.post(PATH, { template })).status).toBe(404);
    }
    expect((await engine.post(PATH, { template: 'acmes' }, as('bot'))).status).toBe(201);
    expect((await engine.post(PATH, { template: 'acmes' }, as('stranger'))).status).toBe(404);
  });

  it('starts one execution for requests with the same key, and refuses another request with it', async () => {
    const headers = { ...as('bot'), 'idempotency-key': 'k-1' };
    const body = { template: 'research', input: { query: 'x' } };
    const answers = await Promise.all([1, 2, 3].map(() => engine.post(PATH, body, headers)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    const other = { template: 'research', input: { query: 'y' } };
    expect((await engine.post(PATH, other, headers)).status).toBe(422);
    const peers = await engine.post(PATH, body, { ...as('peer'), 'idempotency-key': 'k-1' });
    expect(peers.body['id']).not.toBe(answers[0]?.body['id']);
  });

  it('shows an execution to nobody beyond those whose it is', async () => {
    const id = await engine.begin('research', { query: 'x' }, as('bot'));
    const seenBy = async (headers: Record<string, string>) =>
      (await engine.get(`${PATH}/${id}`, headers)).status;
    for (const key of ['bot', 'boss', 'viewer']) expect(await seenBy(as(key))).toBe(200);
    for (const key of ['peer', 'stranger']) expect(await seenBy(as(key))).toBe(404);
    expect(await seenBy({})).toBe(404);
    expect(await seenBy(as('gone'))).toBe(401);
    expect((await engine.post(`${PATH}/${id}/cancel`, undefined, as('stranger'))).status).toBe(404);
    expect((await engine.get(`${PATH}/${id}/events`, as('stranger'))).status).toBe(404);
    expect((await engine.post(`${PATH}/${id}/cancel`, undefined, as('viewer'))).status).toBe(403);
    const list = await engine.get(PATH, as('stranger'));
    expect(list.body).toEqual([]);
    const anonymous = await engine.begin('research', { query: 'x' });
    expect((await engine.get(`${PATH}/${anonymous}`, as('bot'))).status).toBe(404);
  });

  it('pages its list, and narrows it', async () => {
    const ids: string[] = [];
    for (const query of ['a', 'b', 'c']) {
      ids.unshift(await engine.begin('research', { query }, as('ann')));
    }
    const first = await engine.get(`${PATH}?limit=2`, as('ann'));
    const idsOf = (body: unknown) => (body as { id: string }[]).map(({ id }) => id);
    expect(idsOf(first.body)).toEqual(ids.slice(0, 2));
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(idsOf((await engine.get(next, as('ann'))).body)).toEqual(ids.slice(2));
    expect((await engine.get(`${PATH}?template=review`, as('ann'))).body).toEqual([]);
  });

  it('begins no step once a cancel was answered, and gives up the call that is under way', async () => {
    engine.gateway.answer = () => undefined;
    const id = await engine.begin('research', { query: 'x' });
    await engine.reached(id, 'running');
    const call = () => engine.gateway.taken.find(({ assertion }) => assertion.execution?.id === id);
    await expect.poll(call).toBeDefined();
    const answer = await engine.post(`${PATH}/${id}/cancel`);
    expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    await expect.poll(() => call()?.isGone).toBe(true);
    const { steps } = await engine.execution(id);
    expect(steps).toMatchObject([{ id: 'plan', status: 'cancelled' }]);
    expect((await engine.post(`${PATH}/${id}/cancel`)).status).toBe(200);
    expect((await engine.post(`${PATH}/${id}/retry`)).status).toBe(409);
  });

  it('begins nothing after a cancel, whenever that comes', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) => engine.begin('research', { query: `${index}` })),
    );
    const begunAt = new Map<string, number>();
    await Promise.all(
      ids.map(async (id) => {
        const { status } = await engine.post(`${PATH}/${id}/cancel`);
        if (status !== 200) return;
        begunAt.set(id, (await engine.execution(id)).steps.length);
      }),
    );
    const marker = await engine.run('research', { query: 'last' });
    expect(marker.status).toBe('completed');
    for (const [id, count] of begunAt) {
      expect((await engine.execution(id)).steps).toHaveLength(count);
    }
  });

  it('goes on from the step that failed, with what the others put out', async () => {
    engine.gateway.answer = (taken) =>
      promptOf(taken).startsWith('Answer') ? { status: 400, body: {} } : usual(taken);
    const failed = await engine.run('research', { query: 'x' }, 'failed');
    engine.gateway.answer = usual;
    const again = await engine.post(`${PATH}/${failed.id}/retry`);
    expect(again).toMatchObject({ status: 200, body: { run: 2 } });
    const done = await engine.reached(failed.id, 'completed');
    expect(done.output).toEqual({ answer: '<Answer by <Plan x>>' });
    const plans = engine.gateway.taken.filter((taken) => promptOf(taken).startsWith('Plan'));
    expect(plans).toHaveLength(1);
  });

  it('tells what happens to an execution, until it ends', async () => {
    const id = await engine.begin('research', { query: 'x' });
    const { headers, body } = await engine.get(`${PATH}/${id}/events`);
    expect(headers.get('content-type')).toContain('text/event-stream');
    const events = (body['text'] as string).split('\n\n').filter((one) => one !== '');
    const last = JSON.parse(events.at(-1)?.split('data: ')[1] ?? '{}') as { status: string };
    expect(last.status).toBe('completed');
    expect(events.filter((one) => one.includes('event: step')).join()).toContain('"id":"answer"');
  });

  it('serves the admin service for whoever is signed in, each credential once', async () => {
    const person = { type: 'person', organization: 'acme', user: 'eve', signOn } as const;
    const sign = (of: Delegator, secret = ADMIN_SECRET) =>
      makeAssertion(of, {
        ...{ secret, nowMs: Date.now(), audience: 'aicp-workflow', role: 'org_admin' },
      });
    const once = { authorization: `Bearer ${sign(person)}` };
    expect((await engine.get(PATH, once)).status).toBe(200);
    expect((await engine.get(PATH, once)).status).toBe(401);
    const stolen = { authorization: `Bearer ${sign(person, 'x'.repeat(40))}` };
    expect((await engine.get(PATH, stolen)).status).toBe(401);
    const lost: Delegator = { ...person, organization: 'nowhere' };
    expect((await engine.get(PATH, { authorization: `Bearer ${sign(lost)}` })).status).toBe(401);
    const id = await engine.begin(
      'research',
      { query: 'x' },
      { authorization: `Bearer ${sign(person)}` },
    );
    await engine.reached(id, 'completed', as('boss'));
    const organizationUid = 'uid-of-Organization-acme';
    expect(engine.gateway.taken[0]?.assertion.delegator).toEqual({
      ...person,
      signOn: { ...signOn, organizationUid },
    });
  });

  it('begins no step for a person who is no member any more', async () => {
    const id = await engine.begin('review', {}, asPerson('eve', 'member'));
    await engine.reached(id, 'waiting', as('boss'));
    engine.push({ ...SECTIONS, organizations: [organizationOf('acme'), organizationOf('other')] });
    const health = async () => (await engine.get('/health')).body;
    await expect.poll(health).toMatchObject({ config: { revision: 2 } });
    const approval = { step: 'check', payload: { approved: true } };
    await engine.post(`${PATH}/${id}/signal`, approval, as('boss'));
    const { error } = await engine.reached(id, 'failed', as('boss'));
    expect(error).toContain('eve has no role in the organization any more');
  });

  it('has no error in its log', () => {
    expect(engine.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a workflow engine that asks for keys', () => {
  it('answers nobody else, and says so where the key of callers without one is missing', async () => {
    const sections = sectionsOf([research]);
    await using strict = await EngineFixture.start({ sections, requireAuth: true });
    expect((await strict.get('/api/v1/templates')).status).toBe(401);
    expect((await strict.get('/health')).status).toBe(200);
  });

  it('says what to do where the key of callers without one is missing', async () => {
    const { 'workflow-templates': templates } = sectionsOf([research]);
    const sections = { 'workflow-templates': templates ?? [] };
    await using engine = await EngineFixture.start({ sections });
    const answer = await engine.get('/api/v1/templates');
    expect(answer.status).toBe(503);
    expect(answer.body['detail']).toContain('"workflows"');
  });
});
