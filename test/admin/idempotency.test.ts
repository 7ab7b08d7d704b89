import { randomUUID } from 'node:crypto';
import { testEngines } from '@aicp/common/database/testing/engines';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient, type AdminAnswer } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';

type Answered = Record<string, unknown>;

const KEYS = '/api/v1/api-keys';
const REPLAYED = 'idempotency-replayed';

describe('a POST with an Idempotency-Key on a whole control plane', () => {
  let aicp: AdminInstallation;
  let admin: AdminClient;
  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    admin = await aicp.signIn();
    await aicp.put('Organization', 'acme', { displayName: 'Acme' });
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const post = (
    path: string,
    body: unknown,
    { key, client = admin }: { key: string; client?: AdminClient },
  ) => client.post<Answered>(path, body, { headers: { 'idempotency-key': key } });
  const count = async (path: string): Promise<number> =>
    Number((await admin.get(`${path}?limit=1`)).headers.get('x-total-count'));
  const replayed = ({ headers }: AdminAnswer): string | null => headers.get(REPLAYED);

  it('makes one API key, and answers its secret each time; what it may do is asked each time', async () => {
    const { name, client, key: own } = await aicp.somebody('platform_admin');
    const key = randomUUID();
    const before = await count(KEYS);
    const first = await post(KEYS, { role: 'member' }, { key, client });
    const again = await post(KEYS, { role: 'member' }, { key, client });
    expect(await count(KEYS)).toBe(before + 1);
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([again.status, replayed(again)]).toEqual([201, 'true']);
    expect(first.body['key']).toMatch(/^aicp_/);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    const ids = [first, again].map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(2);
    await aicp.until(
      async () => (await new AdminClient(aicp.url).login(String(first.body['key']))) === 200,
    );
    const id = String(first.body['id']);
    const audited = await admin.get<Answered[]>(
      `/api/v1/audit-logs?resource_type=api_key&limit=50`,
    );
    expect(audited.body.filter(({ resource_id: of }) => of === id)).toHaveLength(1);
    const demoted = await admin.put(`${KEYS}/${name}`, { role: 'viewer' });
    expect(demoted.status).toBe(200);
    await aicp.until(async () => {
      await client.login(own);
      return (await post(KEYS, { role: 'member' }, { key, client })).status === 403;
    });
  }, 90_000);

  it('refuses the key for another request, and takes it of another caller', async () => {
    const key = randomUUID();
    expect((await post('/api/v1/teams', { name: 'Mine' }, { key })).status).toBe(201);
    const other = await post('/api/v1/teams', { name: 'Other' }, { key });
    expect([other.status, other.body['detail']]).toEqual([
      422,
      expect.stringContaining('was used for another request'),
    ]);
    expect((await post('/api/v1/models', { id: 'm', provider: 'p' }, { key })).status).toBe(422);
    const { client } = await aicp.somebody('org_admin', { organizationId: 'acme' });
    const theirs = await post('/api/v1/teams', { name: 'Theirs' }, { key, client });
    expect([theirs.status, replayed(theirs)]).toEqual([201, null]);
  });

  it('makes one object of many requests at once', async () => {
    const key = randomUUID();
    /** Sends it until it is answered: on a busy machine, the first may take longer than others wait for it. */
    const send = async (): Promise<AdminAnswer<Answered>> => {
      const answer = await post('/api/v1/teams', { name: 'At once' }, { key });
      if (answer.status !== 409) return answer;
      expect(answer.headers.get('retry-after')).toBe('2');
      return await send();
    };
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body['uid'])).size).toBe(1);
    expect(answers.filter((one) => replayed(one) === null)).toHaveLength(1);
  });

  it('runs what was refused again, and what was only tried as well', async () => {
    const key = randomUUID();
    await admin.post('/api/v1/teams', { name: 'Taken' });
    const taken = await post('/api/v1/teams', { name: 'Taken' }, { key });
    expect(taken.status).toBe(409);
    const tried = await post('/api/v1/teams?dry_run=true', { name: 'Free' }, { key });
    expect([tried.status, replayed(tried)]).toEqual([201, null]);
    const made = await post('/api/v1/teams', { name: 'Free' }, { key });
    expect([made.status, replayed(made)]).toEqual([201, null]);
  });

  it('asks for a key of printable ASCII, where it is heeded', async () => {
    for (const key of ['', 'x'.repeat(256), 'é']) {
      const refused = await post('/api/v1/teams', { name: 'Odd' }, { key });
      expect([refused.status, refused.body['detail']]).toEqual([
        422,
        expect.stringContaining('1 to 255 printable ASCII characters'),
      ]);
      const tried = await post('/api/v1/teams?dry_run=true', { name: 'Odd' }, { key });
      expect(tried.status).toBe(201);
      const login = await post('/auth/login', { api_key: aicp.bootstrapKey }, { key });
      expect(login.status).toBe(200);
    }
  });

  it('runs what could not be done while the Kubernetes API was away once that is back', async () => {
    const key = randomUUID();
    const send = () => post('/api/v1/teams', { name: 'Late' }, { key });
    await aicp.withoutKubernetes(async () => {
      expect((await send()).status).toBe(503);
    });
    await aicp.until(async () => (await send()).status === 201);
    expect(replayed(await send())).toBe('true');
  });

  it('is remembered over a restart, and not run again where the Secret is another one', async () => {
    const key = randomUUID();
    const send = () => post(KEYS, { role: 'viewer' }, { key });
    const first = await send();
    await aicp.restartAdmin();
    admin = await aicp.signIn();
    const again = await send();
    expect([again.body, replayed(again)]).toEqual([first.body, 'true']);
    const before = await count(KEYS);
    const secret = { namespace: aicp.namespace, name: 'aicp-admin-idempotency-key' };
    await aicp.api.remove(SECRETS, secret);
    await aicp.restartAdmin();
    admin = await aicp.signIn();
    const lost = await send();
    expect([lost.status, lost.body['detail']]).toEqual([
      409,
      expect.stringContaining('cannot be read'),
    ]);
    expect(await count(KEYS)).toBe(before);
  }, 90_000);

  it('is as one without where nothing is changed: neither the text nor what came of it is kept', async () => {
    const key = randomUUID();
    const body = { text: 'Write to ada@example.com.', detectors: ['pii'] };
    const answers = [
      await post('/api/v1/scan', body, { key }),
      await post('/api/v1/scan', body, { key }),
      await post('/api/v1/scan', { ...body, text: 'Another one.' }, { key }),
    ];
    expect(answers.map((one) => [one.status, replayed(one)])).toEqual([
      [200, null],
      [200, null],
      [200, null],
    ]);
    // The key is still free.
    const made = await post(KEYS, { role: 'member' }, { key });
    expect([made.status, replayed(made)]).toEqual([201, null]);
  });

  it('is declared by every POST that changes something and asks who somebody is, with the header of its answer', async () => {
    const document = await admin.get<{ paths: Record<string, Record<string, Operation>> }>(
      '/openapi.json',
    );
    const operations = Object.entries(document.body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    const heeds = (one: (typeof operations)[number]): boolean =>
      one.method === 'post' && one.security?.length !== 0 && !CHANGES_NOTHING.includes(one.path);
    expect(operations.filter(heeds).length).toBeGreaterThan(40);
    for (const one of operations) {
      const name = `${one.method} ${one.path}`;
      const declared = (one.parameters ?? []).map(({ $ref }) => $ref);
      const isDeclared = declared.includes('#/components/parameters/Idempotency-Key');
      expect(isDeclared, name).toBe(heeds(one));
      const answers = Object.entries(one.responses).filter(([status]) => status.startsWith('2'));
      for (const [status, { headers = {} }] of answers) {
        expect('Idempotency-Replayed' in headers, `${name} ${status}`).toBe(heeds(one));
      }
    }
  });

  it('makes the service complain of nothing but of what was away', () => {
    expect(aicp.complaints.filter(({ event }) => event !== 'watch_failed')).toEqual([]);
  });
});

const CHANGES_NOTHING: readonly string[] = [
  '/api/v1/scan',
  '/api/v1/guardrails/{id}/test',
  '/api/v1/guardrails/{id}/simulate',
  '/api/v1/prompts/{id}/render',
];

interface Operation {
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

const [, postgresql] = testEngines();

describe.skipIf(postgresql!.skipped)(postgresql!.skipped ?? 'on PostgreSQL', () => {
  it('is not run while the database is away, unlike what has no key and needs none', async () => {
    const database = await postgresql!.start();
    {
      await using aicp = await AdminInstallation.start({ database: database.location });
      const client = await aicp.signIn();
      const headers = { 'idempotency-key': randomUUID() };
      const sync = '/api/v1/routing-policies/sync';
      await database.server!.halt();
      const keyed = await client.post(sync, undefined, { headers });
      expect(keyed.status).toBe(503);
      expect(Number(keyed.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await client.post(sync)).status).toBe(200);
      await database.server!.resume();
      await aicp.until(
        async () => (await client.post(sync, undefined, { headers })).status === 200,
      );
    }
    await database.stop();
  }, 90_000);
});
