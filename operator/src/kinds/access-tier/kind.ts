import type { AccessTierFragment } from '@aicp/contracts/snapshot/sections/access';
import { accessTier, type AccessTierSpec } from '@aicp/crds/access-tier';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/**
 * An AccessTier closes its models where it asks for approval; where it asks for none, no service but the admin service acts on it, which reads the object itself.
 * Models that do not exist are in it as soon as they do.
 */
export const accessTierKind = operatorKind<AccessTierSpec, Missing, AccessTierFragment>({
  definition: accessTier,
  sections: () => ['access_tiers'],
  gather: (spec, lookup, referrer) => missingReferences(accessTier, spec, { lookup, referrer }),
  decide: decideAccessTier,
  keptIn: 'access_tiers',
  mayGuard: ({ requiresApproval }) => mayClose(requiresApproval),
});

function decideAccessTier(
  object: SourceObject,
  spec: AccessTierSpec,
  { missing }: Missing,
): KindVerdict {
  const { organizationId: organization, requiresApproval, models = [], modelTiers = [] } = spec;
  const fragment: AccessTierFragment = {
    source: sourceOf(object),
    id: object.name,
    organization,
    models: [...new Set(models)],
    labels: [...new Set(modelTiers)],
  };
  const fragments = requiresApproval ? [{ section: 'access_tiers', fragment }] : [];
  const verdict =
    missing.length > 0
      ? notAccepted('ReferenceNotFound', missing.join('; '), fragments)
      : accepted(fragments);
  return { ...verdict, isRead: !requiresApproval, guards: requiresApproval };
}

/** Whether a tier asked for approval, as far as can be told of what is no boolean: only what says so plainly asks for none. */
const mayClose = (requiresApproval: unknown): boolean =>
  requiresApproval !== undefined && requiresApproval !== false;
