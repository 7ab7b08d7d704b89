import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@aicp/api-kit/access/principal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminAnswer, AdminClient } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';
import {
  probesOf,
  routesOf,
  type DeclaredRoute,
  type Document,
  type Probe,
  populate,
  storedOf,
} from './cross-tenant-probes.ts';

const TENANT_ROLES: readonly Role[] = ['org_admin', 'team_admin', 'member', 'finance', 'viewer'];
/** One of each role, and one who has no team. */
const CALLERS = TENANT_ROLES.length + 1;

describe('a tenant', () => {
  /** Of everything that the other organization has, and of what nobody has: names that differ in their last letters only. */
  const stem = `hush-${randomBytes(4).toString('hex')}`;
  const theirs = `${stem}-there`;
  const nobodys = `${stem}-never`;
  const own = `mine-${randomBytes(4).toString('hex')}`;
  let aicp: AdminInstallation;
  let root: AdminClient;
  let routes: DeclaredRoute[] = [];
  const callers = new Map<string, AdminClient>();
  let before: Record<string, string> = {};
  let uids: string[] = [];
  let request = '';

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    root = await aicp.signIn();
    const document = await root.get<Document>('/openapi.json');
    routes = routesOf(document.body).filter(({ path }) => /^\/(api|auth\/(me|oidc))/.test(path));
    await populate(root, routes, [theirs, own]);
    // What the platform has is read, and nothing of where it is or with which credential.
    await root.post('/api/v1/providers', {
      name: 'platforms',
      type: 'openai_compatible',
      base_url: `https://${stem}.example`,
      headers: { 'x-team': stem },
      api_key: stem,
    });
    for (const role of TENANT_ROLES) {
      const { client } = await aicp.somebody(role, { organizationId: own, teamId: own });
      callers.set(role, client);
    }
    const loner = await aicp.somebody('member', { organizationId: own, userId: PERSON });
    callers.set('member without a team', loner.client);
    const asking = await aicp.somebody('member', { organizationId: theirs, userId: PERSON });
    const asked = await asking.client.post('/api/v1/model-access/requests', {
      tier_id: theirs,
      justification: theirs,
    });
    expect(asked.status).toBe(201);
    request = String(asked.body['id']);
    before = await storedOf(aicp, theirs);
    uids = Object.values(before).map((text) => (JSON.parse(text) as [string])[0]);
    expect(uids.length).toBeGreaterThan(20);
  }, 600_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const told = ({ body, headers }: AdminAnswer): string =>
    JSON.stringify([body, headers.get('link'), headers.get('location')]);

  it('reads nothing of another organization on any route', async () => {
    const leaks: string[] = [];
    let calls = 0;
    for (const [who, client] of callers) {
      for (const { method, path } of routes.filter((one) => one.method === 'get')) {
        const place = path.replaceAll(/\{[^}]+\}/g, own);
        const text = told(await client.call(method.toUpperCase(), place));
        calls += 1;
        if ([stem, ...uids, request].some((one) => text.includes(one)))
          leaks.push(`${who} ${path}: ${text}`);
      }
    }
    process.stdout.write(`${calls} reads\n`);
    expect(leaks).toEqual([]);
  }, 600_000);

  it('reads of the platform’s providers who they are, and sorts and filters by no more', async () => {
    const document = await root.get<Document>('/openapi.json');
    const { properties = {} } = document.body.components.schemas['Provider'] ?? {};
    const shown = ['created_at', 'id', 'is_active', 'managed_by', 'name', 'read_only'];
    shown.push('ready', 'type', 'uid', 'updated_at');
    for (const [role, client] of callers) {
      // Finance reads no providers at all.
      if (role === 'finance') continue;
      const { body } = await client.get('/api/v1/providers/platforms');
      expect(Object.keys(body).sort()).toEqual(shown);
      for (const field of Object.keys(properties).filter((one) => !shown.includes(one))) {
        for (const query of [`sort=${field}`, `sort=-${field}`, `${field}=${stem}`]) {
          const { status } = await client.get(`/api/v1/providers?${query}`);
          expect([query, status]).toEqual([query, 422]);
        }
      }
      expect((await client.get(`/api/v1/providers?q=${stem}`)).body).toEqual([]);
    }
  });

  it('is told of what another organization has what it is told of what nobody has', async () => {
    const hints: string[] = [];
    const created = new Set<string>();
    let calls = 0;
    const answered = async (client: AdminClient, probe: Probe, name: string) => {
      const { path, body } = probe.request(name);
      const answer = await client.call(probe.method.toUpperCase(), path, { body });
      calls += 1;
      if (answer.status === 201) created.add(`${probe.method} ${probe.label}`);
      return plain(`${answer.status} ${told(answer)}`, name);
    };
    const probes = routes.flatMap((route) => probesOf(route, own));
    for (const [turn, [who, client]] of [...callers].entries()) {
      for (const probe of probes.filter(({ label }, n) => sends(turn, n, label))) {
        const pair = [answered(client, probe, theirs), answered(client, probe, nobodys)];
        const [one, other] = await Promise.all(pair);
        const label = `${who} ${probe.method} ${probe.label}`;
        if (one !== other) hints.push(`${label}\n  ${one}\n  ${other}`);
      }
      for (const probe of probes.filter(({ label }) => label.includes('/requests/'))) {
        const pair = [answered(client, probe, request), answered(client, probe, randomUUID())];
        const [one, other] = await Promise.all(pair);
        if (one !== other) hints.push(`${who} ${probe.label}\n  ${one}\n  ${other}`);
      }
    }
    process.stdout.write(`${calls} requests that name something\n`);
    // The names that ids are made from are asked for in bodies that are good.
    for (const [collection, field] of NAMING) {
      expect([...created]).toContain(`post /api/v1/${collection} ${field}`);
    }
    expect(hints.join('\n')).toEqual('');
  }, 600_000);

  it('writes nothing of another organization', async () => {
    const after = await storedOf(aicp, theirs);
    for (const [name, text] of Object.entries(before))
      expect([name, after[name]]).toEqual([name, text]);
  });
});

