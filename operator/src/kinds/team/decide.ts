import type { TeamFragment } from '@aicp/contracts/snapshot/admin-fragments';
import type { TeamSpec } from '@aicp/crds/team';
import { placeAllowedModels } from '../allowed-models.ts';
import { accepted, refused, type Decision, type Placed } from '../decision.ts';
import { toMembers } from '../members.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';
import type { TeamGathered } from './gather.ts';

/** A Team's list of models for the gateway, and its members for the admin service. It works without its business unit, though its keys do not. */
export function decideTeam(
  object: SourceObject,
  spec: TeamSpec,
  { organizationUid, missing }: TeamGathered,
): Decision {
  const opens = (spec.allowedModels ?? []).length > 0;
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
  const placed: Placed[] = [
    ...placeAllowedModels('team_models', object, spec.allowedModels),
    { section: 'teams', fragment },
  ];
  const decision =
    missing.length > 0
      ? refused('ReferenceNotFound', missing.join('; '), placed)
      : accepted(placed);
  return { ...decision, opens };
}
