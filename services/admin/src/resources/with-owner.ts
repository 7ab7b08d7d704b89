import { businessUnit } from '@aicp/crds/business-unit';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { team } from '@aicp/crds/team';
import type { Spec } from './collection.ts';
import type { ObjectStore } from './store.ts';

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
