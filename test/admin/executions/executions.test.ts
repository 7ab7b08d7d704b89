import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from '../admin-installation.ts';
import { decisionOf, FakeEngine } from './fake-engine.ts';

const PATH = '/api/v1/workflows/executions';

type Somebody = Awaited<ReturnType<AdminInstallation['somebody']>>;

describe('executions of workflows', () => {
  let engine: FakeEngine;
  let aicp: AdminInstallation;
  let member: Somebody;

  beforeAll(async () => {
    engine = await FakeEngine.start();
    aicp = await AdminInstallation.start({ workflows: engine.client });
    await aicp.put('Organization', 'acme', {});
    await aicp.put('Team', 'ml', { organizationId: 'acme' });
    member = await aicp.somebody('member', { teamId: 'ml' });
  }, 90_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  });

  const audited = async (id: string, action: string) => {
    const admin = await aicp.signIn();
    const path = `/api/v1/audit-logs?resource_type=workflow_execution&action=${action}`;
    const { body } = await admin.get<{ resource_id: string }[]>(path);
    return body.filter((one) => one.resource_id === id);
  };

  it('are asked of the engine as whoever is signed in, with their role', async () => {
    const { status, body } = await member.client.get(`${PATH}/e-1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 'e-1', template: 'research', status: 'running' });
    const uid = (await aicp.get('APIKey', member.name))!.metadata.uid;
    const { assertion, path } = engine.taken.at(-1)!;
    expect(path).toBe('/api/v1/executions/e-1');
    expect(assertion).toMatchObject({ delegator: { type: 'key', uid }, role: 'member' });
  });

  it('are listed page by page', async () => {
    const { body, headers } = await member.client.get(`${PATH}?status=running&limit=1`);
    expect(body).toMatchObject([{ id: 'e-1' }]);
    expect(engine.taken.at(-1)!.path).toBe('/api/v1/executions?limit=1&status=running');
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    expect(next).toBe(`${PATH}?status=running&limit=1&cursor=two`);
    const last = await member.client.get(next);
    expect(last.headers.get('link')).toBeNull();
    expect(headers.get('x-total-count')).toBe('2');
    await member.client.get(`${PATH}?q=rese&sort=-total_cost`);
    expect(engine.taken.at(-1)!.path).toBe('/api/v1/executions?limit=100&q=rese&sort=-total_cost');
    expect((await member.client.get(`${PATH}?status=lost`)).status).toBe(422);
  });

  it('are started once for each Idempotency-Key, and noted in the audit log without their input', async () => {
    const asked = { template: 'research', input: { query: 'a secret question' } };
    const headers = { 'idempotency-key': 'once' };
    const before = engine.taken.length;
    const first = await member.client.post(PATH, asked, { headers });
    const again = await member.client.post(PATH, asked, { headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.headers.get('location')).toBe(`${PATH}/e-1`);
    expect(engine.taken.length).toBe(before + 1);
    expect(engine.taken.at(-1)).toMatchObject({ method: 'POST', body: asked });
    const [entry, ...others] = await audited('e-1', 'execute');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      ...{ key_id: member.name, organization_id: 'acme' },
      changes: { after: { template: 'research' } },
    });
    expect(JSON.stringify(entry)).not.toContain('secret');
  });

  it.each(['cancel', 'retry'])('pass a %s on, and note it', async (verb) => {
    expect((await member.client.post(`${PATH}/e-1/${verb}`)).status).toBe(200);
    expect(engine.taken.at(-1)!.path).toBe(`/api/v1/executions/e-1/${verb}`);
    expect(await audited('e-1', verb)).toHaveLength(1);
  });

  it('pass an answer to a step that waits on, and note which step', async () => {
    const signal = { step: 'review', payload: { approved: true, comment: 'fine' } };
    expect((await member.client.post(`${PATH}/e-1/signal`, signal)).status).toBe(200);
    expect(engine.taken.at(-1)!.body).toEqual(signal);
    expect(await audited('e-1', 'signal')).toMatchObject([
      {
        key_id: member.name,
        changes: { after: { step: 'review', approved: true, comment: 'fine' } },
      },
    ]);
    const passed = engine.taken.length;
    for (const payload of [undefined, null, false, 'no', { approved: 'no' }, { aproved: false }]) {
      const said = { step: 'review', payload };
      expect((await member.client.post(`${PATH}/e-1/signal`, said)).status).toBe(422);
    }
    expect(engine.taken.length).toBe(passed);
  });

  it('have each decision in the audit log once, wherever it was sent and whoever died meanwhile', async () => {
    engine.isForgetful = false;
    const declined = decisionOf({ approved: false, comment: 'no', user: 'ann', key: 'anns-key' });
    engine.decisions.push(declined);
    const found = async () =>
      (await audited('e-1', 'signal')).filter((one) => 'user_id' in one && one.user_id === 'ann');
    await aicp.until(async () => (await found()).length > 0);
    const asked = engine.lists;
    await aicp.until(() => Promise.resolve(engine.lists > asked + 1));
    expect(await found()).toMatchObject([
      {
        ...{ key_id: 'anns-key', organization_id: 'acme', ip: '192.0.2.1', request_id: 'r-1' },
        changes: { after: { step: 'review', approved: false, comment: 'no' } },
      },
    ]);
    engine.isForgetful = true;
    await aicp.until(() => Promise.resolve(engine.decisions.length === 0));
    expect(await audited('e-1', 'signal')).toHaveLength(2);
  });

  it('are refused in the words of the engine, and nothing is noted then', async () => {
    const errors = [{ path: 'input.query', message: 'is needed' }];
    engine.next = { status: 422, body: { detail: 'The input does not fit.', errors } };
    const refused = await member.client.post(PATH, { template: 'research' });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ detail: 'The input does not fit.', errors });
    expect((await member.client.get(`${PATH}/other`)).status).toBe(404);
    expect((await member.client.post(`${PATH}/other/cancel`)).status).toBe(404);
    expect(await audited('other', 'cancel')).toEqual([]);
    expect(await audited('e-1', 'execute')).toHaveLength(1);
  });

  it('answer 502 where the engine fails, or answers nonsense', async () => {
    engine.next = { status: 500, body: { detail: 'Something failed inside.' } };
    expect((await member.client.get(`${PATH}/e-1`)).status).toBe(502);
    engine.next = { status: 200, body: '<html>' };
    expect((await member.client.get(`${PATH}/e-1`)).status).toBe(502);
  });

  it('stream as they go, and end where the client leaves', async () => {
    const leaving = new AbortController();
    const answer = await fetch(`${aicp.url}${PATH}/e-1/events`, {
      headers: { authorization: `Bearer ${member.client.token ?? ''}`, 'last-event-id': '0' },
      signal: leaving.signal,
    });
    expect(answer.headers.get('content-type')).toMatch('text/event-stream');
    const first = await answer.body!.pipeThrough(new TextDecoderStream()).getReader().read();
    expect(first.value).toContain('event: step');
    expect(engine.taken.at(-1)!.headers['last-event-id']).toBe('0');
    leaving.abort();
    await aicp.until(() => Promise.resolve(engine.streams === 0));
  });

  it.each(['viewer', 'finance'] as const)('are started by no %s, who only reads', async (role) => {
    const reader = await aicp.somebody(role, {});
    const before = engine.taken.length;
    const { status, body } = await reader.client.post(PATH, { template: 'research' });
    expect([status, engine.taken.length]).toEqual([403, before]);
    expect(body['detail']).toContain('executions:write');
  });
});

describe('an admin service without a workflow engine', () => {
  it('says what to set, where there is none', async () => {
    await using aicp = await AdminInstallation.start();
    const { status, body } = await (await aicp.signIn()).get(PATH);
    expect(status).toBe(503);
    expect(body['detail']).toMatch('AICP_WORKFLOW_URL');
  });

  it('says that it is away, or knows another secret', async () => {
    const engine = await FakeEngine.start({ secret: 'another secret than the admin service has' });
    await using aicp = await AdminInstallation.start({ workflows: engine.client });
    const admin = await aicp.signIn();
    const unknown = await admin.get(PATH);
    expect(unknown.status).toBe(502);
    expect(unknown.body['detail']).toMatch('AICP_WORKFLOW_ADMIN_KEY_FILE');
    await engine[Symbol.asyncDispose]();
    const away = await admin.get(PATH);
    expect(away.status).toBe(503);
    expect(away.body['detail']).toMatch('does not answer');
  });
});
