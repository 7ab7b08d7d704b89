import { apiKey } from '@aicp/crds/api-key';
import { randomBytes } from 'node:crypto';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal, Role } from '@aicp/api-kit/access/principal';
import type { Route } from '@aicp/api-kit/route/route';
import type { Body, CollectionService } from '../../resources/collections/collection-service.ts';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { apiKeyRoutes } from './routes.ts';

describe('limits of API keys', () => {
  let aicp: ResourceFixture;
  let service: CollectionService;
  let routes: Route[];
  beforeEach(async () => {
    aicp = await resourceFixture();
    service = aicp.services(apiKey);
    const clock = new ManualClock(0);
    routes = apiKeyRoutes({ service, store: aicp.store, clock, randomBytes });
    await aicp.put('Team', 'ours', { organizationId: 'acme' });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const keyHash = 'a'.repeat(64);
  const adas = { keyHash, organizationId: 'acme', teamId: 'ours', userId: 'ada' };
  /** A key that somebody signed in with. */
  const holderOf = async (role: Role, spec: object) => {
    await aicp.put('APIKey', 'own', { ...adas, role, ...spec });
    return somebody(role, { subject: 'ada', keyName: 'own', teamIds: ['ours'] });
  };
  const outcome = async (promise: Promise<unknown> | undefined): Promise<unknown> =>
    promise?.then(
      () => 'done',
      (error: unknown) => (error as { status?: number }).status ?? error,
    );
  const call = (operationId: string, principal: Principal, body: object, id?: string) => {
    const route = routes.find((one) => one.operationId === operationId);
    const params = id === undefined ? {} : { id };
    const read = route?.body?.parse(body);
    return outcome(route?.handler(contextOf(principal, { params, body: read })));
  };
  const create = (principal: Principal, body: object) => call('createApiKey', principal, body);
  const rotate = (principal: Principal, id: string) => call('rotateApiKey', principal, {}, id);
  const update = async (principal: Principal, id: string, body: Body) =>
    outcome(service.update(contextOf(principal), await service.get({ principal }, id), body));

  it('are no wider than those of the key that makes them', async () => {
    const allowedModels = ['gpt-*', 'claude'];
    const member = await holderOf('member', { allowedModels, expiresAt: '2027-01-01T00:00:00Z' });
    const good = { allowed_models: ['gpt-4o', 'claude'], expires_at: '2026-12-31T00:00:00Z' };
    expect(await create(member, { name: 'good', ...good, rpm_limit: 9 })).toBe('done');
    for (const body of [
      { allowed_models: ['claude-opus'] },
      { allowed_models: [] },
      { allowed_models: ['*'] },
      { expires_at: '2027-01-01T00:00:01Z' },
      { expires_at: null },
    ]) {
      expect(await create(member, { name: 'bad', ...good, ...body })).toBe(403);
      expect(await update(member, 'good', body)).toBe(403);
    }
    // What a key gave to another, it may take and give again.
    expect(await update(member, 'good', { rpm_limit: 5 })).toBe('done');
    expect(await update(member, 'good', { rpm_limit: 9 })).toBe('done');
  });

  it.each(['member', 'team_admin', 'org_admin'] as const)(
    'of money are not raised by the key of a %s itself, by amount or window',
    async (role) => {
      const holder = await holderOf(role, { maxBudget: '1', budgetDuration: '1d' });
      for (const body of [
        { budget_duration: '1h' },
        { budget_duration: '30d' },
        { budget_duration: null },
        { max_budget: 1, budget_duration: '1h' },
        { max_budget: 0.5, budget_duration: '1h' },
        { max_budget: 1.000000001 },
        { max_budget: null, budget_duration: null },
      ]) {
        expect(await update(holder, 'own', body)).toBe(403);
      }
      expect(await update(holder, 'own', { max_budget: 1, budget_duration: '1d' })).toBe('done');
      expect(await update(holder, 'own', { max_budget: 0.5 })).toBe('done');
      expect(await update(holder, 'own', { max_budget: 1 })).toBe(403);
    },
  );

  it('that have no window are of a month', async () => {
    const holder = await holderOf('member', { maxBudget: 1 });
    expect(await update(holder, 'own', { budget_duration: '7d' })).toBe(403);
    expect(await update(holder, 'own', { budget_duration: 'month' })).toBe('done');
  });

  it.each([
    ['member', { maxBudget: '1' }],
    ['team_admin', { maxBudget: '1' }],
    ['org_admin', { maxBudget: '1' }],
    ['member', { rpmLimit: 10 }],
    ['member', { tpmLimit: 10 }],
  ] as const)(
    'that count are not to be begun anew: the key of a %s with $1 makes no key',
    async (role, spec) => {
      const holder = await holderOf(role, spec);
      await aicp.put('APIKey', 'other', { ...adas, role: 'member', ...spec });
      const small = { max_budget: 0.1, rpm_limit: 1, tpm_limit: 1 };
      expect(await create(holder, { name: 'child', ...small })).toBe(403);
      expect(await rotate(holder, 'other')).toBe(403);
      expect(await rotate(holder, 'own')).toBe('done');
    },
  );

  it('that count bind no administrator of the platform', async () => {
    const holder = await holderOf('platform_admin', { maxBudget: '1' });
    expect(await create(holder, { name: 'child', max_budget: 5 })).toBe('done');
    expect(await update(holder, 'own', { max_budget: 5 })).toBe('done');
  });

  it('of other keys are only lowered by a key that has such itself', async () => {
    const holder = await holderOf('team_admin', { maxBudget: 5, rpmLimit: 9 });
    const role = 'member';
    await aicp.put('APIKey', 'small', { ...adas, role, maxBudget: 1, rpmLimit: 5, tpmLimit: 7 });
    await aicp.put('APIKey', 'free', { ...adas, role });
    expect(await update(holder, 'small', { max_budget: 2 })).toBe(403);
    expect(await update(holder, 'small', { budget_duration: '1d' })).toBe(403);
    expect(await update(holder, 'small', { rpm_limit: 6 })).toBe(403);
    expect(await update(holder, 'small', { rpm_limit: null })).toBe(403);
    expect(await update(holder, 'small', { max_budget: 0.5, rpm_limit: 4 })).toBe('done');
    expect(await update(holder, 'small', { tpm_limit: 8 })).toBe('done');
    expect(await update(holder, 'free', { name: 'Free' })).toBe('done');
  });

  it('that others gave a member’s key are not widened by the member, however signed in', async () => {
    const spec = { role: 'member', maxBudget: 1, rpmLimit: 5, allowedModels: ['mini'] };
    await aicp.put('APIKey', 'given', { ...adas, ...spec });
    const byKey = await holderOf('member', {});
    const byPerson = somebody('member', { kind: 'user', subject: 'ada', teamIds: ['ours'] });
    for (const member of [byKey, byPerson]) {
      for (const body of [
        { max_budget: 2 },
        { max_budget: null },
        { budget_duration: '1h' },
        { rpm_limit: 6 },
        { allowed_models: [] },
      ]) {
        expect(await update(member, 'given', body)).toBe(403);
      }
      expect(await update(member, 'given', { tpm_limit: 6, expires_at: null })).toBe('done');
    }
    const orgAdmin = somebody('org_admin');
    expect(await update(orgAdmin, 'given', { max_budget: 2, rpm_limit: 6 })).toBe('done');
  });
});
