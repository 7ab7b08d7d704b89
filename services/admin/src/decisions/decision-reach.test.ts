import { organization } from '@aicp/crds/organization';
import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '../resources/store.ts';
import { somebody } from '../resources/testing/resource-fixture.ts';
import { decisionReachOf } from './decision-reach.ts';

const MADE = '2026-02-02T00:20:00Z';
const SINCE = Date.parse(MADE);

/** A store of one organization and one key. */
const store = {
  find: (kind: { kind: string }, name: string) => ({
    metadata: {
      name,
      uid: kind.kind === organization.kind ? 'uid-acme' : 'uid-key',
      creationTimestamp: MADE,
    },
    spec: {},
  }),
} as unknown as ObjectStore;

type Role = Parameters<typeof somebody>[0];

const ada = (role: Role, kind: 'user' | 'key') =>
  somebody(role, {
    ...{ kind, subject: 'ada', organizationId: 'acme', organizationUid: 'uid-acme' },
    ...{ teamIds: ['ml'], ...(kind === 'key' ? { keyName: 'key-ada', keyUid: 'uid-key' } : {}) },
  });

describe('the decisions that somebody may see', () => {
  const acme = { organization: 'acme', sinceMs: SINCE + 1_000 };

  it.each<[Role, 'user' | 'key', object]>([
    ['member', 'user', { ...acme, user: 'ada', user_from: '' }],
    ['member', 'key', { ...acme, key: 'key-ada' }],
    ['team_admin', 'user', { ...acme, team: ['ml'] }],
    ['viewer', 'user', acme],
    ['org_admin', 'key', acme],
    ['platform_admin', 'user', {}],
  ])('are, for a %s by a %s, those of whom that is', (role, kind, reach) => {
    expect(decisionReachOf(ada(role, kind), store)).toEqual(reach);
  });
});
