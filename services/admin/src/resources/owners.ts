import { businessUnit } from '@aicp/crds/business-unit';
import type { OwnerBinding } from '@aicp/crds/kit/conditions';
import { type KindDefinition, API_VERSION } from '@aicp/crds/kit/kind';
import { team } from '@aicp/crds/team';
import type { Spec } from './collection.ts';
import type { ObjectStore } from './store.ts';
import type { StoredObject } from './stored-object.ts';

/** A new spec with the organization of the team, or else of the business unit, that it names, where it names no organization itself. */
export function withOwner(kind: KindDefinition, spec: Spec, store: ObjectStore): Spec {
  const { properties = {} } = kind.structural.spec;
  if (properties['organizationId'] === undefined || spec['organizationId'] !== undefined) {
    return spec;
  }
  const { teamId, businessUnitId } = spec;
  const owner =
    (typeof teamId === 'string' ? store.find(team, teamId) : undefined) ??
    (typeof businessUnitId === 'string' ? store.find(businessUnit, businessUnitId) : undefined);
  const organizationId = owner?.spec['organizationId'];
  return typeof organizationId === 'string' ? { ...spec, organizationId } : spec;
}

/** The organization that the operator bound this very object to; undefined where it has recorded none. */
export function recordedOwner({ metadata, status }: StoredObject): OwnerBinding | undefined {
  // The operator alone writes the status, and the API checked its schema.
  const owner = status?.['owner'] as OwnerBinding | undefined;
  return owner !== undefined && owner.objectUid === metadata.uid ? owner : undefined;
}

/** Metadata of what is made for an object: Kubernetes removes it together with its owner. */
export const ownedBy = ({ kind, metadata }: StoredObject) => ({
  ownerReferences: [{ apiVersion: API_VERSION, kind, name: metadata.name, uid: metadata.uid }],
});
