import type { AccessGrantFragment, AccessTierFragment } from '../../snapshot/sections/access.ts';
import { TierMembers, type NamedModels, type TiersOfModels } from './tier-members.ts';
import type { RoutingModel } from './resolution.ts';

/** Who sends a request, as far as grants name it. The user is the key's own. */
export interface Grantee {
  readonly key: string;
  readonly organization: string | undefined;
  readonly team: string | undefined;
  readonly user: string | undefined;
}

/** The tiers on approval that a principal is held to, by model, and the ids of those that it was granted. */
export interface TierAccess {
  /** The platform's. */
  readonly shared: TiersOfModels;
  /** Those of its organization. */
  readonly own: TiersOfModels;
  readonly granted: ReadonlySet<string>;
}

/** Whether a model is in a tier that was not granted. */
export const isClosedTo = (model: RoutingModel, { shared, own, granted }: TierAccess): boolean =>
  lacksOne(shared.get(model), granted) || lacksOne(own.get(model), granted);

/** Ids of the tiers of a model that were not granted. */
export const tiersClosing = (
  model: RoutingModel,
  { shared, own, granted }: TierAccess,
): readonly string[] =>
  [...(shared.get(model) ?? []), ...(own.get(model) ?? [])].filter((tier) => !granted.has(tier));

const lacksOne = (tiers: readonly string[] | undefined, granted: ReadonlySet<string>): boolean =>
  tiers?.some((tier) => !granted.has(tier)) === true;

/** A grant as requests are held against it. */
export interface Grant {
  readonly tier: string;
  readonly to: AccessGrantFragment['to'];
  /** Whose requests alone it is for; undefined: of whatever organization its team or its key is. */
  readonly organization: string | undefined;
  /** Milliseconds since 1970: the first moment at which it is over. */
  readonly until: number;
}

/** Throws a RangeError for an end that is no moment. */
export function toGrant({ tier, organization, to, expiresAt }: AccessGrantFragment): Grant {
  const until = expiresAt === undefined ? Infinity : Date.parse(expiresAt);
  if (Number.isNaN(until)) throw new RangeError(`"${expiresAt}" is no moment`);
  return { tier, organization, to, until };
}

/** What a principal was granted, which is so from one moment until before another (milliseconds since 1970). */
interface Held {
  readonly from: number;
  readonly until: number;
  readonly access: TierAccess;
}

/**
 * All tiers that ask for approval, and all grants. Which models are in which tier is worked out once for a snapshot; what a principal holds, once for each
 * moment at which one of its grants ends.
 */
export class AccessBook {
  private readonly members: TierMembers;
  private readonly grants = new Map<string, Grant[]>();
  private readonly held = new WeakMap<Grantee, Held>();

  constructor(
    tiers: readonly AccessTierFragment[],
    grants: readonly Grant[],
    catalog: NamedModels,
  ) {
    this.members = new TierMembers(tiers, catalog);
    for (const grant of grants) {
      const holder = holderOf(grant.to, grant.organization);
      const known = this.grants.get(holder);
      if (known) known.push(grant);
      else this.grants.set(holder, [grant]);
    }
  }

  /** The tiers that a principal is held to at a moment (milliseconds since 1970), and what of them it holds; undefined where it is held to none. */
  accessOf(principal: Grantee, nowMs: number): TierAccess | undefined {
    const { shared } = this.members;
    const own = this.members.of(principal.organization);
    if (shared.size === 0 && own.size === 0) return undefined;
    const known = this.held.get(principal);
    if (known && known.from <= nowMs && nowMs < known.until) return known.access;
    const held = this.heldAt(principal, nowMs, { shared, own });
    this.held.set(principal, held);
    return held.access;
  }

  private heldAt(
    principal: Grantee,
    nowMs: number,
    tiers: Pick<TierAccess, 'shared' | 'own'>,
  ): Held {
    let [from, until] = [-Infinity, Infinity];
    const granted = new Set<string>();
    for (const grant of this.grantsOf(principal)) {
      if (grant.until > nowMs) {
        granted.add(grant.tier);
        until = Math.min(until, grant.until);
      } else from = Math.max(from, grant.until);
    }
    return { from, until, access: { shared: tiers.shared, own: tiers.own, granted } };
  }

  private grantsOf({ key, team, user, organization }: Grantee): readonly Grant[] {
    if (this.grants.size === 0) return [];
    const holders = [
      holderOf({ key }, organization),
      ...(team === undefined ? [] : [holderOf({ team }, organization)]),
      ...(user === undefined ? [] : [holderOf({ user }, organization)]),
      ...(organization === undefined ? [] : [holderOf({}, organization)]),
    ];
    return holders
      .flatMap((holder) => this.grants.get(holder) ?? [])
      .filter((grant) => grant.organization === undefined || grant.organization === organization);
  }
}

/** Under which name the grants of somebody are kept. A person is one within an organization only; keys and teams are one everywhere. */
function holderOf(
  { key, team, user }: AccessGrantFragment['to'],
  organization: string | undefined,
): string {
  if (key !== undefined) return `key/${key}`;
  if (team !== undefined) return `team/${team}`;
  if (user !== undefined) return `user/${organization ?? ''}/${user}`;
  return `organization/${organization ?? ''}`;
}
