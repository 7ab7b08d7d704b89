import type { BusinessUnitFragment } from '@aicp/contracts/snapshot/admin-fragments';
import type { BusinessUnitSpec } from '@aicp/crds/business-unit';
import { accepted, type Decision } from '../decision.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';

/** A BusinessUnit as the admin service lists it. The gateway takes its id from keys and teams. */
export function decideBusinessUnit(object: SourceObject, spec: BusinessUnitSpec): Decision {
  const fragment: BusinessUnitFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    displayName: spec.displayName,
    slug: spec.slug,
  };
  return accepted([{ section: 'business_units', fragment }]);
}
