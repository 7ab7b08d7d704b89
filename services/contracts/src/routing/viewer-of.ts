import type { Caller } from './caller.ts';
import type { Deprecations } from './deprecations.ts';
import type { RoutingModel } from './served.ts';
import type { ModelLimit, Viewer } from './viewer.ts';

/** The lists of models of teams and organizations that have one, by id. */
export interface SharedLimits {
  readonly teams: ReadonlyMap<string, ModelLimit>;
  readonly organizations: ReadonlyMap<string, ModelLimit>;
}

/** What of a snapshot decides what a caller sees. */
export interface Sight<M extends RoutingModel> {
  readonly limits: SharedLimits;
  readonly deprecations: Deprecations<M>;
}

/** A caller as the catalog sees it: within what its key, its team and its organization all allow, without what has gone by now. */
export function viewerOf<M extends RoutingModel>(
  caller: Caller,
  sight: Sight<M>,
  nowMs: number,
): Viewer<M> {
  const { teams, organizations } = sight.limits;
  const { allowed, organization, team } = caller;
  const limits: ModelLimit[] = [];
  if (!allowed.all) limits.push({ holder: 'key', allowed, isAbove: false });
  const ofTeam = team === undefined ? undefined : teams.get(team);
  if (ofTeam) limits.push(ofTeam);
  const ofOrganization = organization === undefined ? undefined : organizations.get(organization);
  if (ofOrganization) limits.push(ofOrganization);
  return { organization, limits, retired: sight.deprecations.retiredAt(organization, nowMs) };
}
