import { kindNamed, kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectionsOn } from '../kinds/collections.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import {
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../resources/testing/resource-fixture.ts';
import { searchObjects } from './search-objects.ts';

describe('a search', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const search = (text: string, reader = somebody('platform_admin'), limit = 20) =>
    searchObjects(text, {
      ...{ reader, limit, store: aicp.store, collections: collectionsOn(aicp.store) },
    });
  const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

  it('finds the exact id first, then what begins with the text, then what holds it', async () => {
    await aicp.put('Team', 'data-science', { displayName: 'Lab', organizationId: 'acme' });
    await aicp.put('Team', 'lab', { organizationId: 'acme' });
    await aicp.put('Team', 'collab', {});
    await aicp.put('Organization', 'labour', {});
    expect(idsOf(search('LAB'))).toEqual(['lab', 'labour', 'data-science', 'collab']);
    expect(idsOf(search('lab', somebody('platform_admin'), 2))).toEqual(['lab', 'labour']);
    expect(search('lab')[2]).toEqual({
      ...{ resource_type: 'team', collection: '/api/v1/teams', id: 'data-science', name: 'Lab' },
      organization_id: 'acme',
    });
    expect(search('nothing of that')).toEqual([]);
  });

  it('names a business unit by the list of its organization', async () => {
    await aicp.put('BusinessUnit', 'acme-emea', { organizationId: 'acme', displayName: 'EMEA' });
    expect(search('emea')).toMatchObject([
      { collection: '/api/v1/organizations/acme/business-units', resource_type: 'business_unit' },
    ]);
  });

  it('finds nothing that the reader may not read, and counts it for nothing', async () => {
    await aicp.put('Team', 'lab', { organizationId: 'globex' });
    await aicp.put('Team', 'lab-of-acme', { organizationId: 'acme' });
    await aicp.put('RoutingPolicy', 'lab-first', { action: 'deny', organizationId: 'acme' });
    const acme = somebody('org_admin');
    expect(idsOf(search('lab', acme, 1))).toEqual(['lab-first']);
    expect(idsOf(search('lab', acme))).toEqual(['lab-first', 'lab-of-acme']);
    expect(idsOf(search('lab', somebody('finance')))).toEqual(['lab-of-acme']);
    expect(idsOf(search('lab', somebody('member', { teamIds: ['other'] })))).toEqual([]);
  });

  it('takes less than 20 ms among 10,000 objects, also where most of them match', () => {
    const team = kindNamed('Team');
    const objects = Array.from({ length: 10_000 }, (_, index): StoredObject => ({
      ...{ apiVersion: 'aicp.dev/v1alpha1', kind: 'Team' },
      metadata: { name: `team-${index}`, uid: String(index) },
      spec: { displayName: `Team number ${index}`, organizationId: index % 2 ? 'acme' : 'globex' },
    }));
    const store = { list: (kind: KindDefinition) => (kind.kind === team.kind ? objects : []) };
    const options = { store, collections: collectionsOn(aicp.store), limit: 20 };
    expect(kinds.length).toBeGreaterThan(20);
    const timed = (text: string): number => {
      const began = performance.now();
      expect(searchObjects(text, { ...options, reader: somebody('viewer') }).length).toBe(20);
      return performance.now() - began;
    };
    for (const text of ['team', '99']) {
      const best = Math.min(...Array.from({ length: 7 }, () => timed(text)));
      expect(best).toBeLessThan(20);
    }
  });
});
