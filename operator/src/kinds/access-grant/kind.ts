import type { AccessGrantFragment } from '@aicp/contracts/snapshot/sections/access';
import { accessGrant, type AccessGrantSpec } from '@aicp/crds/access-grant';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** An AccessGrant opens the models of a tier to somebody. Where something of it is missing it opens nothing, and no earlier form of it stands in: what is revoked is gone. */
export const accessGrantKind = operatorKind<AccessGrantSpec, Missing>({
  definition: accessGrant,
  sections: () => ['access_grants'],
  gather: (spec, lookup, referrer) => missingReferences(accessGrant, spec, { lookup, referrer }),
  decide: decideAccessGrant,
});

function decideAccessGrant(
  object: SourceObject,
  { tierId, organizationId, teamId, userId, keyId, expiresAt }: AccessGrantSpec,
  { missing }: Missing,
): KindVerdict {
  if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt))) {
    return notAccepted('Invalid', 'spec.expiresAt: there is no such moment: write another date');
  }
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '));
  const fragment: AccessGrantFragment = {
    source: sourceOf(object),
    tier: tierId,
    organization: organizationId,
    to: { key: keyId, team: teamId, user: userId },
    expiresAt,
  };
  return accepted([{ section: 'access_grants', fragment }]);
}
