import { scopeOf, type Permission } from '@aicp/admin/access/permissions';
import type { Role } from '@aicp/api-kit/access/principal';
import { adminApi, type AdminApi, type ApiSchemas } from '@aicp/admin/client/admin-api';
import { ROLES } from '@aicp/contracts/snapshot/sections/keys';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';
import { onceHandedOut } from './once-handed-out.ts';
import { IDLE_ENGINE } from './executions/fake-engine.ts';
import { QUESTION, SPECIFIED } from './specified-endpoints.ts';

interface Operation {
  readonly description: string;
  readonly security?: readonly unknown[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  /** Undefined: whoever has a token. */
  readonly permission: Permission | undefined;
  readonly isPublic: boolean;
}

/** What the roles below the administrator's may write, by the start of the path. */
const OPEN = 'api-keys|model-access/requests|playground|workflows/executions|agents/{id}/try';
const WRITES: Readonly<Record<string, RegExp>> = {
  viewer: /^$/,
  member: new RegExp(`^/api/v1/(${OPEN})`),
  team_admin: new RegExp(`^/api/v1/(teams|${OPEN})`),
};

/** Those of the platform's administrator alone. */
const PLATFORM =
  /^(\w+ \/api\/v1\/(settings|license\/activate)|(post|put|delete) \/api\/v1\/providers)/;

describe('the routes of the admin API', () => {
  let aicp: AdminInstallation;
  let document = '';
  let routes: Route[] = [];
  const clients = new Map<Role, AdminClient>();

  beforeAll(async () => {
    aicp = await AdminInstallation.start({ workflows: IDLE_ENGINE });
    await aicp.put('Organization', 'acme', { displayName: 'Acme' });
    await aicp.put('Team', 'research', { displayName: 'Research', organizationId: 'acme' });
    document = await (await fetch(`${aicp.url}/openapi.json`)).text();
    routes = routesOf(JSON.parse(document) as OpenApi);
    for (const role of ROLES) {
      const where = role === 'platform_admin' ? {} : { teamId: 'research' };
      clients.set(role, (await aicp.somebody(role, where)).client);
    }
  }, 90_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  /** Asks for what is not there, with a body that changes nothing: only whether one may is of interest. */
  const knock = async (client: AdminClient, { method, path }: Route) => {
    const place = path.replaceAll(/\{[^}]+\}/g, 'nothing-here');
    const body = ['post', 'put', 'patch'].includes(method) ? {} : undefined;
    return await client.call<{ detail?: string }>(method.toUpperCase(), place, { body });
  };
  /** Who signs out is nobody, metrics have a port of their own, and a stream does not end. */
  const LEFT_OUT = ['/auth/logout', '/metrics', '/api/v1/metrics/stream', '/api/v1/changes'];
  const walked = () => routes.filter(({ path }) => !LEFT_OUT.includes(path));

  it('are all there', () => {
    expect(routes.length).toBeGreaterThan(100);
  });

  it('take a PATCH wherever they take a PUT, for the same rights', () => {
    const of = (method: string) =>
      routes.filter((one) => one.method === method).map((one) => [one.path, one.permission]);
    expect(of('put').length).toBeGreaterThan(20);
    expect(of('patch')).toEqual(of('put'));
  });

  it('are closed to nobody in particular, but for those that are public', async () => {
    const nobody = new AdminClient(aicp.url);
    const open: string[] = [];
    for (const route of walked()) {
      const { status } = await knock(nobody, route);
      if (status !== 401) open.push(`${route.method} ${route.path}`);
      if (route.isPublic) continue;
      expect(status, `${route.method} ${route.path}`).toBe(401);
    }
    expect(open.filter((one) => one.includes('/api/')).toSorted()).toEqual(
      ['get /api/v1/license'].filter((one) => open.includes(one)),
    );
  });

  it.each(ROLES)('let %s do what the role may, and nothing else', async (role) => {
    const client = clients.get(role)!;
    for (const route of walked()) {
      const { status, body } = await knock(client, route);
      const name = `${role} ${route.method} ${route.path}: ${status} ${body.detail ?? ''}`;
      const isLacking = status === 403 && (body.detail ?? '').includes('the permission');
      const mayNot = route.permission !== undefined && !scopeOf(role, route.permission);
      expect(isLacking, name).toBe(mayNot);
      expect(status, name).toBeLessThan(500);
      if (!route.isPublic) expect(status, name).not.toBe(401);
    }
  });

  it('keep their promises to each role, whatever the table says', () => {
    for (const { method, path, permission } of routes) {
      if (!path.startsWith('/api/v1/') || permission === undefined) continue;
      const may = (role: Role): boolean => scopeOf(role, permission) !== undefined;
      expect(may('platform_admin'), path).toBe(true);
      if (PLATFORM.test(`${method} ${path}`))
        expect(ROLES.filter(may), path).toEqual(['platform_admin']);
      if (method === 'get' || QUESTION.test(path)) continue;
      for (const [role, allowed] of Object.entries(WRITES)) {
        expect(may(role as Role) && !allowed.test(path), `${role} ${method} ${path}`).toBe(false);
      }
    }
  });

  it('are those of the specification', () => {
    const nameless = (route: string): string => route.replaceAll(/\{[^}]+\}/g, '{}');
    const known = new Set(
      routes.map(({ method, path }) => nameless(`${method.toUpperCase()} ${path}`)),
    );
    const present = (route: string): boolean => known.has(nameless(route));
    expect(SPECIFIED.filter((one) => !present(one.route)).map(({ route }) => route)).toEqual([]);
  });

  it.each(SPECIFIED)('answer as specified: $route', async ({ route, body, status, fields }) => {
    const [method = '', path = ''] = route.split(' ');
    const client = clients.get('platform_admin')!;
    const place = path.replace('{org_id}', 'acme').replace('{id}', 'gpt-4o');
    const answer = await onceHandedOut(aicp, () => client.call<unknown>(method, place, { body }));
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    const one: unknown = Array.isArray(answer.body) ? answer.body[0] : answer.body;
    expect(Array.isArray(answer.body)).toBe(fields === undefined);
    for (const field of fields ?? []) expect(one).toHaveProperty(field);
  });

  it('are documented so that a linter has nothing to say', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const findings = await lintFromString({
      source: document,
      config,
      absoluteRef: 'openapi.json',
    });
    const said = findings.map(
      ({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer ?? ''}`,
    );
    // A browser that signs in is only ever sent on.
    const onward = /^operation-2xx-response: .* #\/paths\/~1auth~1oidc~1\{org\}/;
    // Routes that the specification names come first: an object `check` would be told of on its own page alone, and so would a workflow `executions`.
    const checked = /^no-ambiguous-paths: .*(deprecations\/check|workflows\/executions)\/\{/;
    expect(said.filter((one) => !onward.test(one) && !checked.test(one))).toEqual([]);
  });

  it('can be tried out on a page that loads nothing from elsewhere', async () => {
    const page = await fetch(`${aicp.url}/docs`);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(file).toMatch(/^\/docs\//);
      expect((await fetch(`${aicp.url}${file}`)).status, file).toBe(200);
    }
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
  });
});

function routesOf({ paths }: OpenApi): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { description, security }]) => ({
      method,
      path,
      permission: /permission `([^`]+)`/.exec(description)?.[1] as Permission | undefined,
      isPublic: security?.length === 0,
    })),
  );
}

const DOCUMENT = new URL('../../docs/reference/openapi.json', import.meta.url);

describe('the typed client', () => {
  let aicp: AdminInstallation;
  let token: string | undefined;
  let api: AdminApi;

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    await aicp.put('Organization', 'acme', { displayName: 'Acme' });
    api = adminApi({ baseUrl: aicp.url, token: () => token });
  }, 90_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const signIn = async () => {
    const body = { api_key: aicp.bootstrapKey };
    await aicp.until(async () => {
      token = (await api.POST('/auth/login', { body })).data?.access_token;
      return token !== undefined;
    });
  };

  it('is made from the document that the service answers', async () => {
    const { data } = await api.GET('/openapi.json');
    expect(data).toEqual(JSON.parse(await readFile(DOCUMENT, 'utf8')));
  });

  it('is told as data why it was refused', async () => {
    token = undefined;
    const { data, error, response } = await api.GET('/api/v1/teams');
    expect(data).toBeUndefined();
    expect(response.status).toBe(401);
    expect(error).toMatchObject({ status: 401, title: 'Unauthorized' });
  });

  it('writes and reads objects, by names and types of the document', async () => {
    await signIn();
    const wanted: ApiSchemas['TeamCreate'] = { name: 'Research', organization_id: 'acme' };
    const created = await api.POST('/api/v1/teams', { body: wanted });
    expect(created.error).toBeUndefined();
    const id = created.data?.id ?? '';
    const path = { id };

    const changed = await api.PUT('/api/v1/teams/{id}', {
      params: { path },
      body: { name: 'Research and development' },
    });
    expect(changed.data?.name).toBe('Research and development');

    const patched = await api.PATCH('/api/v1/teams/{id}', {
      params: { path, query: { wait: true } },
      body: { metadata: { floor: '3', wing: null } },
    });
    expect(patched.data).toMatchObject({ name: changed.data?.name, metadata: { floor: '3' } });

    const query = { organization_id: 'acme', limit: 10 };
    const listed = await api.GET('/api/v1/teams', { params: { query } });
    expect(listed.data?.map((team) => team.id)).toEqual([id]);
    expect(listed.response.headers.get('x-total-count')).toBe('1');

    const { response } = await api.DELETE('/api/v1/teams/{id}', { params: { path } });
    expect(response.status).toBe(204);
  });

  it('tries a write without doing it', async () => {
    await signIn();
    const { data } = await api.POST('/api/v1/teams', {
      params: { query: { dry_run: true } },
      body: { name: 'Tried', organization_id: 'acme' },
    });
    expect(data?.name).toBe('Tried');
    const { response } = await api.GET('/api/v1/teams/{id}', {
      params: { path: { id: data?.id ?? '' } },
    });
    expect(response.status).toBe(404);
  });

  it('has its writes noted as the console’s', async () => {
    await signIn();
    await api.POST('/api/v1/teams', { body: { name: 'Noted', organization_id: 'acme' } });
    const { data } = await api.GET('/api/v1/audit-logs', {
      params: { query: { resource_type: 'team', resource_id: 'noted' } },
    });
    expect(data?.[0]).toMatchObject({ action: 'create', source: 'console' });
  });

  it('takes an export as the text that it is', async () => {
    await signIn();
    const { data } = await api.GET('/api/v1/audit-logs/export', {
      params: { query: { format: 'csv' } },
      parseAs: 'text',
    });
    expect(data).toMatch(/^seq,id,timestamp/);
  });

  it('is told why by a service that could not even read the request', async () => {
    const { error, response } = await api.GET('/api/v1/teams', {
      params: { query: { q: 'q'.repeat(20_000) } },
    });
    expect(response.status).toBe(431);
    expect(error).toMatchObject({ status: 431, title: 'Request Header Fields Too Large' });
  });
});
