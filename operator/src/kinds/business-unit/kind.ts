import type { BusinessUnitFragment } from '@aicp/contracts/snapshot/sections/accounts';
import { businessUnit, type BusinessUnitSpec } from '@aicp/crds/business-unit';
import { accepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** A BusinessUnit as the admin service lists it. The gateway takes its id from keys and teams. */
export const businessUnitKind = operatorKind<BusinessUnitSpec, null>({
  definition: businessUnit,
  sections: () => ['business_units'],
  keptIn: 'business_units',
  gather: () => null,
  decide: decideBusinessUnit,
});

function decideBusinessUnit(object: SourceObject, spec: BusinessUnitSpec): KindVerdict {
  const fragment: BusinessUnitFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    displayName: spec.displayName,
    slug: spec.slug,
  };
  return accepted([{ section: 'business_units', fragment }]);
}
