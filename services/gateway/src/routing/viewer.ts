import type { AllowedModels } from './allowed-models.ts';
import type { Caller } from './caller.ts';

/** One list that a request's models have to be on. */
export interface ModelLimit {
  /** Whose list it is, as decisions and answers name it: `key`, `team ml`, `organization acme`. */
  readonly holder: string;
  readonly allowed: AllowedModels;
}

/** Who asks: what is visible to it, and what of that it may use. */
export interface Viewer {
  readonly organization: string | undefined;
  /** What it uses has to be on every one of these lists; none allows all. */
  readonly limits: readonly ModelLimit[];
}

/** What stands in for a viewer before a caller is known. */
export const NO_VIEW: Viewer = {
  organization: undefined,
  limits: [{ holder: 'key', allowed: { all: false, exact: new Set(), prefixes: [] } }],
};

/** The lists of models of teams and organizations that have one, by id. */
export interface SharedLimits {
  readonly teams: ReadonlyMap<string, ModelLimit>;
  readonly organizations: ReadonlyMap<string, ModelLimit>;
}

/** A caller as the catalog sees it: within what its key, its team and its organization all allow. */
export function viewerOf(caller: Caller, { teams, organizations }: SharedLimits): Viewer {
  const { allowed, organization, team } = caller;
  const limits: ModelLimit[] = [];
  if (!allowed.all) limits.push({ holder: 'key', allowed });
  const ofTeam = team === undefined ? undefined : teams.get(team);
  if (ofTeam) limits.push(ofTeam);
  const ofOrganization = organization === undefined ? undefined : organizations.get(organization);
  if (ofOrganization) limits.push(ofOrganization);
  return { organization, limits };
}
