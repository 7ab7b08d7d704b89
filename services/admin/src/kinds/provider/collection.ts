import { provider } from '@aicp/crds/provider';
import { scopeOf } from '../../access/permissions.ts';
import type { Principal } from '@aicp/api-kit/access/principal';
import { collectionOf, type Collection } from '../../resources/collection.ts';

/** What an organization reads of a provider: who serves its models, and not where or with which credential. */
const OUTWARD = [
  ...['id', 'uid', 'name', 'type', 'is_active', 'created_at', 'updated_at'],
  ...['ready', 'managed_by', 'read_only'],
];

const answeredTo = ({ role }: Principal): readonly string[] | undefined =>
  scopeOf(role, 'providers:read') === 'all' ? undefined : OUTWARD;

/** Providers. Organizations read what serves their models; conditions are left out, as their messages hold addresses. */
export const providerCollection = (): Collection =>
  collectionOf(provider, {
    answeredTo,
  });
