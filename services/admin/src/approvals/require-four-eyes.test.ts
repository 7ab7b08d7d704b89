import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../resources/testing/resource-fixture.ts';
import { requireFourEyes, type Author } from './require-four-eyes.ts';

const ADMIN = { keyHash: 'a'.repeat(64), organizationId: 'acme', role: 'org_admin' };
const ada = somebody('org_admin', { subject: 'ada', keyName: 'adas' });
const adaHerself: Author = { subject: 'ada', key: 'adas' };
const byKey = (key: string): Author => ({ subject: key, key });
const holderOf = (keyName: string) => somebody('org_admin', { subject: keyName, keyName });

describe('approving what one submitted oneself', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    await aicp.put('APIKey', 'adas', { ...ADMIN, userId: 'ada' });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const isRefused = (principal = ada, ...authors: Author[]): boolean => {
    try {
      requireFourEyes(aicp.store, { principal, authors, organizationId: 'acme' });
      return false;
    } catch (error) {
      expect(error).toMatchObject({ status: 403 });
      return true;
    }
  };
  const withBob = async () => aicp.put('APIKey', 'bobs', { ...ADMIN, userId: 'bob' });

  it('is refused where another administrator could, by a key or as a member', async () => {
    await withBob();
    expect(isRefused(ada, adaHerself)).toBe(true);
    expect(isRefused(ada, { subject: 'bob', key: 'bobs' })).toBe(false);
  });

  it('is the right of the only administrator', async () => {
    expect(isRefused(ada, adaHerself)).toBe(false);
    await aicp.put('APIKey', 'foreign', { ...ADMIN, organizationId: 'rival' });
    expect(isRefused(ada, adaHerself)).toBe(false);
    await aicp.put('Organization', 'acme', { members: [{ userId: 'cy', role: 'org_admin' }] });
    expect(isRefused(ada, adaHerself)).toBe(true);
  });

  it('does not become the right of who blocks the others', async () => {
    await aicp.put('APIKey', 'bobs', { ...ADMIN, userId: 'bob', blocked: true });
    expect(isRefused(ada, adaHerself)).toBe(true);
  });

  it('is refused to a key that the author’s key made, and to the key that made the author’s', async () => {
    await withBob();
    await aicp.put('APIKey', 'second', { ...ADMIN, userId: 'sock', createdBy: { key: 'adas' } });
    expect(isRefused(holderOf('second'), adaHerself)).toBe(true);
    expect(isRefused(ada, { subject: 'sock', key: 'second' })).toBe(true);
    expect(isRefused(holderOf('bobs'), { subject: 'sock', key: 'second' })).toBe(false);
  });

  it('is refused to who made or rotated the key of the author, as a person or with another key', async () => {
    await withBob();
    const person = somebody('org_admin', { kind: 'user', subject: 'cy' });
    const told = { person: 'cy', role: 'org_admin' };
    await aicp.put('APIKey', 'made', { ...ADMIN, givenTo: told });
    expect(isRefused(person, byKey('made'))).toBe(true);
    expect(isRefused(holderOf('made'), { subject: 'cy', key: undefined })).toBe(true);
    await aicp.put('APIKey', 'rotated', { ...ADMIN, givenTo: { key: 'adas', role: 'org_admin' } });
    expect(isRefused(holderOf('rotated'), adaHerself)).toBe(true);
    expect(isRefused(holderOf('rotated'), byKey('bobs'))).toBe(false);
    const byPlatform = { ...ADMIN, givenTo: { person: 'root', role: 'platform_admin' } };
    await aicp.put('APIKey', 'one', byPlatform);
    await aicp.put('APIKey', 'two', byPlatform);
    expect(isRefused(holderOf('one'), byKey('two'))).toBe(false);
  });

  it('is refused among keys that one administrator’s key made', async () => {
    await withBob();
    await aicp.put('APIKey', 'second', { ...ADMIN, createdBy: { key: 'adas' } });
    await aicp.put('APIKey', 'third', { ...ADMIN, createdBy: { key: 'adas' } });
    expect(isRefused(holderOf('third'), byKey('second'))).toBe(true);
  });

  it('is allowed between administrators whose keys the platform made, and of a member’s key that the approver made', async () => {
    await aicp.put('APIKey', 'root', { keyHash: 'b'.repeat(64), role: 'platform_admin' });
    const byRoot = { ...ADMIN, createdBy: { key: 'root' } };
    await aicp.put('APIKey', 'one', byRoot);
    await aicp.put('APIKey', 'two', byRoot);
    expect(isRefused(holderOf('two'), byKey('one'))).toBe(false);
    await aicp.put('APIKey', 'members', { ...byRoot, role: 'member', createdBy: { key: 'one' } });
    expect(isRefused(holderOf('one'), byKey('members'))).toBe(false);
  });

  it('is refused to whoever wrote the text that another one submitted', async () => {
    await withBob();
    expect(isRefused(ada, { subject: 'bob', key: 'bobs' }, adaHerself)).toBe(true);
  });

  it('is refused to the person with another key, or with a session', async () => {
    await withBob();
    await aicp.put('APIKey', 'adas-other', { ...ADMIN, userId: 'ada' });
    const other = somebody('org_admin', { subject: 'ada', keyName: 'adas-other' });
    expect(isRefused(other, adaHerself)).toBe(true);
    expect(isRefused(somebody('org_admin', { kind: 'user', subject: 'ada' }), adaHerself)).toBe(
      true,
    );
  });

  it('is allowed by a setting', async () => {
    await withBob();
    await aicp.put('ControlPlane', 'default', { features: { fourEyes: false } });
    expect(isRefused(ada, adaHerself)).toBe(false);
  });
});
