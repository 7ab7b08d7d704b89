import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../resources/testing/resource-fixture.ts';
import { requireFourEyes } from './require-four-eyes.ts';

describe('approving what one submitted oneself', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    await aicp.put('APIKey', 'adas', { ...ADMIN, userId: 'ada' });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const ADMIN = { keyHash: 'a'.repeat(64), organizationId: 'acme', role: 'org_admin' };
  const ada = somebody('org_admin', { subject: 'ada', keyName: 'adas' });
  const isRefused = (principal = ada, author: string | undefined = 'ada'): boolean => {
    try {
      requireFourEyes(aicp.store, { principal, author, organizationId: 'acme' });
      return false;
    } catch (error) {
      expect(error).toMatchObject({ status: 403 });
      return true;
    }
  };

  it('is refused where another administrator could, by a key or as a member', async () => {
    await aicp.put('APIKey', 'bobs', { ...ADMIN, userId: 'bob' });
    expect(isRefused()).toBe(true);
    expect(isRefused(ada, 'bob')).toBe(false);
  });

  it('is the right of the only administrator', async () => {
    expect(isRefused()).toBe(false);
    await aicp.put('APIKey', 'blocked', { ...ADMIN, userId: 'bob', blocked: true });
    await aicp.put('APIKey', 'foreign', { ...ADMIN, organizationId: 'rival' });
    expect(isRefused()).toBe(false);
    await aicp.put('Organization', 'acme', { members: [{ userId: 'cy', role: 'org_admin' }] });
    expect(isRefused()).toBe(true);
  });

  it('is refused to a key that the author’s key made, too', async () => {
    await aicp.put('APIKey', 'second', { ...ADMIN, createdBy: { key: 'adas' } });
    expect(isRefused(somebody('org_admin', { subject: 'second', keyName: 'second' }))).toBe(true);
  });

  it('is allowed by a setting', async () => {
    await aicp.put('APIKey', 'bobs', { ...ADMIN, userId: 'bob' });
    await aicp.put('ControlPlane', 'default', { features: { fourEyes: false } });
    expect(isRefused()).toBe(false);
  });
});
