import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectionsOn } from '../collections.ts';
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
        ...['RateLimitPolicy', 'RoutingPolicy'],
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
