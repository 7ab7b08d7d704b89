import { apiKey } from '@aicp/crds/api-key';
import { kinds } from '@aicp/crds/kinds';
import { team } from '@aicp/crds/team';
import type { Role } from '@aicp/api-kit/access/principal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idOf } from '../identity.ts';
import { resourceFixture, somebody, type ResourceFixture } from '../testing/resource-fixture.ts';
import { filtersOf } from './list-filters.ts';

describe('filters of lists', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const listed = (
    kind: typeof team | typeof apiKey,
    filters: Readonly<Record<string, readonly string[]>>,
    { role = 'platform_admin', ...query }: { role?: Role; created_after?: Date } = {},
  ): string[] => {
    const asked = { limit: 100, ...query };
    const context = { principal: somebody(role) };
    return aicp
      .services(kind)
      .list(context, asked, Object.entries(filters))
      .items.map((object) => idOf(kind, object));
  };

  it('are texts, numbers and flags, each documented, for every kind', () => {
    for (const kind of kinds.filter(({ api }) => api)) {
      const { collection } = aicp.services(kind);
      const names = Object.keys(filtersOf(collection));
      if (!collection.hidden) {
        expect(names, kind.kind).toEqual(
          expect.arrayContaining(['id', 'uid', 'ready', 'managed_by', 'read_only']),
        );
      }
      expect(names, kind.kind).not.toContain('conditions');
    }
    const filters = z.strictObject(filtersOf(aicp.services(apiKey).collection));
    expect(Object.keys(filters.shape)).toEqual(
      expect.arrayContaining(['team_id', 'user_id', 'role', 'blocked', 'expires_at']),
    );
    expect(filters.safeParse({ role: ['nobody'] }).success).toBe(false);
    expect(filters.safeParse({ ready: ['yes'] }).success).toBe(false);
    expect(filters.safeParse({ models: ['a'] }).success).toBe(false);
    expect(filters.safeParse({ rpm_limit: ['many'] }).success).toBe(false);
    expect(filters.safeParse({ rpm_limit: ['10'], ready: ['true', 'false'] }).success).toBe(true);
  });

  it('leave those that have one of the values, of every field', async () => {
    await aicp.put('Team', 'a', { displayName: 'A', organizationId: 'acme', maxBudget: '0.10' });
    await aicp.put('Team', 'b', { displayName: 'B', organizationId: 'acme', rpmLimit: 10 });
    await aicp.put('Team', 'c', { displayName: 'C', organizationId: 'globex' });
    expect(listed(team, { organization_id: ['acme'] })).toEqual(['a', 'b']);
    expect(listed(team, { organization_id: ['acme', 'globex'], name: ['C', 'A'] })).toEqual([
      ...['a', 'c'],
    ]);
    expect(listed(team, { rpm_limit: ['10'] })).toEqual(['b']);
    expect(listed(team, { max_budget: ['0.1'] })).toEqual(['a']);
    expect(listed(team, { max_budget: ['0.100'] })).toEqual(['a']);
    expect(listed(team, { max_budget: ['0.2'] })).toEqual([]);
    expect(listed(team, { ready: ['false'] })).toEqual(['a', 'b', 'c']);
    expect(listed(team, { ready: ['true'] })).toEqual([]);
    expect(listed(team, { managed_by: ['argocd'] })).toEqual([]);
  });

  it('count a flag that is not set as false', async () => {
    await aicp.put('APIKey', 'one', { displayName: 'one' });
    await aicp.put('APIKey', 'two', { displayName: 'two', blocked: true });
    expect(listed(apiKey, { blocked: ['false'] })).toEqual(['one']);
    expect(listed(apiKey, { blocked: ['true'] })).toEqual(['two']);
  });

  it('go by when an object was made', async () => {
    const at = (creationTimestamp: string) => ({ creationTimestamp });
    await aicp.put('Team', 'old', {}, at('2026-01-01T00:00:00Z'));
    await aicp.put('Team', 'new', {}, at('2026-06-01T00:00:00Z'));
    const names = aicp
      .services(team)
      .list(
        { principal: somebody('platform_admin') },
        { limit: 9, created_after: new Date('2026-01-01'), created_before: new Date('2026-06-01') },
      )
      .items.map(({ metadata }) => metadata.name);
    expect(names).toEqual(['old']);
    expect(listed(team, {}, { created_after: new Date('2026-03-01') })).toEqual(['new']);
  });

  it('show nothing that the reader may not read', async () => {
    await aicp.put('Team', 'theirs', { organizationId: 'globex' });
    expect(listed(team, { organization_id: ['globex'] }, { role: 'org_admin' })).toEqual([]);
  });
});
