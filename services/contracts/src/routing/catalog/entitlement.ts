import { isClosedTo, tiersClosing, type TierAccess } from './access-book.ts';
import {
  isVisible,
  platformNames,
  type RoutingGroup,
  type RoutingModel,
  type Resolution,
} from './resolution.ts';

/** What is not served any more, and what stands in for it. */
export interface Retired<M extends RoutingModel = RoutingModel> {
  readonly names: ReadonlyMap<string, Resolution<M> | undefined>;
  readonly models: ReadonlyMap<RoutingModel, Resolution<M> | undefined>;
}

/** One list that a request's models have to be on. */
export interface ModelLimit {
  /** Whose list it is, as decisions and answers name it: `key`, `team ml`, `organization acme`. */
  readonly holder: string;
  readonly allowed: AllowedModels;
  /** Whether the platform set it above the organization, so that only the platform's names count. */
  readonly isAbove: boolean;
}

/** What a principal may see, and what of that it may use. */
export interface Entitlement<M extends RoutingModel = RoutingModel> {
  readonly organization: string | undefined;
  /** What it uses has to be on every one of these lists; none allows all. */
  readonly limits: readonly ModelLimit[];
  /** The tiers on approval that it is held to, and those of them that it was granted; undefined: it is held to none. */
  readonly tiers: TierAccess | undefined;
  /** What has gone for it by now; undefined: nothing. */
  readonly retired: Retired<M> | undefined;
}

/**
 * Whether a principal with this entitlement may use it. What serves in the end must be in no tier on approval that the principal was not granted. Every list that limits the principal has to allow it: a model by any of its names; a group by its own
 * name, and then with all its members, or by a member that is allowed, and then with such members only.
 */
export function mayUse<M extends RoutingModel>(
  resolution: Resolution<M>,
  entitlement: Entitlement<M>,
): boolean {
  return usableMembers(resolution, entitlement).length > 0;
}

export interface Member<M extends RoutingModel> {
  readonly model: M;
  readonly weight: number;
}

/** The models behind something that may serve the principal, with their shares. A model past its sunset is replaced by what stands in for it. */
export function usableMembers<M extends RoutingModel>(
  resolution: Resolution<M>,
  entitlement: Entitlement<M>,
): readonly Member<M>[] {
  if (resolution.kind === 'model')
    return isUsable(resolution, undefined, entitlement) ? [alone(resolution)] : [];
  return presentMembers(resolution, entitlement).flatMap(({ member, isOriginal }) =>
    isUsable(member.model, { group: resolution, isOriginal }, entitlement) ? [member] : [],
  );
}

/** All models behind something that the principal may see, whether it may use them or not. */
export function membersOf<M extends RoutingModel>(
  resolution: Resolution<M>,
  entitlement: Entitlement<M>,
): readonly M[] {
  if (resolution.kind === 'model') return [resolution];
  return presentMembers(resolution, entitlement).flatMap(({ member: { model } }) =>
    isVisible(model, entitlement) ? [model] : [],
  );
}

const alone = <M extends RoutingModel>(model: M): Member<M> => ({ model, weight: 1 });

interface PresentMember<M extends RoutingModel> {
  readonly member: Member<M>;
  /** False for what stands in for a member that has gone. */
  readonly isOriginal: boolean;
}

function presentMembers<M extends RoutingModel>(
  group: RoutingGroup<M>,
  { retired }: Entitlement<M>,
): readonly PresentMember<M>[] {
  if (!retired) return group.members.map((member) => ({ member, isOriginal: true }));
  const present = new Map<M, { weight: number; isOriginal: boolean }>();
  for (const { model, weight } of group.members) {
    const isOriginal = !retired.models.has(model);
    for (const one of isOriginal ? [model] : standIns(model, retired)) {
      const known = present.get(one);
      present.set(one, {
        weight: (known?.weight ?? 0) + weight,
        isOriginal: isOriginal || known?.isOriginal === true,
      });
    }
  }
  return [...present].map(([model, { weight, isOriginal }]) => ({
    member: { model, weight },
    isOriginal,
  }));
}

