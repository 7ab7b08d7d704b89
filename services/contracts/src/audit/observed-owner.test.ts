import { describe, expect, it } from 'vitest';
import { ownerSeen, type OwnerLookup } from './observed-owner.ts';

const owner = { objectUid: 'u', organization: 'acme', organizationUid: 'o1' };
const data = { metadata: { name: 'data', uid: 't' }, spec: { organizationId: 'rival' } };
const now: OwnerLookup = {
  organizationUid: (name) => ({ acme: 'o2', rival: 'r1' })[name],
  team: (name) => (name === 'data' ? data : undefined),
};
const seen = (kind: string, spec: object, status?: object) =>
  ownerSeen(kind, { metadata: { name: 'x', uid: 'u' }, spec, ...(status && { status }) }, now);
const found = (organization: string | null, organizationUid: string | null, isBound = false) => ({
  organization,
  organizationUid,
  isBound,
});

describe('whose an object is', () => {
  it('is who it is bound to, also where another one has that name by now', () => {
    expect(seen('Team', { organizationId: 'acme' }, { owner })).toEqual(found('acme', 'o1', true));
    expect(seen('APIKey', { teamId: 'data' }, { owner })).toEqual(found('acme', 'o1', true));
    expect(seen('Team', {}, { owner: { objectUid: 'u' } })).toEqual(found(null, null, true));
  });

  it('is who has the name now, for what is bound to nobody or was moved', () => {
    expect(seen('Team', { organizationId: 'acme' })).toEqual(found('acme', 'o2'));
    const restored = { owner: { ...owner, objectUid: 'of a backup' } };
    expect(seen('Team', { organizationId: 'acme' }, restored)).toEqual(found('acme', 'o2'));
    expect(seen('Team', { organizationId: 'rival' }, { owner })).toEqual(found('rival', 'r1'));
    expect(seen('Team', {}, { owner })).toEqual(found(null, null));
    expect(seen('Team', { organizationId: 'gone' })).toEqual(found('gone', null));
    expect(seen('Team', { organizationId: 5 })).toEqual(found(null, null));
  });

  it('is who its team belongs to, for a key that names no organization', () => {
    expect(seen('APIKey', { teamId: 'data' })).toEqual(found('rival', 'r1'));
    expect(seen('APIKey', { teamId: 'gone' })).toEqual(found(null, null));
    expect(seen('Budget', { teamId: 'data' })).toEqual(found(null, null));
  });

  it('is an organization itself', () => {
    expect(seen('Organization', {})).toEqual(found('x', 'u', true));
  });
});
