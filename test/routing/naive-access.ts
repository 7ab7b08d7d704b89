import type { NaiveGroup, NaiveModel, NaiveNames } from './naive-names.ts';
import type { Asking, TierOf, World } from './world-types.ts';
import { NOW } from './world.ts';

/** What lists and tiers say of a request, done by hand. */
export class NaiveAccess {
  private readonly world: World;
  private readonly names: NaiveNames;
  private readonly asking: Asking;

  constructor(world: World, names: NaiveNames, asking: Asking) {
    this.world = world;
    this.names = names;
    this.asking = asking;
  }

  /** Whether a model may serve that was come by in a group, or by itself. */
  isAllowed(model: NaiveModel, group: NaiveGroup | undefined, isOriginal: boolean): boolean {
    const { organization, team, keyList } = this.asking;
    const { teamLists, organizationLists } = this.world;
    const own = [...model.names, ...(group ? [group.id] : [])];
    return (
      isListed(keyList, own) &&
      isListed(teamLists[team ?? ''] ?? [], own) &&
      isListed(organizationLists[organization ?? ''] ?? [], namesAbove(model, group, isOriginal)) &&
      this.world.tiers.every((tier, place) => !this.isIn(tier, model) || this.isGranted(place))
    );
  }

  /** Whether what serves is in a tier on approval that acts on these requests. */
  private isIn({ owner, models, labels, isOnApproval }: TierOf, model: NaiveModel): boolean {
    const { organization } = this.asking;
    if (!isOnApproval || (owner !== undefined && owner !== organization)) return false;
    const origin = model.base ?? model;
    if (labels.includes(origin.tier)) return true;
    const known = [model, origin].filter((one) => owner !== undefined || one.owner === undefined);
    const names = known.flatMap((one) => one.names);
    if (models.length > 0 && isListed(models, names)) return true;
    const groups = models
      .flatMap((entry) => this.names.called(entry, owner))
      .filter((thing) => thing.kind === 'group');
    return groups.some((group) =>
      group.members.some((member) => member.model === model || member.model === model.base),
    );
  }

  private isGranted(place: number): boolean {
    const { key, user, team, organization } = this.asking;
    return this.world.grants.some(({ tier, owner, to, expiresAt }) => {
      const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= NOW;
      if (tier !== place || isOver) return false;
      if (to.keyId !== undefined) return to.keyId === key && isWithin(owner, organization);
      if (to.teamId !== undefined) return to.teamId === team && isWithin(owner, organization);
      const isAll = to.userId === undefined;
      return owner === organization && (isAll || to.userId === user);
    });
  }
}

const isWithin = (owner: string | undefined, organization: string | undefined): boolean =>
  owner === undefined || owner === organization;

/** The names by which the platform knows what serves. */
function namesAbove(
  model: NaiveModel,
  group: NaiveGroup | undefined,
  isOriginal: boolean,
): readonly string[] {
  if (model.owner !== undefined) return model.base?.names ?? [];
  const isGroups = group !== undefined && group.owner === undefined && isOriginal;
  return isGroups ? [...model.names, group.id] : model.names;
}

function isListed(list: readonly string[], names: readonly string[]): boolean {
  if (list.length === 0) return true;
  return list.some((entry) =>
    names.some((name) =>
      entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry,
    ),
  );
}