/** What stands in for a model that has gone; nothing where that leads in a circle. */
function standIns<M extends RoutingModel>(
  gone: M,
  retired: Retired<M>,
  seen: ReadonlySet<M> = new Set(),
): readonly M[] {
  if (!retired.models.has(gone)) return [gone];
  const instead = retired.models.get(gone);
  if (!instead || seen.has(gone)) return [];
  const models = instead.kind === 'group' ? instead.members.map(({ model }) => model) : [instead];
  return models.flatMap((model) => standIns(model, retired, new Set([...seen, gone])));
}

/** How a model was come by, where it was not by a name of its own. */
interface Through<M extends RoutingModel> {
  readonly group: RoutingGroup<M>;
  readonly isOriginal: boolean;
}

const isUsable = <M extends RoutingModel>(
  model: M,
  through: Through<M> | undefined,
  entitlement: Entitlement<M>,
): boolean =>
  isVisible(model, entitlement) &&
  !(entitlement.tiers && isClosedTo(model, entitlement.tiers)) &&
  entitlement.limits.every((limit) => allows(limit, model, through));

function allows<M extends RoutingModel>(
  { allowed, isAbove }: ModelLimit,
  model: M,
  through: Through<M> | undefined,
): boolean {
  if (allowsAnyOf(allowed, isAbove ? platformNames(model) : model.names)) return true;
  if (!through) return false;
  const { group, isOriginal } = through;
  const vouches = !isAbove || (group.isPlatforms && model.isPlatforms && isOriginal);
  return vouches && allowsAnyOf(allowed, group.names);
}

/** The lists that refuse it: each list that refuses it alone, or else all lists, which refuse it together. None where tiers alone do. */
export function refusingLimits<M extends RoutingModel>(
  resolution: Resolution<M>,
  entitlement: Entitlement<M>,
): readonly ModelLimit[] {
  const { limits } = entitlement;
  const untiered = { ...entitlement, tiers: undefined };
  if (mayUse(resolution, untiered)) return [];
  const alone = limits.filter((limit) => !mayUse(resolution, { ...untiered, limits: [limit] }));
  return alone.length > 0 ? alone : limits;
}

/** Ids of the tiers that have to be granted before it may be used, where the lists allow it: of a group, those of the member that lacks the fewest. */
export function refusingTiers<M extends RoutingModel>(
  resolution: Resolution<M>,
  entitlement: Entitlement<M>,
): readonly string[] {
  const { tiers } = entitlement;
  if (!tiers) return [];
  const closing = usableMembers(resolution, { ...entitlement, tiers: undefined }).map(({ model }) =>
    tiersClosing(model, tiers),
  );
  return closing.reduce(
    (least, one) => (one.length < least.length ? one : least),
    closing[0] ?? [],
  );
}

/** Which models may be used: all, or those that a list's entries name. */
export interface AllowedModels {
  readonly all: boolean;
  readonly exact: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

/** Reads a list: ids, aliases, groups, or a prefix ending in `*`. An empty list allows all, as `*` does. */
export function toAllowedModels(entries: readonly string[]): AllowedModels {
  const prefixes = entries.filter((entry) => entry.endsWith('*'));
  return {
    all: entries.length === 0 || entries.includes('*'),
    exact: new Set(entries.filter((entry) => !entry.endsWith('*'))),
    prefixes: prefixes.map((entry) => entry.slice(0, -1)),
  };
}

/** Whether the list names something by one of its names. */
export function allowsAnyOf(allowed: AllowedModels, names: readonly string[]): boolean {
  if (allowed.all) return true;
  return names.some(
    (name) => allowed.exact.has(name) || allowed.prefixes.some((prefix) => name.startsWith(prefix)),
  );
}
