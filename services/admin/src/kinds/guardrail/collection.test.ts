import { guardrail } from '@aicp/crds/guardrail';
import { kindNamed } from '@aicp/crds/kinds';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../objects/object-events.ts';
import { Relations } from '../../objects/relations.ts';
import { shownSpec, toAnswer } from '../../resources/answer-object.ts';
import { manifestFor } from '../../resources/manifests/manifest-for.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import {
  contextOf,
  NAMESPACE,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';

const TENANTS = ['org_admin', 'team_admin', 'viewer'] as const;
/** Every word that no tenant may read of the platform's guardrail. */
const KEPT = /initech|path-token|judge|a-secret|team-of-rival|key-of-rival|their-words|gone/i;

const told = {
  displayName: 'Words',
  description: 'What nobody may say.',
  ...{ enablePiiDetection: true, piiEntities: ['CREDIT_CARD'], mode: 'monitor' },
  ...{ stages: ['input'], onFail: 'allow', unscannable: 'block', isActive: true },
};
const spec = {
  ...told,
  blockedKeywords: ['Acquisition of Initech'],
  detectors: ['their-words'],
  external: {
    ...{ type: 'http', url: 'http://10.2.3.4:9000/t/path-token-abc/judge' },
    secretRef: { name: 'a-secret', key: 'k' },
  },
  appliesTo: { teams: ['team-of-rival', 'gone-team'], keys: ['key-of-rival'] },
};
const message = 'Team "gone-team" does not exist.';
const status = {
  observedGeneration: 1,
  conditions: [{ type: 'Accepted', status: 'False', reason: 'ReferenceNotFound', message }],
};

const put = async (
  aicp: ResourceFixture,
  name: string,
  more: object = {},
): Promise<StoredObject> => ({
  ...(await aicp.put('Guardrail', name, { ...spec, ...more }, { labels: { of: 'initech' } })),
  status,
});

describe('a guardrail of the platform', () => {
  it('tells tenants what kinds of things it looks for, and neither words nor names nor addresses', async () => {
    await using aicp = await resourceFixture();
    const platforms = await put(aicp, 'platforms');
    await aicp.put('Team', 'team-of-rival', { organizationId: 'rival' });
    const { collection } = aicp.services(guardrail);
    const parts = {
      store: aicp.store,
      serviceOf: (kind: string) => aicp.services(kindNamed(kind)),
    };
    for (const reader of TENANTS.map((role) => somebody(role))) {
      expect(shownSpec(collection, platforms, reader)).toEqual(told);
      const answer = toAnswer(collection, platforms, reader);
      expect(answer).toMatchObject({ mode: 'monitor', pii_entities: ['CREDIT_CARD'] });
      const yaml = manifestFor(collection, platforms, { reader, withStatus: true });
      expect(yaml).toContain('CREDIT_CARD');
      const relations = new Relations(parts, reader).refersTo(platforms);
      const asked = { api: aicp.api, namespace: NAMESPACE };
      const events = await eventsOf(asked, collection, { object: platforms, reader });
      expect([relations, events]).toEqual([[], []]);
      expect(JSON.stringify(answer) + yaml).not.toMatch(KEPT);
    }
  });

  it('is told whole to the platform’s administrator, and an organization’s own to its staff', async () => {
    await using aicp = await resourceFixture();
    const { collection } = aicp.services(guardrail);
    const platforms = await put(aicp, 'platforms');
    const own = await put(aicp, 'own', { organizationId: 'acme' });
    const root = somebody('platform_admin');
    expect(shownSpec(collection, platforms, root)).toEqual(spec);
    expect(toAnswer(collection, platforms, root)['conditions']).toMatchObject([{ message }]);
    for (const reader of TENANTS.map((role) => somebody(role))) {
      const shown = toAnswer(collection, own, reader);
      expect(shown).toMatchObject({ blocked_keywords: spec.blockedKeywords });
      expect(shown['conditions']).toMatchObject([{ message }]);
    }
  });

  it('cannot be guessed at by the order of lists', async () => {
    await using aicp = await resourceFixture();
    await aicp.put('Guardrail', 'm', { blockedKeywords: ['middle'] });
    for (const [name, word] of [
      ['a', 'x'],
      ['z', 'b'],
    ] as const) {
      await aicp.put('Guardrail', name, { organizationId: 'acme', blockedKeywords: [word] });
    }
    const listed = (role: 'platform_admin' | 'org_admin') => {
      const query = { limit: 9, sort: 'blocked_keywords' };
      const { items } = aicp.services(guardrail).list(contextOf(somebody(role)), query);
      return items.map(({ metadata }) => metadata.name);
    };
    expect(listed('platform_admin')).toEqual(['z', 'm', 'a']);
    // As one that has no words.
    expect(listed('org_admin')).toEqual(['m', 'z', 'a']);
    expect(listed('platform_admin')).toEqual(['z', 'm', 'a']);
  });
});
