import {
  cardOf,
  startScriptedAgent,
  type ScriptedAgent,
} from '@aicp/gateway/testing/scripted-agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from '../admin/admin-installation.ts';
import type { AdminClient } from '../admin/clients.ts';

describe('agents in the admin API', () => {
  let aicp: AdminInstallation;
  let admin: AdminClient;
  let upstream: ScriptedAgent;
  beforeAll(async () => {
    upstream = await startScriptedAgent(
      () => undefined,
      (url) => cardOf(url, ['1.0', '0.3']),
    );
    aicp = await AdminInstallation.start();
    admin = await aicp.signIn();
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });

  const create = async (id: string, more: object = {}): Promise<string> => {
    const body = { id, name: id, url: upstream.url, ...more };
    expect(await admin.post('/api/v1/agents', body)).toMatchObject({ status: 201 });
    return `/api/v1/agents/${id}`;
  };

  it('are tested with their own token', async () => {
    const path = await create('tested', { secret: 'upstream-token' });
    expect(await admin.post(`${path}/test`)).toMatchObject({
      status: 200,
      body: {
        ok: true,
        status: 200,
        name: 'Planner',
        protocol_versions: ['1.0', '0.3'],
        streaming: true,
        message: 'It answers, and speaks protocol 1.0 and 0.3.',
      },
    });
    expect(upstream.cardHeaders.at(-1)).toMatchObject({ authorization: 'Bearer upstream-token' });
  });

  it('tell their card as the gateway tells it', async () => {
    const path = await create('told');
    const { status, body } = await admin.get<{ card: object }>(`${path}/card`);
    expect({ status, ...body }).toMatchObject({
      status: 200,
      path: '/a2a/told',
      protocol_versions: ['1.0', '0.3'],
      card: { name: 'Planner', url: '/a2a/told', skills: [{ id: 'plan' }] },
    });
    expect(JSON.stringify(body)).not.toContain(upstream.url);
  });

  it.each([
    ['nobody-there', { url: 'http://127.0.0.1:1' }, 'it does not answer'],
    [
      'without-its-token',
      { secret_ref: { name: 'gone', key: 'token' } },
      'its secret_ref names nothing',
    ],
  ])('say what is wrong with %s', async (id, more, message) => {
    const path = await create(id, more);
    const told = await admin.post<{ message: string }>(`${path}/test`);
    expect(told).toMatchObject({ status: 200, body: { ok: false, status: null } });
    expect(told.body.message).toContain(message);
    const card = await admin.get(`${path}/card`);
    expect(card).toMatchObject({ status: 502 });
    expect(JSON.stringify(card.body)).not.toContain('127.0.0.1');
  });

  it('that are of nobody are not there', async () => {
    expect(await admin.post('/api/v1/agents/none/test')).toMatchObject({ status: 404 });
    expect(await admin.get('/api/v1/agents/none/card')).toMatchObject({ status: 404 });
  });
});
