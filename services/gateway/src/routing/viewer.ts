import type { Caller } from './caller.ts';
import type { ModelLimit, Viewer } from './catalog.ts';
import type { Deprecations } from './deprecations.ts';

/** What stands in for a viewer before a caller is known. */
export const NO_VIEW: Viewer = {
  organization: undefined,
  limits: [{ holder: 'key', allowed: { all: false, exact: new Set(), prefixes: [] } }],
  retired: undefined,
};

/** The lists of models of teams and organizations that have one, by id. */
export interface SharedLimits {
  readonly teams: ReadonlyMap<string, ModelLimit>;
  readonly organizations: ReadonlyMap<string, ModelLimit>;
}

/** What of a snapshot decides what a caller sees. */
export interface Sight {
  readonly limits: SharedLimits;
  readonly deprecations: Deprecations;
}

/** A caller as the catalog sees it: within what its key, its team and its organization all allow, without what has gone by now. */
export function viewerOf(caller: Caller, sight: Sight, nowMs: number): Viewer {
  const { teams, organizations } = sight.limits;
  const { allowed, organization, team } = caller;
  const limits: ModelLimit[] = [];
  if (!allowed.all) limits.push({ holder: 'key', allowed });
  const ofTeam = team === undefined ? undefined : teams.get(team);
  if (ofTeam) limits.push(ofTeam);
  const ofOrganization = organization === undefined ? undefined : organizations.get(organization);
  if (ofOrganization) limits.push(ofOrganization);
  return { organization, limits, retired: sight.deprecations.retiredAt(organization, nowMs) };
}
