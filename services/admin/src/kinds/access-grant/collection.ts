import { accessGrant, grantNameFor } from '@aicp/crds/access-grant';
import { collectionOf, type Collection } from '../../resources/collection.ts';

/** Access grants have no routes of their own: they come from approvals, or from Git. */
export const accessGrantCollection = (): Collection =>
  collectionOf(accessGrant, { makeName: ({ requestId }) => grantNameFor(String(requestId)) });
