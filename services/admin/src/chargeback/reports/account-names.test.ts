import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceFixture, type ResourceFixture } from '../../resources/testing/resource-fixture.ts';
import { accountNames, namesOf, pinnedNames } from './account-names.ts';

const THEN = '2026-01-01T00:00:00Z';
const GENERATED = new Date('2026-03-01T00:00:00Z');

describe('the names of accounts in a report', () => {
  let resources: ResourceFixture;
  beforeAll(async () => {
    resources = await resourceFixture();
    const put: ResourceFixture['put'] = (...given) => resources.put(...given);
    const before = { creationTimestamp: THEN };
    await put('Organization', 'acme', { displayName: 'Acme Corp' }, before);
    await put('Organization', 'plain', {}, before);
    const later = { creationTimestamp: '2026-03-02T00:00:00Z' };
    await put('Organization', 'again', { displayName: 'Somebody else' }, later);
    await put('BusinessUnit', 'acme-eu', { organizationId: 'acme', displayName: 'Europe' });
    await put('Team', 'ml', { organizationId: 'acme', displayName: 'Machine Learning', slug: 'x' });
    await put('Team', 'ours', { displayName: 'Platform' });
  });
  afterAll(() => resources[Symbol.asyncDispose]());

  it('are those that people gave them', () => {
    const names = accountNames(resources.store, { created_at: GENERATED });
    expect(names.organization('acme')).toBe('Acme Corp');
    expect(names.businessUnit('acme-eu', 'acme')).toBe('Europe');
    expect([names.team('ml', 'acme'), names.team('ours', null)]).toEqual([
      'Machine Learning',
      'Platform',
    ]);
  });

  it('are pinned, and those that a report of before has not pinned are looked up', () => {
    const names = accountNames(resources.store, { created_at: GENERATED });
    const none = { organization: null, business_unit: null, team: null };
    const acmes = { ...none, organization: 'acme' };
    const items = [none, { ...acmes, team: 'ml' }, { ...acmes, business_unit: 'acme-eu' }];
    const pinned = pinnedNames([...items, ...items, { ...none, team: 'gone' }], names);
    expect(pinned).toEqual([
      { kind: 'business_unit', id: 'acme-eu', owner: 'acme', name: 'Europe' },
      { kind: 'organization', id: 'acme', owner: null, name: 'Acme Corp' },
      { kind: 'team', id: 'ml', owner: 'acme', name: 'Machine Learning' },
    ]);
    const told = (account_names: typeof pinned | undefined) => {
      const found = namesOf({ account_names }, () => names);
      return [found.team('ml', 'acme'), found.organization('acme'), found.businessUnit('x', null)];
    };
    expect(told(pinned)).toEqual(['Machine Learning', 'Acme Corp', 'x']);
    expect(told(undefined)).toEqual(['Machine Learning', 'Acme Corp', 'x']);
    expect(told([])).toEqual(['ml', 'acme', 'x']);
  });

  it('are their ids where there is no name, or none of theirs', () => {
    const names = accountNames(resources.store, { created_at: GENERATED });
    const ids = ['plain', 'again', 'gone'];
    expect(ids.map((id) => names.organization(id))).toEqual(ids);
    expect([names.team('ml', 'plain'), names.team('x', 'acme')]).toEqual(['ml', 'x']);
    expect(names.businessUnit('acme-eu', null)).toBe('acme-eu');
  });
});