/**
 * Whether a caller sends a probe: all of them send all in `make prove`. Else they take turns, so that each is sent by one of them; the first, an
 * administrator of its organization, sends those of names that ids are made from too.
 */
const sends = (caller: number, probe: number, label: string): boolean =>
  process.env['AICP_EVERY_CALLER'] !== undefined ||
  probe % CALLERS === caller ||
  (caller === 0 &&
    NAMING.some(([collection, field]) => label === `/api/v1/${collection} ${field}`));

const NAMING = [
  ['teams', 'name'],
  ['teams', 'slug'],
  ['prompts', 'name'],
  ['prompts', 'slug'],
  ['models', 'id'],
  ['models', 'aliases.0'],
  ['deprecations', 'model_name'],
  ['workflows', 'type'],
  ['api-keys', 'name'],
  ['guardrails', 'name'],
  ['routing-policies', 'name'],
  ['mcp-servers', 'name'],
];

/** Named by a key of either organization: rights follow the key, not the person that it names. */
const PERSON = 'ada@people.example';

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/**
 * An answer without what differs from one answer to the next, and without the name that was sent. An id that another organization has gets
 * six characters more, since ids are one space for everybody: that tells that somebody has it, and nothing of who.
 */
const plain = (text: string, name: string): string =>
  text
    .replaceAll(name, '<name>')
    .replaceAll(/<name>-[\da-f]{6}(?!\w)/g, '<name>')
    .replaceAll(UUID, '<id>')
    .replaceAll(/aicp_\w+|(?<=aicp-secret-[-a-z0-9<>]+-)[a-z0-9]{8}(?=")/g, '<random>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
