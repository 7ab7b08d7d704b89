import { accessTier, type AccessTierSpec } from '@aicp/crds/access-tier';
import { readAsItIs } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';

/** An AccessTier adds nothing to a snapshot: the admin service reads the object itself where access is asked for. */
export const accessTierKind = operatorKind<AccessTierSpec, Missing>({
  definition: accessTier,
  sections: () => [],
  gather: (spec, lookup, referrer) => missingReferences(accessTier, spec, { lookup, referrer }),
  decide: (_object, _spec, { missing }) => readAsItIs(missing),
});
