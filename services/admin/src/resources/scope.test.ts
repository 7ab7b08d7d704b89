import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { organizations } from '../organizations/collection.ts';
import { routingPolicies } from '../policies/collection.ts';
import { teams } from '../teams/collection.ts';
import type { Body, CollectionService } from './collection-service.ts';
import { mcpServers } from './plain-collections.ts';
import { contextOf, resourceFixture, somebody } from './testing/resource-fixture.ts';
import type { ResourceFixture } from './testing/resource-fixture.ts';

const orgAdmin = contextOf(somebody('org_admin'));

const problem = async (promise: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Record<string, unknown>;
};

type Asked = typeof orgAdmin;

const change = async (service: CollectionService, context: Asked, id: string, body: Body) =>
  service.update(context, await service.get(context, id), body);

const remove = async (service: CollectionService, context: Asked, id: string) => {
  await service.remove(context, await service.get(context, id));
};

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
      const policies = aicp.services(routingPolicies);
      const ids = policies.list(orgAdmin, { limit: 9 }).items.map(({ metadata }) => metadata.name);
      expect(ids).toEqual(['platforms']);
      expect(await problem(policies.get(orgAdmin, 'theirs'))).toMatchObject({ status: 404 });
      const write = change(policies, orgAdmin, 'platforms', { priority: 1 });
      expect(await problem(write)).toMatchObject({ status: 403 });
      const listed = aicp.services(teams).list(orgAdmin, { limit: 9 });
      expect(listed.items.map(({ metadata }) => metadata.name)).toEqual(['ours']);
    });

    it('puts what they create there, and lets them neither reach nor move elsewhere', async () => {
      const service = aicp.services(teams);
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
      const made = await aicp.services(mcpServers).create(orgAdmin, { ...body, allowed_teams });
      expect(made.spec).toMatchObject({ organizationId: 'acme', allowedTeams: allowed_teams });
    });

    it('lets their administrator describe the organization, and not raise what it was given', async () => {
      const service = aicp.services(organizations(aicp.store));
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
      const service = aicp.services(teams);
      expect(service.list(context, { limit: 9 }).total).toBe(1);
      const raised = change(service, context, 'ours', { max_budget: 5 });
      expect(await problem(raised)).toMatchObject({ status: 403 });
    });
  });
});
