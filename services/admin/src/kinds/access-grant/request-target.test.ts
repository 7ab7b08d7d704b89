import type { Principal } from '@aicp/api-kit/access/principal';
import { accessGrant } from '@aicp/crds/access-grant';
import { apiKey } from '@aicp/crds/api-key';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, resourceFixture, somebody } from '../../resources/testing/resource-fixture.ts';
import type { ResourceFixture } from '../../resources/testing/resource-fixture.ts';
import { Grants } from './grants.ts';
import { requestBody, targetOf } from './request-target.ts';

const acme = { organizationId: 'acme', organizationUid: 'uid-acme' };
const orgAdmin = somebody('org_admin', acme);
const member = somebody('member', { ...acme, subject: 'bob' });
/** Somebody who signed in with a key, which names a person or nobody. */
const keyed = (keyName: string, subject = keyName) =>
  somebody('member', { ...acme, subject, keyName });

describe('access for a key', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    await aicp.put('Organization', 'acme', {}, { uid: 'uid-acme' });
    await aicp.put('APIKey', 'ci', { organizationId: 'acme', keyHash: 'a'.repeat(64) });
    await aicp.put('APIKey', 'theirs', { organizationId: 'other', keyHash: 'c'.repeat(64) });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const target = (principal: Principal, body: object) =>
    targetOf(
      { store: aicp.store, keys: aicp.services(apiKey).collection },
      principal,
      requestBody.parse({ tier_id: 'premium', ...body }),
    );
  const OWN = { organization_id: 'acme', organization_uid: 'uid-acme', team_id: null };

  it('is the caller’s own where nobody is named: its person’s, else its key’s', () => {
    expect(target(keyed('ci'), {})).toEqual({ ...OWN, key_id: 'ci', user_id: null });
    expect(target(keyed('ci', 'ada'), {})).toEqual({ ...OWN, key_id: null, user_id: 'ada' });
  });

  it('is for the administrators of its organization to ask, and for its holder', () => {
    for (const principal of [orgAdmin, keyed('ci', 'ada')])
      expect(target(principal, { key_id: 'ci' })).toMatchObject({ key_id: 'ci', user_id: null });
  });

  it.each([
    ['of others', member, 'ci'],
    ['of another organization', orgAdmin, 'theirs'],
    ['that there is not', orgAdmin, 'none'],
  ])('is not for a key %s', (_, principal, id) => {
    expect(() => target(principal, { key_id: id })).toThrow(`there is no key "${id}"`);
  });

  it('is for one of team, person and key alone', () => {
    expect(() => target(orgAdmin, { user_id: 'ada', key_id: 'ci' })).toThrow('not for two');
  });

  it('becomes a grant for that key', async () => {
    const grants = new Grants({ service: aicp.services(accessGrant), store: aicp.store });
    const request = {
      ...target(keyed('ci'), {}),
      id: '7',
      tier_id: 'premium',
      created_at: new Date(0),
      requested_by: 'ci',
      requested_by_key: 'ci',
      justification: null,
      duration_days: null,
      status: 'pending' as const,
      decided_by: null,
      decided_at: null,
      expires_at: null,
    };
    const { spec } = await grants.give(contextOf(orgAdmin), request, undefined);
    expect(spec).toEqual({
      organizationId: 'acme',
      tierId: 'premium',
      keyId: 'ci',
      requestId: '7',
      approvedBy: orgAdmin.subject,
    });
  });
});
