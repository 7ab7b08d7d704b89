import type { AccessTierFragment } from '@aicp/contracts/snapshot/sections/access';
import { accessTier, type AccessTierSpec } from '@aicp/crds/access-tier';
import { z } from 'zod';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { viewsOf, type ViewOf } from '../kit/lookup.ts';
import { operatorKind, type Seen } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { closedBy, CLOSED_FROM } from './closed-by.ts';

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
  keep: (fragment) => (fragment.isPartial ? [] : inSection(fragment)),
  mayGuard: ({ requiresApproval }) => mayClose(requiresApproval),
  standIn: readInPart,
  view: { keyOf: ({ name }) => name, of: viewTier },
  remarks: closedBy,
  remarksFrom: CLOSED_FROM,
});

/** A tier as grants see it. */
export interface TierView {
  /** After so many days, a grant ends at the latest. */
  readonly days: number | undefined;
}

export const tierNamed = viewsOf('AccessTier') as ViewOf<TierView>;

function viewTier({ spec }: Seen<AccessTierSpec>): TierView {
  return { days: spec?.maxGrantDurationDays };
}

const inSection = (fragment: AccessTierFragment): SectionFragment[] => [
  { section: 'access_tiers', fragment },
];

function decideAccessTier(
  object: SourceObject,
  spec: AccessTierSpec,
  { missing }: Missing,
): KindVerdict {
  const { requiresApproval } = spec;
  const fragments = requiresApproval ? inSection(fragmentOf(object, spec)) : [];
  const verdict =
    missing.length > 0
      ? notAccepted('ReferenceNotFound', missing.join('; '), fragments)
      : accepted(fragments);
  return { ...verdict, isRead: !requiresApproval, guards: requiresApproval };
}

const fragmentOf = (
  object: SourceObject,
  {
    organizationId: organization,
    models = [],
    modelTiers = [],
  }: Pick<AccessTierSpec, 'organizationId' | 'models' | 'modelTiers'>,
): AccessTierFragment => ({
  source: sourceOf(object),
  id: object.name,
  organization,
  models: [...new Set(models)],
  labels: [...new Set(modelTiers)],
});

/** Whether a tier asked for approval, as far as can be told of what is no boolean: only what says so plainly asks for none. */
const mayClose = (requiresApproval: unknown): boolean =>
  requiresApproval !== undefined && requiresApproval !== false;

/** The names in a list, and what else stands in it left out. */
const names = z
  .array(z.unknown())
  .catch([])
  .transform((all) => all.filter((one) => typeof one === 'string'));

const readable = z.object({
  organizationId: z.string().optional(),
  requiresApproval: z.unknown(),
  models: names,
  modelTiers: names,
});

/** What can be told of a tier that is not valid: a fault in one field must not open what the others close. */
function readInPart(object: SourceObject): SectionFragment[] {
  const { data: spec } = readable.safeParse(object.spec);
  if (!spec || !mayClose(spec.requiresApproval)) return [];
  return inSection({ ...fragmentOf(object, spec), isPartial: true });
}
