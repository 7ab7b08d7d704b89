import type { ApiObject } from '../../../api/api-object.ts';

/** Who may raise a budget, for whom may not. */
export const raisersOf = ({
  organization_id: owner,
}: Pick<ApiObject, 'organization_id'>): string =>
  typeof owner === 'string' && owner !== ''
    ? `Who needs more asks an organization administrator of ${owner}, or a platform administrator: these may raise it.`
    : 'Who needs more asks a platform administrator, who alone may raise it.';
