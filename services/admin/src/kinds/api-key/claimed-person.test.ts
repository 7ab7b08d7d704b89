import { apiKey } from '@aicp/crds/api-key';
import { randomBytes } from 'node:crypto';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { apiKeyRoutes } from './routes.ts';

describe('a person whom a key names', () => {
  let aicp: ResourceFixture;
  let service: CollectionService;
  beforeEach(async () => {
    aicp = await resourceFixture();
    service = aicp.services(apiKey);
    const members = [{ userId: 'ann', role: 'member' }];
    await aicp.put('Team', 'alpha', { organizationId: 'acme', members });
    await aicp.put('Team', 'beta', { organizationId: 'acme' });
    await aicp.put('APIKey', 'alpha-admin', { ...of('alpha'), role: 'team_admin' });
    await aicp.put('APIKey', 'bobs-beta', { ...of('beta'), userId: 'bob' });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const of = (teamId: string) => ({
    keyHash: 'a'.repeat(64),
    organizationId: 'acme',
    teamId,
  });
  const admin = somebody('team_admin', {
    subject: 'alpha-admin',
    keyName: 'alpha-admin',
    keyUid: 'u-1',
    teamIds: ['alpha'],
  });
  const create = async (principal: Principal, body: object): Promise<unknown> => {
    const clock = new ManualClock(0);
    const route = apiKeyRoutes({ service, store: aicp.store, clock, randomBytes }).find(
      ({ operationId }) => operationId === 'createApiKey',
    );
    return route?.handler(contextOf(principal, { body })).then(
      ({ status }) => status,
      (error: unknown) => (error as { status?: number }).status ?? error,
    );
  };

  it('is written onto a key by an administrator of the team for members of it alone', async () => {
    expect(await create(admin, { name: 'one', user_id: 'ann' })).toBe(201);
    expect(await create(admin, { name: 'two', user_id: 'bob' })).toBe(403);
    expect(await create(admin, { name: 'three', user_id: 'alpha-admin' })).toBe(201);
    const seen = await service.get({ principal: admin }, 'one');
    await expect(service.update(contextOf(admin), seen, { user_id: 'bob' })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('is whom an administrator of the organization likes', async () => {
    expect(await create(somebody('org_admin'), { name: 'one', user_id: 'bob' })).toBe(201);
  });

  it.each(['team_admin', 'member'] as const)(
    'gives a %s’s key no rights over that person’s keys of another team',
    async (role) => {
      await aicp.put('APIKey', 'claimed', { ...of('alpha'), userId: 'bob', role });
      await aicp.put('APIKey', 'bobs-alpha', { ...of('alpha'), userId: 'bob' });
      const claimed = somebody(role, { subject: 'bob', keyName: 'claimed', teamIds: ['alpha'] });
      const { items } = service.list({ principal: claimed }, { limit: 9 });
      const names = items.map(({ metadata }) => metadata.name);
      expect(names).toEqual(expect.arrayContaining(['bobs-alpha', 'claimed']));
      expect(names).not.toContain('bobs-beta');
      await expect(service.get({ principal: claimed }, 'bobs-beta')).rejects.toMatchObject({
        status: 404,
      });
    },
  );

  it('has all keys that name that person, after a login at the organization’s provider', () => {
    const bob = somebody('member', { kind: 'user', subject: 'bob' });
    const { items } = service.list({ principal: bob }, { limit: 9 });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['bobs-beta']);
  });

  it('is not who made a key: that is the key that was used, and no body says so', async () => {
    expect(await create(admin, { name: 'one' })).toBe(201);
    const createdBy = { key: 'alpha-admin', uid: 'u-1' };
    expect(aicp.peek('APIKey', 'one')?.spec).toMatchObject({ createdBy });
    const person = somebody('org_admin', { kind: 'user', subject: 'ann' });
    expect(await create(person, { name: 'anns' })).toBe(201);
    const givenTo = { person: 'ann', role: 'org_admin' };
    expect(aicp.peek('APIKey', 'anns')?.spec).toMatchObject({ givenTo });
    expect(aicp.peek('APIKey', 'anns')?.spec).not.toHaveProperty('createdBy');
    for (const by of [{ created_by: { key: 'bobs-beta' } }, { given_to: { person: 'bob' } }]) {
      expect(await create(admin, { name: 'two', ...by })).toBe(422);
    }
  });
});
