import { apiKey } from '@aicp/crds/api-key';
import { hash, randomBytes } from 'node:crypto';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { isWellFormed } from '@aicp/contracts/keys/api-key';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Route } from '@aicp/api-kit/route/route';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { apiKeyRoutes } from './routes.ts';

type Answered = Record<string, unknown>;

const NOW = Date.UTC(2026, 10, 21);

describe('API keys', () => {
  let aicp: ResourceFixture;
  let service: CollectionService;
  let routes: Route[];
  beforeEach(async () => {
    aicp = await resourceFixture();
    service = aicp.services(apiKey);
    const clock = new ManualClock(NOW);
    routes = apiKeyRoutes({ service, store: aicp.store, clock, randomBytes });
    await aicp.put('Team', 'ours', { organizationId: 'acme' });
    await aicp.put('Team', 'other', { organizationId: 'acme' });
    await aicp.put('Team', 'theirs', { organizationId: 'rival' });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const call = async (
    operationId: string,
    principal: Principal,
    more: { id?: string; body?: unknown; dryRun?: boolean } = {},
  ): Promise<Answered> => {
    const { id, body, dryRun = false } = more;
    const route = routes.find((one) => one.operationId === operationId)!;
    const parsed = route.body ? route.body.parse(body ?? {}) : undefined;
    const params = id === undefined ? {} : { id };
    const answer = await route.handler(contextOf(principal, { params, body: parsed, dryRun }));
    return answer.body as Answered;
  };
  const create = (principal: Principal, body: object) => call('createApiKey', principal, { body });
  const refusal = async (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => 'done',
      (error: unknown) => (error as { status?: number }).status ?? error,
    );

  const admin = somebody('platform_admin');
  const orgAdmin = somebody('org_admin');
  const hashOf = (name: string) => aicp.peek('APIKey', name)?.spec['keyHash'];
  /** A key that somebody signed in with. */
  const holderOf = async (role: 'member' | 'team_admin', spec: object) => {
    await aicp.put('APIKey', 'own', {
      keyHash: 'a'.repeat(64),
      role,
      organizationId: 'acme',
      ...spec,
    });
    return somebody(role, { subject: 'ada', keyName: 'own', teamIds: ['ours'] });
  };

  it('are shown once, and kept as a hash alone', async () => {
    const made = await create(admin, { name: 'Notebook' });
    const key = made['key'] as string;
    expect(isWellFormed(key)).toBe(true);
    expect(made).toMatchObject({ id: 'notebook', key_prefix: key.slice(0, 12) });
    expect(hashOf('notebook')).toBe(hash('sha256', key));
    const stored = JSON.stringify([aicp.peek('APIKey', 'notebook'), aicp.hooks.planned]);
    expect(stored).not.toContain(key);
    expect(JSON.stringify(made)).not.toContain(hash('sha256', key));
  });

  it('are not made by a dry run', async () => {
    const made = await call('createApiKey', admin, { body: { name: 'x' }, dryRun: true });
    expect(made).not.toHaveProperty('key');
    expect(aicp.peek('APIKey', 'x')).toBeUndefined();
  });

  it('may be replaced, the old one going on for as long as was said', async () => {
    const { key } = await create(admin, { name: 'x' });
    const rotated = await call('rotateApiKey', admin, {
      id: 'x',
      body: { grace_period_seconds: 3600 },
    });
    expect(aicp.peek('APIKey', 'x')?.spec).toMatchObject({
      keyHash: hash('sha256', rotated['key'] as string),
      previousKeyHash: hash('sha256', key as string),
      previousKeyExpiresAt: new Date(NOW + 3_600_000).toISOString(),
      givenTo: { role: admin.role },
    });
    const given = aicp.peek('APIKey', 'x')?.spec['givenTo'];
    // Whoever was told it cannot hide that by rotating it with itself.
    await call('rotateApiKey', somebody('platform_admin', { keyName: 'x' }), { id: 'x' });
    expect(aicp.peek('APIKey', 'x')?.spec['givenTo']).toEqual(given);
    await call('rotateApiKey', admin, { id: 'x' });
    expect(aicp.peek('APIKey', 'x')?.spec).not.toHaveProperty('previousKeyHash');
  });

  it('are blocked and taken again', async () => {
    await create(admin, { name: 'x' });
    expect(await call('blockApiKey', admin, { id: 'x' })).toMatchObject({ blocked: true });
    expect(aicp.peek('APIKey', 'x')?.spec).toMatchObject({ blocked: true, tokenGeneration: 1 });
    expect(await refusal(call('blockApiKey', admin, { id: 'x' }))).toBe(409);
    const free = { blocked: false, token_generation: 2 };
    expect(await call('unblockApiKey', admin, { id: 'x' })).toMatchObject(free);
    expect(await refusal(call('unblockApiKey', admin, { id: 'x' }))).toBe(409);
    expect(aicp.hooks.planned.map(({ action }) => action)).toEqual(['create', 'block', 'unblock']);
  });

  it('are not told their hash or state by a body', async () => {
    for (const body of [
      { key_hash: 'a'.repeat(64) },
      { blocked: true },
      { token_generation: 7 },
      { key_prefix: 'x' },
    ]) {
      expect(await refusal(create(admin, { name: 'x', ...body }))).toBe(422);
    }
  });

  it('have no role above that of who makes them', async () => {
    expect(await refusal(create(orgAdmin, { name: 'x', role: 'platform_admin' }))).toBe(403);
    expect(await refusal(create(orgAdmin, { name: 'x', role: 'admin' }))).toBe('done');
    const teamAdmin = await holderOf('team_admin', { teamId: 'ours' });
    expect(await refusal(create(teamAdmin, { name: 'y', role: 'org_admin' }))).toBe(403);
    const member = await holderOf('member', { teamId: 'ours', userId: 'ada' });
    expect(await refusal(create(member, { name: 'z', role: 'team_admin' }))).toBe(403);
  });

  it('of somebody with a higher role are out of reach', async () => {
    const spec = { keyHash: 'b'.repeat(64), role: 'org_admin', organizationId: 'acme' };
    await aicp.put('APIKey', 'high', { ...spec, teamId: 'ours' });
    const teamAdmin = await holderOf('team_admin', { teamId: 'ours' });
    for (const verb of ['rotateApiKey', 'blockApiKey', 'unblockApiKey']) {
      expect(await refusal(call(verb, teamAdmin, { id: 'high' }))).toBe(403);
    }
    const seen = await service.get({ principal: teamAdmin }, 'high');
    const context = contextOf(teamAdmin);
    expect(await refusal(service.update(context, seen, { role: 'member' }))).toBe(403);
    expect(await refusal(service.remove(context, seen))).toBe(403);
  });

  it('belong to the organization of their team, and to nobody else’s', async () => {
    await aicp.put('APIKey', 'foreign', { keyHash: 'c'.repeat(64), teamId: 'theirs' });
    await aicp.put('APIKey', 'house', { keyHash: 'd'.repeat(64), teamId: 'other' });
    const { items } = service.list({ principal: orgAdmin }, { limit: 9 });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['house']);
    // A team of others is as one that does not exist: the key is of the writer's organization, where no such team gives it anything.
    for (const team_id of ['theirs', 'nonesuch']) {
      const made = await create(orgAdmin, { name: `of ${team_id}`, team_id });
      expect(made).toMatchObject({ team_id, organization_id: 'acme' });
    }
  });

  it('of a team are made by its administrator, for that team', async () => {
    const teamAdmin = await holderOf('team_admin', { teamId: 'ours' });
    expect(await create(teamAdmin, { name: 'x' })).toMatchObject({
      team_id: 'ours',
      organization_id: 'acme',
    });
    expect(await refusal(create(teamAdmin, { name: 'y', team_id: 'other' }))).toBe(403);
    expect(await refusal(create(teamAdmin, { name: 'z', organization_id: 'rival' }))).toBe(403);
  });

  it('of a member are like the one that he has', async () => {
    const member = await holderOf('member', {
      teamId: 'ours',
      userId: 'ada',
      metadata: { department: 'x' },
      allowedModels: ['gpt-*'],
    });
    expect(await create(member, { name: 'x', allowed_models: ['gpt-4o'] })).toMatchObject({
      user_id: 'ada',
      team_id: 'ours',
      metadata: { department: 'x' },
    });
    for (const body of [
      { user_id: 'bob' },
      { team_id: 'other' },
      { team_id: null },
      { metadata: { department: 'y' } },
      { metadata: null },
    ]) {
      const more = { name: 'y', allowed_models: ['gpt-4o'], ...body };
      const made = refusal(create(member, more));
      const isInherited = Object.values(body).includes(null);
      expect(await made).toBe(isInherited ? 'done' : 403);
      if (isInherited)
        await service.remove(contextOf(admin), await service.get({ principal: admin }, 'y'));
    }
    const own = await service.get({ principal: member }, 'x');
    for (const body of [{ metadata: null }, { team_id: null }, { user_id: 'bob' }]) {
      expect(await refusal(service.update(contextOf(member), own, body))).toBe(403);
    }
  });

  it('that allow more are not to be had by rotating them', async () => {
    const teamAdmin = await holderOf('team_admin', { teamId: 'ours', allowedModels: ['mini'] });
    const spec = { keyHash: 'e'.repeat(64), organizationId: 'acme', teamId: 'ours' };
    await aicp.put('APIKey', 'wide', { ...spec, role: 'member' });
    expect(await refusal(call('rotateApiKey', teamAdmin, { id: 'wide' }))).toBe(403);
    expect(await refusal(call('blockApiKey', teamAdmin, { id: 'wide' }))).toBe('done');
  });

  it('that are blocked stay so for who holds them', async () => {
    const member = await holderOf('member', { teamId: 'ours', userId: 'ada' });
    await create(member, { name: 'x' });
    expect(await refusal(call('blockApiKey', member, { id: 'x' }))).toBe('done');
    expect(await refusal(call('unblockApiKey', member, { id: 'x' }))).toBe(403);
  });
});
