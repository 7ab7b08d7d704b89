import { expect, it } from 'vitest';
import { bodyOf, draftOf, isComplete, patchOf } from './sso-draft.ts';

const mapping = [{ claim: 'groups', value: 'ai', role: 'org_admin' as const }];

it('begins with what is set, but for the secret', () => {
  const sso = {
    enabled: true,
    issuer: 'https://idp.example.com',
    client_id: 'aicp',
    role_mapping: mapping,
  };
  expect(draftOf(sso)).toEqual({
    ...{ issuer: 'https://idp.example.com', clientId: 'aicp', secret: '', scopes: [], mapping },
  });
});

it('keeps the secret that is set where none is typed', () => {
  const draft = { ...draftOf(undefined), issuer: 'https://idp', clientId: 'aicp' };
  expect(patchOf(draft)).toEqual({
    ...{ issuer: 'https://idp', client_id: 'aicp', scopes: null, role_mapping: null },
  });
  expect(bodyOf({ ...draft, secret: 's' })).toEqual({
    ...{ issuer: 'https://idp', client_id: 'aicp', client_secret: 's' },
  });
});

it('is complete with a provider, a client and no half of a mapping', () => {
  const draft = { ...draftOf(undefined), issuer: 'https://idp', clientId: 'aicp' };
  expect(isComplete(draftOf(undefined))).toBe(false);
  expect(isComplete({ ...draft, mapping })).toBe(true);
  expect(isComplete({ ...draft, mapping: [{ claim: 'groups', value: '', role: 'viewer' }] })).toBe(
    false,
  );
});
