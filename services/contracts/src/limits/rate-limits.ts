import type { RoutingModel } from '../routing/catalog/resolution.ts';
import type { Principal } from '../routing/request/principal.ts';
import type { AllowedModelsFragment } from '../snapshot/sections/policies.ts';
import type { LimitScope, RateLimitFragment } from '../snapshot/sections/rate-limits.ts';
import { CalendarDays } from './calendar-days.ts';
import { limitsOf, tightest, type Limit, type Pace } from './limit.ts';
import { PolicyTable } from './policy-table.ts';

/** Who sends a request, as far as limits go by it. A key without a name is nobody's. */
export type Limited = Pick<
  Principal,
  'key' | 'organization' | 'team' | 'user' | 'rpmLimit' | 'tpmLimit'
>;

export interface RateLimitSource {
  readonly policies: readonly RateLimitFragment[];
  /** Those without a pace count for nothing. */
  readonly teams: readonly Pick<AllowedModelsFragment, 'id' | 'rpmLimit' | 'tpmLimit'>[];
  /** Requests a minute of the whole platform. */
  readonly globalRpm: number | undefined;
  /** Of the calendar days. */
  readonly timeZone: string;
}

/** The model of a request, as far as limits go by it. */
export type LimitedModel = Pick<RoutingModel, 'id' | 'isPlatforms'> & {
  readonly base: Pick<RoutingModel, 'id'> | undefined;
};

/** What a user whom only a request names is counted as, where it has a count of its own: no such name is one that many share. */
export const claimedName = (user: string): string => `as:${user}`;

const PLATFORM = '';
/** No policy names it. */
const NO_VALUE = '';
const NO_LIMITS: readonly Limit[] = [];

/**
 * Which limits apply to which request, by one snapshot. A policy of an organization acts on its own requests alone. What does not change
 * from request to request is worked out once for each key, and once for each model and organization.
 */
export class RateLimits {
  readonly days: CalendarDays;

  private readonly owners: ReadonlyMap<string, PolicyTable>;
  private readonly teams: ReadonlyMap<string, Pace>;
  private readonly global: readonly Limit[];
  private readonly ofPrincipals = new WeakMap<Limited, readonly Limit[]>();
  private readonly ofModels = new WeakMap<LimitedModel, Map<string, readonly Limit[]>>();

  /** Throws a RangeError where there is no such time zone. */
  constructor({ policies, teams, globalRpm, timeZone }: RateLimitSource) {
    this.days = new CalendarDays(timeZone);
    const byOwner = Map.groupBy(policies, ({ organization }) => organization ?? PLATFORM);
    this.owners = new Map([...byOwner].map(([owner, some]) => [owner, new PolicyTable(some)]));
    this.teams = new Map(
      teams
        .filter(({ rpmLimit, tpmLimit }) => rpmLimit !== undefined || tpmLimit !== undefined)
        .map(({ id, rpmLimit, tpmLimit }) => [id, { rpm: rpmLimit, tpm: tpmLimit }]),
    );
    this.global = limitsOf({ rpm: globalRpm }, 'global', { kind: 'settings' });
  }

  /** Whether nothing but keys may have a limit. */
  get isEmpty(): boolean {
    return this.owners.size === 0 && this.teams.size === 0 && this.global.length === 0;
  }

  /** Those that apply to all requests of a key, each counter once. */
  of(principal: Limited): readonly Limit[] {
    let limits = this.ofPrincipals.get(principal);
    if (!limits) {
      limits = this.find(principal);
      this.ofPrincipals.set(principal, limits);
    }
    return limits;
  }

  /** Those that apply to an organization's requests to a model, beside those of its keys. */
  ofModel(model: LimitedModel, organization: string | undefined): readonly Limit[] {
    if (this.owners.size === 0) return NO_LIMITS;
    let known = this.ofModels.get(model);
    if (!known) this.ofModels.set(model, (known = new Map<string, readonly Limit[]>()));
    const own = organization ?? PLATFORM;
    let limits = known.get(own);
    if (!limits) known.set(own, (limits = this.findForModel(model, organization)));
    return limits;
  }

