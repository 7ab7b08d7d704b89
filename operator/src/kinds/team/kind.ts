import type { TeamFragment } from '@aicp/contracts/snapshot/sections/accounts';
import { team, type TeamSpec } from '@aicp/crds/team';
import { fragmentOfAllowedModels, limitsModels, toMembers } from '../kit/accounts.ts';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

interface Gathered {
  /** metadata.uid of the Organization that it is bound to. */
  readonly organizationUid: string | undefined;
  /** A sentence on the business unit that it names, where that does not exist for it. */
  readonly missing: readonly string[];
}

/** A Team's list of models for the gateway, and its members for the admin service. It works without its business unit, though its keys do not. */
export const teamKind = operatorKind<TeamSpec, Gathered>({
  definition: team,
  sections: () => ['team_models', 'teams'],
  keptIn: 'team_models',
  mayGuard: limitsModels,
  gather: (spec, lookup, object) => ({
    organizationUid: lookup.owner(object.uid)?.binding?.organizationUid,
    missing: missingReferences(team, spec, { lookup, referrer: object }).missing,
  }),
  decide: decideTeam,
});

function decideTeam(
  object: SourceObject,
  spec: TeamSpec,
  { organizationUid, missing }: Gathered,
): KindVerdict {
  const guards = (spec.allowedModels ?? []).length > 0;
  const fragment: TeamFragment = {
    source: sourceOf(object),
    id: object.name,
    displayName: spec.displayName,
    slug: spec.slug,
    organization: spec.organizationId,
    organizationUid,
    businessUnit: spec.businessUnitId,
    members: toMembers(spec.members),
  };
  const fragments: SectionFragment[] = [
    ...fragmentOfAllowedModels('team_models', object, spec.allowedModels),
    { section: 'teams', fragment },
  ];
  const verdict =
    missing.length > 0
      ? notAccepted('ReferenceNotFound', missing.join('; '), fragments)
      : accepted(fragments);
  return { ...verdict, guards };
}
