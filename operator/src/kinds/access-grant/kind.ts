import { accessGrant, grantNameFor, type AccessGrantSpec } from '@aicp/crds/access-grant';
import { readAsItIs, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';
import type { SourceObject } from '../kit/source-object.ts';

/**
 * An AccessGrant adds nothing to a snapshot. The admin service keeps one that it made in step with the request that it was granted on; one
 * that somebody wrote is stored.
 */
export const accessGrantKind = operatorKind<AccessGrantSpec, Missing>({
  definition: accessGrant,
  sections: () => [],
  gather: (spec, lookup, referrer) => missingReferences(accessGrant, spec, { lookup, referrer }),
  decide: decideAccessGrant,
});

const UNASKED =
  'no request for access stands behind it, and the gateway of this version asks for no grant';

function decideAccessGrant(
  { name }: SourceObject,
  { requestId }: AccessGrantSpec,
  { missing }: Missing,
): KindVerdict {
  const verdict = readAsItIs(missing);
  const isKept = requestId !== undefined && name === grantNameFor(requestId);
  return isKept ? verdict : { ...verdict, notEnforced: UNASKED };
}