  /** Whether anybody limits a user whom only the request names. */
  countsUser(user: string, organization: string | undefined): boolean {
    if (this.owners.size === 0) return false;
    const isCounted = (owner: string): boolean =>
      this.owners.get(owner)?.find('user', user) !== undefined;
    return isCounted(PLATFORM) || (organization !== undefined && isCounted(organization));
  }

  /**
   * Those that apply to a user whom only the request names. `name` is what is counted: the user's, or one that many share where there
   * are too many. What a key's own user has is counted apart from it: nobody uses that up by claiming to be somebody.
   */
  ofClaimedUser(user: string, name: string, organization: string | undefined): readonly Limit[] {
    const subject = `claimed/${organization ?? PLATFORM}/${name}`;
    return tightest(this.byPolicies({ organization, scope: 'user', value: user, subject }));
  }

  private find({ key, organization, team, user, rpmLimit, tpmLimit }: Limited): readonly Limit[] {
    const own = organization ?? PLATFORM;
    const ofTeam = team === undefined ? undefined : this.teams.get(team);
    // A name may go to another organization once its object is deleted; what was counted does not go with it.
    const ofOwner = (kind: string, name: string): string =>
      organization === undefined ? `${kind}/${name}` : `${kind}/${organization}/${name}`;
    const all = (scope: LimitScope, value: string | undefined, subject: string): Limit[] =>
      value === undefined ? [] : this.byPolicies({ organization, scope, value, subject });
    return tightest([
      ...this.global,
      ...this.byOwner(PLATFORM, { scope: 'global', value: NO_VALUE, subject: 'global' }),
      ...this.ofWholeOrganization(organization),
      ...all('organization', organization, `organization/${own}`),
      ...all('team', team, ofOwner('team', team ?? '')),
      ...(ofTeam
        ? limitsOf(ofTeam, ofOwner('team', team ?? ''), { kind: 'team', name: team ?? '' })
        : []),
      ...all('user', user, `user/${own}/${user ?? ''}`),
      ...all('key', key === '' ? undefined : key, ofOwner('key', key)),
      ...limitsOf({ rpm: rpmLimit, tpm: tpmLimit }, ofOwner('key', key), { kind: 'key' }),
    ]);
  }

  /** What an organization calls global is all that it sends. */
  private ofWholeOrganization(organization: string | undefined): Limit[] {
    if (organization === undefined) return [];
    const subject = `organization/${organization}`;
    return this.byOwner(organization, { scope: 'global', value: NO_VALUE, subject });
  }

  /**
   * The platform counts a model that uses one of its own as that one; what else an organization brought is no model that the platform can
   * name. An organization counts its own requests alone.
   */
  private findForModel(model: LimitedModel, organization: string | undefined): readonly Limit[] {
    const { id, isPlatforms, base } = model;
    const served = base?.id ?? id;
    const isShared = isPlatforms || base !== undefined;
    const own = `own-model/${organization ?? PLATFORM}/${id}`;
    const subject = isShared ? `model/${served}` : own;
    const value = isShared ? served : NO_VALUE;
    const platform = this.byOwner(PLATFORM, { scope: 'model', value, subject });
    if (organization === undefined) return tightest(platform);
    const theirs = this.byOwner(organization, { scope: 'model', value: id, subject: own });
    return tightest([...platform, ...theirs]);
  }

  private byPolicies(asked: Asked & { readonly organization: string | undefined }): Limit[] {
    const { organization } = asked;
    const platform = this.byOwner(PLATFORM, asked);
    return organization === undefined
      ? platform
      : [...platform, ...this.byOwner(organization, asked)];
  }

  private byOwner(owner: string, { scope, value, subject }: Asked): Limit[] {
    const policy = this.owners.get(owner)?.find(scope, value);
    return policy ? limitsOf(policy, subject, { kind: 'policy', name: policy.id }) : [];
  }
}

interface Asked {
  readonly scope: LimitScope;
  readonly value: string;
  readonly subject: string;
}
