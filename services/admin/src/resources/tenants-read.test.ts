import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectionsOn } from '../collections.ts';
import { providers } from '../providers/collection.ts';
import { toAnswer } from './answer-object.ts';
import { mcpServers, rateLimits } from './plain-collections.ts';
import { readableBy } from './scope.ts';
import { resourceFixture, somebody, type ResourceFixture } from './testing/resource-fixture.ts';
import { can, type Permission } from '../access/permissions.ts';

const SERVER = {
  organizationId: 'acme',
  serverType: 'streamable_http',
  url: 'https://me:word@mcp.example/x?token=abc',
  headers: { 'x-token': 'abc' },
};

describe('a tenant', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('reads of the platform’s objects those that act on its requests, and no others', async () => {
    const principal = somebody('org_admin');
    const read: string[] = [];
    for (const collection of collectionsOn(aicp.store)) {
      const { kind, permission } = collection;
      const object = await aicp.put(kind.kind, 'platforms', { keyHash: 'a'.repeat(64) });
      const mayRead = can(principal, `${permission}:read` as Permission);
      if (mayRead && readableBy(collection, principal)(object)) read.push(kind.kind);
    }
    expect(read.sort()).toEqual(
      [
        ...['AccessTier', 'Guardrail', 'Model', 'ModelDeprecation', 'PromptTemplate'],
        ...['Provider', 'RateLimitPolicy', 'RoutingPolicy'],
      ].sort(),
    );
  });

  it.each([
    ['organization', 'acme', true],
    ['organization', 'rival', false],
    ['team', 'gamma', false],
    ['user', 'bob', false],
    ['key', 'theirs', false],
    ['model', 'gpt-4o', true],
  ])(
    'reads of the platform’s limits for one %s (%s) those that act on its requests alone',
    async (scope, scopeValue, isRead) => {
      const limit = await aicp.put('RateLimitPolicy', 'limit', { scope, scopeValue, rpmLimit: 1 });
      expect(readableBy(rateLimits, somebody('org_admin'))(limit)).toBe(isRead);
      expect(readableBy(rateLimits, somebody('platform_admin'))(limit)).toBe(true);
    },
  );

  it.each(['org_admin', 'team_admin', 'member', 'viewer'] as const)(
    'reads of a provider who it is and no more, as %s',
    async (role) => {
      for (const [name, baseUrl, more] of [
        ['one', 'https://b.example', {}],
        ['two', 'https://a.example', { organizationId: 'acme' }],
      ] as const) {
        const headers = { 'x-team': 'hush' };
        const spec = { type: 'openai_compatible', isActive: true, baseUrl, headers, ...more };
        await aicp.put('Provider', name, { ...spec, secretRef: { name: 'hush', key: 'k' } });
      }
      const service = aicp.services(providers);
      const principal = somebody(role);
      const { items } = service.list({ principal }, { limit: 9, sort: '-type' });
      const answers = items.map((object) => toAnswer(providers, object, principal));
      expect(answers.map(({ id, type, is_active }) => [id, type, is_active])).toEqual([
        ['one', 'openai_compatible', true],
        ['two', 'openai_compatible', true],
      ]);
      const names = ['id', 'uid', 'name', 'type', 'is_active', 'created_at', 'updated_at'];
      names.push('ready', 'managed_by', 'read_only');
      for (const answer of answers) {
        expect(names).toEqual(expect.arrayContaining(Object.keys(answer)));
      }
      expect(JSON.stringify(answers)).not.toMatch(/hush|example/);
    },
  );

  it('neither sorts, filters nor finds by a field that it does not read', async () => {
    const spec = { type: 'openai_compatible', baseUrl: 'https://hush.example' };
    await aicp.put('Provider', 'one', spec);
    const service = aicp.services(providers);
    const principal = somebody('org_admin');
    const list =
      (query: object, filters = {}) =>
      () =>
        service.list({ principal }, { limit: 9, ...query }, filters);
    for (const field of ['base_url', 'headers', 'secret_ref', 'timeout_ms', 'conditions']) {
      for (const sort of [field, `-${field}`]) expect(list({ sort })).toThrow('sort');
      expect(list({}, { [field]: 'https://hush.example' })).toThrow(field);
    }
    expect(list({ q: 'hush' })().items).toEqual([]);
    expect(list({}, { type: 'openai_compatible' })().items).toHaveLength(1);
    const root = somebody('platform_admin');
    expect(service.list({ principal: root }, { limit: 9, sort: 'base_url' }).items).toHaveLength(1);
  });

  it('reads values of headers, environment and addresses only where it may write the object', async () => {
    const server = await aicp.put('MCPServer', 'search', SERVER);
    expect(toAnswer(mcpServers, server, somebody('member'))).toMatchObject({
      url: 'https://[masked]@mcp.example/x?[masked]',
      headers: { 'x-token': '[masked]' },
    });
    expect(toAnswer(mcpServers, server, somebody('org_admin'))).toMatchObject({
      url: SERVER.url,
      headers: SERVER.headers,
    });
  });
});
