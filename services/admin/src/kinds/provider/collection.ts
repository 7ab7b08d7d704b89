import { provider } from '@aicp/crds/provider';
import { scopeOf } from '../../access/permissions.ts';
import { collectionOf, type Collection } from '../../resources/collection.ts';

/** What an organization reads of a provider: who serves its models, and not where or with which credential. */
const OUTWARD = [
  ...['id', 'uid', 'name', 'type', 'is_active', 'created_at', 'updated_at'],
  ...['ready', 'managed_by', 'read_only'],
];

/** Providers. Organizations read what serves their models; conditions are left out, as their messages hold addresses. */
export const providerCollection = (): Collection =>
  collectionOf(provider, {
    outward: {
      fields: OUTWARD,
      isFor: ({ role }) => scopeOf(role, 'providers:read') !== 'all',
    },
  });
