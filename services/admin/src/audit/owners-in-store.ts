import type { OwnerLookup } from '@aicp/contracts/audit/observed-owner';
import { organization } from '@aicp/crds/organization';
import { team } from '@aicp/crds/team';
import type { ObjectStore } from '../resources/store.ts';

/** The organizations and teams that there are now, by metadata.name alone. */
export function ownersIn(store: Pick<ObjectStore, 'find'>): OwnerLookup {
  const named = (kind: typeof organization | typeof team, name: string) =>
    store.find(kind, name, ({ metadata }) => metadata.name === name);
  return {
    organizationUid: (name) => named(organization, name)?.metadata.uid,
    team: (name) => named(team, name),
  };
}
