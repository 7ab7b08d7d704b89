import { accessTier } from '@aicp/crds/access-tier';
import { mcpServer } from '@aicp/crds/mcp-server';
import { organization } from '@aicp/crds/organization';
import { provider } from '@aicp/crds/provider';
import { rateLimitPolicy } from '@aicp/crds/rate-limit-policy';
import { routingPolicy } from '@aicp/crds/routing-policy';
import type { Role } from '@aicp/api-kit/access/principal';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { team } from '@aicp/crds/team';
import { workflowTemplate } from '@aicp/crds/workflow-template';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { can, permissionTo } from '../access/permissions.ts';
import { collectionsOn } from '../kinds/collections.ts';
import { shownSpec, toAnswer } from './answer-object.ts';
import { answeredSchema } from './collection-schemas.ts';
import { readableBy } from './rights.ts';
import {
  change,
  problem,
  remove,
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from './testing/resource-fixture.ts';

const orgAdmin = contextOf(somebody('org_admin'));

describe('a collection', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  describe('for people of an organization', () => {
    beforeEach(async () => {
      await aicp.put('Organization', 'acme', { displayName: 'Acme', maxBudget: 5 });
      await aicp.put('Organization', 'rival', { displayName: 'Rival' });
      await aicp.put('Team', 'ours', { organizationId: 'acme' });
      await aicp.put('Team', 'theirs', { organizationId: 'rival' });
    });

    it('holds its own objects alone, and the platform’s to read', async () => {
      await aicp.put('RoutingPolicy', 'platforms', { action: 'deny' });
      await aicp.put('RoutingPolicy', 'theirs', { action: 'deny', organizationId: 'rival' });
      const policies = aicp.services(routingPolicy);
      const ids = policies.list(orgAdmin, { limit: 9 }).items.map(({ metadata }) => metadata.name);
      expect(ids).toEqual(['platforms']);
      expect(await problem(policies.get(orgAdmin, 'theirs'))).toMatchObject({ status: 404 });
      const write = change(policies, orgAdmin, 'platforms', { priority: 1 });
      expect(await problem(write)).toMatchObject({ status: 403 });
      const listed = aicp.services(team).list(orgAdmin, { limit: 9 });
      expect(listed.items.map(({ metadata }) => metadata.name)).toEqual(['ours']);
    });

    it('tells what all requests together cost to those alone who may read their usage', () => {
      const conditions = ['Ready', 'NearLimit', 'Exceeded', 'Overcommitted'].map((type) => ({
        ...{ type, status: 'False', message: '4.20 of 5 USD are spent' },
      }));
      const status = { conditions, spend: { spentUsd: '4.2' } };
      const told = (kind: KindDefinition, name: string, role: Role) => {
        const { collection } = aicp.services(kind);
        const stored = aicp.peek(kind.kind, name)!;
        const reader = somebody(role, { teamIds: ['ours'] });
        const answer = toAnswer(collection, { ...stored, status }, reader);
        return [answer['spend'], (answer['conditions'] as unknown[]).length];
      };
      for (const role of ['platform_admin', 'org_admin', 'viewer'] as const) {
        expect(told(organization, 'acme', role)).toEqual([4.2, 4]);
      }
      for (const role of ['team_admin', 'member'] as const) {
        expect(told(organization, 'acme', role)).toEqual([null, 1]);
      }
      expect(told(team, 'ours', 'team_admin')).toEqual([undefined, 4]);
      expect(told(team, 'ours', 'member')).toEqual([undefined, 1]);
      const organizations = aicp.services(organization);
      const list =
        (role: Role, query: object, filters: (readonly [string, readonly string[]])[] = []) =>
        () =>
          organizations.list({ principal: somebody(role) }, { limit: 9, ...query }, filters);
      for (const role of ['team_admin', 'member'] as const) {
        expect(list(role, { sort: '-spend' })).toThrow('there is no field -spend to sort by');
        expect(list(role, {}, [['spend', ['4.2']]])).toThrow('there is no such field to filter by');
      }
      expect(list('viewer', { sort: '-spend' })).not.toThrow();
    });

    it('puts what they create there, and lets them neither reach nor move elsewhere', async () => {
      const service = aicp.services(team);
      const own = await service.create(orgAdmin, { name: 'new' });
      expect(own.spec['organizationId']).toBe('acme');
      const elsewhere = service.create(orgAdmin, { name: 'x', organization_id: 'rival' });
      expect(await problem(elsewhere)).toMatchObject({ status: 403 });
      for (const organization_id of ['rival', null]) {
        const moved = change(service, orgAdmin, 'ours', { organization_id });
        expect(await problem(moved)).toMatchObject({ status: 403 });
      }
      expect(await problem(remove(service, orgAdmin, 'theirs'))).toMatchObject({ status: 404 });
    });

    it('lets them name a team of another organization as they may one that nobody has', async () => {
      const body = { name: 'x', server_type: 'sse', url: 'https://mcp.example.com' };
      const allowed_teams = ['ours', 'theirs', 'not-yet'];
      const made = await aicp.services(mcpServer).create(orgAdmin, { ...body, allowed_teams });
      expect(made.spec).toMatchObject({ organizationId: 'acme', allowedTeams: allowed_teams });
    });

    it('lets their administrator describe the organization, and not raise what it was given', async () => {
      const service = aicp.services(organization);
      await change(service, orgAdmin, 'acme', { description: 'We.' });
      const raised = change(service, orgAdmin, 'acme', { max_budget: 6 });
      expect(await problem(raised)).toMatchObject({ status: 403 });
      expect(await problem(service.create(orgAdmin, { name: 'x', slug: 'x' }))).toMatchObject({
        status: 403,
      });
      expect(await problem(remove(service, orgAdmin, 'acme'))).toMatchObject({ status: 403 });
      const ids = service.list(orgAdmin, { limit: 9 }).items.map(({ metadata }) => metadata.name);
      expect(ids).toEqual(['acme']);
    });

    it('shows the administrator of a team his team, whose limits are not his to change', async () => {
      const context = contextOf(somebody('team_admin', { teamIds: ['ours'] }));
      const service = aicp.services(team);
      expect(service.list(context, { limit: 9 }).total).toBe(1);
      const raised = change(service, context, 'ours', { max_budget: 5 });
      expect(await problem(raised)).toMatchObject({ status: 403 });
    });
  });
});

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
      const { kind } = collection;
      const object = await aicp.put(kind.kind, 'platforms', { keyHash: 'a'.repeat(64) });
      const mayRead = can(principal, permissionTo('read', collection));
      if (mayRead && readableBy(collection, principal)(object)) read.push(kind.kind);
    }
    // Prompts only once they are approved, which this one is not.
    expect(read.sort()).toEqual(
      [
        ...['AccessTier', 'Detector', 'Guardrail', 'Model', 'ModelDeprecation'],
        ...['Provider', 'RateLimitPolicy', 'RoutingPolicy', 'WorkflowTemplate'],
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
      expect(
        readableBy(aicp.services(rateLimitPolicy).collection, somebody('org_admin'))(limit),
      ).toBe(isRead);
      expect(
        readableBy(aicp.services(rateLimitPolicy).collection, somebody('platform_admin'))(limit),
      ).toBe(true);
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
      const seen = { replica: 'hush', circuit: 'open', openUntil: '2026-01-01T00:00:00Z' };
      const status = { health: [seen] };
      const service = aicp.services(provider);
      const principal = somebody(role);
      const { items } = service.list({ principal }, { limit: 9, sort: '-type' });
      const stored = items.map((object) => ({ ...object, status }));
      const answers = stored.map((object) => toAnswer(service.collection, object, principal));
      expect(answers.map(({ id, type, is_active }) => [id, type, is_active])).toEqual([
        ['one', 'openai_compatible', true],
        ['two', 'openai_compatible', true],
      ]);
      const names = ['id', 'uid', 'name', 'type', 'is_active', 'created_at', 'updated_at'];
      names.push('ready', 'managed_by', 'read_only');
      const { required } = answeredSchema(service.collection);
      for (const answer of answers) {
        expect(names).toEqual(expect.arrayContaining(Object.keys(answer)));
        expect(Object.keys(answer)).toEqual(expect.arrayContaining(required as string[]));
      }
      expect(JSON.stringify(answers)).not.toMatch(/hush|example/);
      const whole = toAnswer(service.collection, stored[0]!, somebody('platform_admin'));
      const { openUntil, ...same } = seen;
      expect(whole['health']).toEqual([{ ...same, open_until: openUntil }]);
    },
  );

  it('reads the conditions of a tier only where it may write it, since they name keys', async () => {
    const conditions = [{ type: 'Ready', status: 'True' }];
    const tiers = [
      await aicp.put('AccessTier', 'platforms', {}),
      await aicp.put('AccessTier', 'own', { organizationId: 'acme' }),
    ].map((tier) => ({ ...tier, status: { conditions } }));
    const { collection } = aicp.services(accessTier);
    const seen = (role: 'platform_admin' | 'org_admin' | 'member') =>
      tiers.map((tier) => toAnswer(collection, tier, somebody(role))['conditions']);
    expect(seen('platform_admin')).toEqual([conditions, conditions]);
    expect(seen('org_admin')).toEqual([[], conditions]);
    expect(seen('member')).toEqual([[], []]);
  });

  it('neither sorts, filters nor finds by a field that it does not read', async () => {
    const spec = { type: 'openai_compatible', baseUrl: 'https://hush.example' };
    await aicp.put('Provider', 'one', spec);
    const service = aicp.services(provider);
    const principal = somebody('org_admin');
    const list =
      (query: object, filters: Readonly<Record<string, readonly string[]>> = {}) =>
      () =>
        service.list({ principal }, { limit: 9, ...query }, Object.entries(filters));
    for (const field of [
      'base_url',
      'headers',
      'secret_ref',
      'timeout_ms',
      'conditions',
      'health',
    ]) {
      for (const sort of [field, `-${field}`]) expect(list({ sort })).toThrow('sort');
      expect(list({}, { [field]: ['https://hush.example'] })).toThrow(field);
    }
    expect(list({ q: 'hush' })().items).toEqual([]);
    expect(list({}, { type: ['openai_compatible'] })().items).toHaveLength(1);
    const root = somebody('platform_admin');
    expect(service.list({ principal: root }, { limit: 9, sort: 'base_url' }).items).toHaveLength(1);
  });

  it('reads values of headers, environment and addresses only where it may write the object', async () => {
    const server = await aicp.put('MCPServer', 'search', SERVER);
    expect(toAnswer(aicp.services(mcpServer).collection, server, somebody('member'))).toMatchObject(
      {
        url: 'https://[masked]@mcp.example/x?[masked]',
        headers: { 'x-token': '[masked]' },
      },
    );
    expect(
      toAnswer(aicp.services(mcpServer).collection, server, somebody('org_admin')),
    ).toMatchObject({
      url: SERVER.url,
      headers: SERVER.headers,
    });
  });

  it('reads them of a workflow’s steps only where it may write the workflow, in YAML too', async () => {
    const { url, headers } = SERVER;
    const steps = [{ id: 'call', type: 'http', with: { url, headers } }];
    const flow = await aicp.put('WorkflowTemplate', 'flow', { organizationId: 'acme', steps });
    const { collection } = aicp.services(workflowTemplate);
    for (const read of [toAnswer, shownSpec]) {
      for (const role of ['member', 'viewer', 'team_admin'] as const) {
        const text = JSON.stringify(read(collection, flow, somebody(role)));
        expect(text).not.toMatch(/abc|word@/);
      }
      expect(read(collection, flow, somebody('org_admin'))).toMatchObject({ steps });
    }
  });
});
