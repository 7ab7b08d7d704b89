import { apiKey } from '@aicp/crds/api-key';
import { team } from '@aicp/crds/team';
import type { Principal } from '@aicp/api-kit/access/principal';
import { randomBytes } from 'node:crypto';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKeyRoutes } from '../kinds/api-key/routes.ts';
import { createFromYaml } from './collections/yaml-writes.ts';
import {
  contextOf,
  problem,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from './testing/resource-fixture.ts';

const SERVER = { serverType: 'streamable_http', url: 'https://mcp.example' };
const AGENT = { url: 'https://agents.example' };
const approvedBy = (...approvers: string[]) => ({
  steps: [{ id: 'ask', type: 'approval', with: { approvers } }],
});
const ACME = { organizationId: 'acme' };

const root = somebody('platform_admin');
const orgAdmin = somebody('org_admin');
const rivalAdmin = somebody('org_admin', { organizationId: 'rival' });
const teamAdmin = somebody('team_admin', { teamIds: ['beta'] });
const member = somebody('member', { kind: 'user', teamIds: ['beta'] });

describe('a name that somebody lets in already', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    await aicp.put('Organization', 'acme', { displayName: 'Acme' });
    await aicp.put('Organization', 'rival', { displayName: 'Rival' });
    await aicp.put('Team', 'beta', ACME);
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const makeKey = (principal: Principal, name: string): Promise<unknown> => {
    const service = aicp.services(apiKey);
    const clock = new ManualClock(0);
    const route = apiKeyRoutes({ service, store: aicp.store, clock, randomBytes }).find(
      ({ operationId }) => operationId === 'createApiKey',
    );
    return Promise.resolve(route?.handler(contextOf(principal, { body: { name } })));
  };
  const makeTeam = (principal: Principal, name: string): Promise<unknown> =>
    aicp.services(team).create(contextOf(principal), { name });

  const refused = async (made: Promise<unknown>): Promise<void> => {
    const told = await problem(made);
    expect(told).toMatchObject({ status: 403 });
    expect(String(told['message'])).toMatch(/^This name is kept for .* or choose another name\.$/);
    expect(JSON.stringify(told)).not.toContain('listing');
  };

  it.each([
    ['MCPServer', SERVER],
    ['Agent', AGENT],
  ])('by %s of the platform is its administrators’ to make', async (kind, spec) => {
    await aicp.put(kind, 'listing', { ...spec, allowedTeams: ['ty'], allowedKeys: ['ty-k'] });
    for (const principal of [rivalAdmin, orgAdmin]) await refused(makeTeam(principal, 'ty'));
    for (const principal of [rivalAdmin, orgAdmin, teamAdmin, member]) {
      await refused(makeKey(principal, 'ty-k'));
    }
    // A list of teams keeps the name of no key.
    await makeKey(orgAdmin, 'ty');
    await makeTeam(root, 'ty');
    await makeKey(root, 'ty-k');
  });

  it.each([
    ['MCPServer', { ...SERVER, allowedKeys: ['ci-bot'] }],
    ['Agent', { ...AGENT, allowedKeys: ['ci-bot'] }],
    ['WorkflowTemplate', approvedBy('somebody', 'ci-bot')],
  ])('by %s of an organization is for its administrators', async (kind, spec) => {
    await aicp.put(kind, 'listing', { ...spec, ...ACME });
    for (const principal of [teamAdmin, member]) await refused(makeKey(principal, 'ci-bot'));
    await makeKey(member, 'other');
    await makeKey(orgAdmin, 'ci-bot');
    expect(aicp.peek('APIKey', 'ci-bot')).toBeDefined();
  });

  it('by what belongs to another organization is free: it lets in that one’s alone', async () => {
    await aicp.put('Agent', 'listing', { ...AGENT, ...ACME, allowedTeams: ['ty'] });
    await makeTeam(rivalAdmin, 'ty');
    expect(aicp.peek('Team', 'ty')?.spec).toMatchObject({ organizationId: 'rival' });
  });

  it('stays kept when what had it is deleted by its own organization', async () => {
    await aicp.put('Agent', 'listing', { ...AGENT, allowedTeams: ['ty'] });
    const teams = aicp.services(team);
    const context = contextOf(orgAdmin);
    await aicp.put('Team', 'ty', ACME);
    await teams.delete(context, await teams.get(context, 'ty'), true);
    await refused(makeTeam(orgAdmin, 'ty'));
    await refused(makeTeam(rivalAdmin, 'ty'));
  });

  it('of an approver of the platform’s workflow is its administrators’ to make', async () => {
    await aicp.put('WorkflowTemplate', 'listing', approvedBy('alice'));
    await refused(makeKey(orgAdmin, 'alice'));
    await makeTeam(orgAdmin, 'alice');
  });

  it('is kept from YAML and dry runs too, and keeps nobody from changing what has it', async () => {
    await aicp.put('Agent', 'listing', { ...AGENT, allowedTeams: ['ty', 'beta'] });
    const teams = aicp.services(team);
    const yaml =
      'apiVersion: aicp.dev/v1alpha1\nkind: Team\nmetadata:\n  name: ty\nspec:\n  organizationId: rival\n  displayName: Ty\n';
    await refused(createFromYaml(teams, contextOf(rivalAdmin), { yaml, fields: {} }));
    await refused(teams.create(contextOf(rivalAdmin, { dryRun: true }), { name: 'ty' }));
    const context = contextOf(orgAdmin);
    const seen = await teams.get(context, 'beta');
    const changed = await teams.update(context, seen, { name: 'Beta works' });
    expect(changed.spec).toMatchObject({ displayName: 'Beta works' });
  });
});
