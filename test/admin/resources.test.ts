import { request } from 'node:http';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { kindNamed } from '@aicp/crds/kinds';
import { resourceTypeOf } from '@aicp/operator/control/resource-type';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminClient } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';
import { isSameInYaml } from './same-in-yaml.ts';

type Answered = Record<string, unknown>;
describe('resources on a whole control plane', () => {
  let aicp: AdminInstallation;
  let admin: AdminClient;
  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    admin = await aicp.signIn();
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const created = async (path: string, body: object): Promise<Answered> => {
    const answer = await admin.post(`/api/v1/${path}`, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };

  it('take, answer, change and remove an object of every collection', async () => {
    const document = await admin.get<{
      paths: Record<string, Record<string, { requestBody?: { content: Answered } }>>;
    }>('/openapi.json');
    const paths = Object.entries(document.body.paths);
    const collections = paths.filter(
      ([path, methods]) =>
        !path.includes('{') && methods['post'] && document.body.paths[`${path}/{id}`]?.['put'],
    );
    expect(collections.length).toBeGreaterThan(20);
    const walk = async ([path, methods]: (typeof collections)[number]): Promise<string> => {
      const content = methods['post']?.requestBody?.content['application/json'];
      const { example } = content as { example: Answered };
      const posted = await admin.post<Answered>(path, example);
      expect({ path, ...posted }).toMatchObject({ status: 201, body: { managed_by: 'api' } });
      const own = `${path}/${encodeURIComponent(String(posted.body['id']))}`;
      const got = await admin.get<Answered>(own);
      expect({ path, status: got.status }).toEqual({ path, status: 200 });
      const put = await admin.put<Answered>(own, got.body);
      expect({ path, ...put }).toMatchObject({ status: 200, body: { uid: posted.body['uid'] } });
      const patched = await admin.patch<Answered>(own, got.body);
      expect({ path, ...patched }).toMatchObject({
        status: 200,
        body: { uid: posted.body['uid'] },
      });
      expect(await isSameInYaml(admin, own), path).toBe(true);
      const listed = await admin.get<Answered[]>(path);
      expect(listed.body.map(({ uid }) => uid)).toContain(posted.body['uid']);
      return own;
    };
    // Examples name one another: one may have gone along with what it stood on.
    const remove = async (own: string): Promise<void> => {
      expect([204, 404]).toContain((await admin.delete(`${own}?cascade=true`)).status);
      expect(await admin.get(own)).toMatchObject({ status: 404 });
    };
    // One collection has two paths.
    const isSecond = ([path]: (typeof collections)[number]): boolean =>
      path === '/api/v1/model-deprecations';
    const first = await Promise.all(collections.filter((one) => !isSecond(one)).map(walk));
    for (const own of first) await remove(own);
    for (const own of await Promise.all(collections.filter(isSecond).map(walk))) await remove(own);
  });

  it('refuse what the kind’s rules refuse, in the words of the API', async () => {
    const answer = await admin.post('/api/v1/providers', { name: 'x', type: 'openai_compatible' });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: [
          { path: 'base_url', message: 'base_url is required when type is openai_compatible' },
        ],
      },
    });
  });

  it('become ready, and say so', async () => {
    const body = { name: 'sim', type: 'simulated' };
    await created('providers', body);
    await created('models', { id: 'sim/one', provider: 'sim', input_price_per_million: 0.1 });
    const path = '/api/v1/models/sim%2Fone';
    await aicp.until(async () => {
      const { conditions } = (await admin.get<{ conditions: Answered[] }>(path)).body;
      return conditions.some(({ type, status }) => type === 'Accepted' && status === 'True');
    });
    expect((await admin.get(path)).body).toMatchObject({
      id: 'sim/one',
      input_price_per_million: 0.1,
    });
    expect(await admin.post('/api/v1/providers/sim/test')).toMatchObject({ body: { ok: true } });
  });

  it('keep money to the last digit', async () => {
    const send = async (): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${admin.token ?? ''}`,
          'content-type': 'application/json',
        };
        const url = `${aicp.url}/api/v1/teams`;
        request(url, { method: 'POST', headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            resolve(Buffer.concat(chunks).toString());
          });
        })
          .on('error', reject)
          .end('{"name":"exact","max_budget":999999999.999999999}');
      });
    expect(await send()).toContain('"max_budget":999999999.999999999');
    expect((await aicp.get('Team', 'exact'))?.['spec']).toMatchObject({
      maxBudget: '999999999.999999999',
    });
  });

  it('are paged, ordered and searched by the server', async () => {
    for (const [name, priority] of [
      ['page-b', 1],
      ['page-c', 3],
      ['page-a', 2],
    ] as const) {
      await created('routing-policies', { name, priority, action: 'deny', is_active: false });
    }
    const seen: unknown[] = [];
    let path = '/api/v1/routing-policies?q=page-&sort=-priority&limit=2';
    for (;;) {
      const page = await admin.get<Answered[]>(path);
      expect(page.headers.get('x-total-count')).toBe('3');
      seen.push(...page.body.map(({ id }) => id));
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      if (next === undefined) break;
      path = next;
    }
    expect(seen).toEqual(['page-c', 'page-a', 'page-b']);
    expect(await admin.get('/api/v1/routing-policies?cursor=x')).toMatchObject({ status: 422 });
    expect(await admin.get('/api/v1/budgets?entity_type=galaxy')).toMatchObject({ status: 422 });
  });

  it('honour ETags', async () => {
    await created('teams', { name: 'tagged' });
    const etag = (await admin.get('/api/v1/teams/tagged')).headers.get('etag') ?? '';
    const stale = { headers: { 'if-match': '"1"' } };
    expect(await admin.put('/api/v1/teams/tagged', { name: 'x' }, stale)).toMatchObject({
      status: 412,
    });
    // What the operator writes of its status in between is nobody's edit.
    const metadata = { name: 'tagged', namespace: aicp.namespace };
    const object = { metadata, status: { spend: { spentUsd: '1' } } };
    await aicp.api.apply(resourceTypeOf(kindNamed('Team')), object, {
      fieldManager: 'spender',
      subresource: 'status',
    });
    const mine = { headers: { 'if-match': etag } };
    expect((await admin.put('/api/v1/teams/tagged', { name: 'x' }, mine)).status).toBe(200);
    expect((await admin.put('/api/v1/teams/tagged', { name: 'y' }, mine)).status).toBe(412);
  });

  it('are only tried by a dry run', async () => {
    const answer = await admin.post('/api/v1/teams?dry_run=true', { name: 'tried' });
    expect(answer).toMatchObject({ status: 201, body: { id: 'tried' } });
    expect(answer.headers.get('etag')).toBeNull();
    expect(await aicp.get('Team', 'tried')).toBeUndefined();
  });

  it('take their secrets with them', async () => {
    await created('providers', { name: 'secretive', type: 'openai', api_key: 'sk-very-secret' });
    const ours = async (): Promise<string[]> =>
      (await aicp.api.list(SECRETS, { namespace: aicp.namespace })).items
        .map(({ metadata }) => metadata.name)
        .filter((name) => name.startsWith('aicp-secret-provider-secretive-'));
    expect(await ours()).toHaveLength(1);
    await aicp.until(async () => {
      const { body } = await admin.get<{ conditions: Answered[] }>('/api/v1/providers/secretive');
      return body.conditions.some(({ type, status }) => type === 'Accepted' && status === 'True');
    });
    await admin.delete('/api/v1/providers/secretive');
    await aicp.until(async () => (await ours()).length === 0);
  });

  it('end a key, and what was signed in with it, when it is blocked', async () => {
    const { key, id } = await created('api-keys', { name: 'short-lived', role: 'viewer' });
    const client = await aicp.signIn(String(key));
    expect(await client.get('/auth/me')).toMatchObject({ status: 200 });
    await admin.post(`/api/v1/api-keys/${String(id)}/block`);
    const began = performance.now();
    await aicp.until(async () => (await client.get('/auth/me')).status === 401);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('hold the business units and members of an organization', async () => {
    await created('organizations', { name: 'Acme', slug: 'acme', max_budget: 1000 });
    const unit = await created('organizations/acme/business-units', {
      name: 'Lab',
      slug: 'lab',
      max_budget: 5,
    });
    expect(unit).toMatchObject({ id: 'acme-lab', organization_id: 'acme', max_budget: 5 });
    expect((await admin.get('/api/v1/organizations/acme/business-units/lab')).body).toMatchObject({
      id: 'acme-lab',
    });
    const ofAcme = async (organization: string) =>
      (await admin.get(`/api/v1/organizations/acme/business-units?organization_id=${organization}`))
        .body;
    expect(await ofAcme('acme')).toMatchObject([{ id: 'acme-lab' }]);
    expect(await ofAcme('globex')).toEqual([]);
    await created('organizations/acme/members', { user_id: 'ada@example.com', role: 'org_admin' });
    await created('teams', { name: 'Crew', organization_id: 'acme' });
    expect((await admin.get('/api/v1/organizations/acme')).body).toMatchObject({
      team_count: 1,
      member_count: 1,
    });
    expect(await admin.delete('/api/v1/organizations/acme/members/ada@example.com')).toMatchObject({
      status: 204,
    });
    const sso = { issuer: 'https://idp.example.com', client_id: 'aicp', client_secret: 'hidden' };
    expect(await admin.put('/api/v1/organizations/acme/sso', sso)).toMatchObject({
      status: 200,
      body: { issuer: sso.issuer, secret_set: true },
    });
    expect(JSON.stringify((await admin.get('/api/v1/organizations/acme/sso')).body)).not.toContain(
      'hidden',
    );
  });

  it('move an A/B test from state to state, and nowhere else', async () => {
    await created('ab-tests', {
      name: 'moving',
      base_model: 'a',
      variant_model: 'b',
      traffic_split_percent: 10,
    });
    const move = async (verb: string) => admin.post(`/api/v1/ab-tests/moving/${verb}`);
    expect(await move('pause')).toMatchObject({ status: 409 });
    const started = await move('start');
    expect(started).toMatchObject({ status: 200, body: { status: 'running' } });
    expect(started.body['started_at']).toEqual(expect.any(String));
    expect(await move('pause')).toMatchObject({ body: { status: 'paused' } });
    expect(await move('promote')).toMatchObject({ body: { status: 'promoted' } });
    expect(await move('start')).toMatchObject({ status: 409 });
  });

  it('take thresholds of an A/B test as a number or by measure, and answer them as they were sent', async () => {
    const byMeasure = { error_rate: 0.05, latency_increase_pct: 150, min_requests: 500 };
    const body = await created('ab-tests', {
      name: 'measured',
      base_model: 'a',
      variant_model: 'b',
      traffic_split_percent: 10,
      promotion_threshold: 0.1,
      rollback_threshold: byMeasure,
    });
    expect(body).toMatchObject({ promotion_threshold: 0.1, rollback_threshold: byMeasure });
    const path = '/api/v1/ab-tests/measured';
    const turned = { promotion_threshold: { latency: 0.2 }, rollback_threshold: 0.3 };
    const put = await admin.put<Answered>(path, turned);
    expect(put).toMatchObject({ status: 200, body: turned });
    expect((await admin.get<Answered>(path)).body).toMatchObject(turned);
    expect(await admin.put(path, put.body)).toMatchObject({ status: 200, body: turned });
    expect(await admin.put(path, { rollback_threshold: { latency: -1 } })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'rollback_threshold.latency' }] },
    });
  });

  it('explain routing, and say what is announced of a model', async () => {
    await created('routing-policies', {
      name: 'explained',
      condition: 'team == research',
      action: 'deny',
      target_models: ['sim/one'],
    });
    const body = { request: { model: 'sim/one' }, attributes: { team: 'research' } };
    await expect
      .poll(() => admin.post('/api/v1/routing-policies/explain', body), { timeout: 10_000 })
      .toMatchObject({
        status: 200,
        body: { object: 'aicp.decision', result: 'deny', code: 'policy_denied' },
      });
    expect(await admin.get('/api/v1/routing-policies/litellm-status')).toMatchObject({
      status: 200,
      body: { num_models: 1, config_version: expect.any(String) as string },
    });
    await created('model-deprecations', { model_name: 'sim/one', sunset_date: '2020-01-01' });
    expect(await admin.get('/api/v1/deprecations/check/sim%2Fone')).toMatchObject({
      status: 200,
      body: { status: 'sunset', deprecated: true },
    });
  });

  it('leave no error in the log', () => {
    expect(aicp.complaints).toEqual([]);
  });
});
