import type {
  OrganizationFragment,
  SingleSignOn,
  TeamFragment,
} from '@aicp/contracts/snapshot/sections/accounts';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';

const sourceOf = (kind: string, name: string): Source => ({
  ...{ kind, name, uid: `${kind}-${name}`, generation: 1 },
});

type Members = OrganizationFragment['members'];

/** An organization whose people sign in by an issuer, and its members by their roles. */
export const organization = (
  id: string,
  issuer: string,
  members: Members = [],
  sso: Partial<SingleSignOn> = {},
): OrganizationFragment => ({
  ...{ source: sourceOf('Organization', id), id, members },
  sso: {
    ...{ isEnabled: true, issuer, clientId: 'aicp', clientSecret: 'none' },
    ...{ scopes: [], roleMapping: [], ...sso },
  },
});

/** A team of an organization, and its members. */
export const team = (id: string, of: string, members: Members = []): TeamFragment => ({
  ...{ source: sourceOf('Team', id), id, organization: of, members },
});
