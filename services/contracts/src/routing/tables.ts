import type { UnpricedModelPolicy } from '@aicp/crds/control-plane';
import type { AbTests } from './trial/ab-tests.ts';
import type { AllowedModelsFragment, SettingsFragment } from '../snapshot/sections/policies.ts';
import { toAllowedModels, type ModelLimit, type Entitlement } from './catalog/entitlement.ts';
import type { AccessBook } from './catalog/access-book.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { Deprecations } from './catalog/deprecations.ts';
import type { FailoverBook } from './failover/failover-book.ts';
import type { PolicyBook } from './policies/policy-book.ts';
import type { RoutingModel } from './catalog/resolution.ts';
import { ZonedClock } from './request/zoned-clock.ts';
import type { Principal } from './request/principal.ts';

/** What of a snapshot decides who serves a request, indexed. */
export interface RoutingTables<M extends RoutingModel = RoutingModel> {
  /** `epoch.revision`. */
  readonly revision: string;
  readonly settings: RoutingSettings;
  /** The lists of models of teams and organizations. */
  readonly limits: SharedLimits;
  /** The tiers on approval, and the grants. */
  readonly access: AccessBook;
  readonly catalog: Catalog<M>;
  readonly deprecations: Deprecations<M>;
  readonly policies: PolicyBook;
  readonly abTests: AbTests<M>;
  readonly failovers: FailoverBook<M>;
}

/** The lists of models of teams or organizations, by id. An organization's is set by the platform, above whatever it names itself. */
export const toLimits = (
  scope: 'team' | 'organization',
  fragments: readonly AllowedModelsFragment[],
): Map<string, ModelLimit> =>
  new Map(
    fragments.flatMap(({ id, allowedModels }) => {
      const allowed = toAllowedModels(allowedModels);
      const isAbove = scope === 'organization';
      return allowed.all ? [] : [[id, { holder: `${scope} ${id}`, allowed, isAbove }]];
    }),
  );

/** The installation's settings, as requests use them. */
export interface RoutingSettings {
  readonly routingPolicies: boolean;
  readonly costTracking: boolean;
  readonly budgetEnforcement: boolean;
  readonly maintenanceMode: boolean;
  readonly defaultModel: string | undefined;
  readonly environment: string | undefined;
  readonly clock: ZonedClock;
  readonly timeZone: string;
  /** Requests a minute of the whole platform. */
  readonly globalRpmLimit: number | undefined;
  /** What becomes of requests for models that have no price. */
  readonly unpricedModelPolicy: UnpricedModelPolicy;
  /** How long decision records are kept; 0: not at all. */
  readonly decisionDays: number;
  /** How answers are kept and given again; undefined: they are not. */
  readonly cache: SettingsFragment['cache'];
}

const ALL_ON: SettingsFragment['features'] = {
  routingPolicies: true,
  costTracking: true,
  maintenanceMode: false,
};

const isNotOff = (value: boolean | undefined): boolean => value !== false;

/** Where no settings are known. */
const USUAL: Omit<SettingsFragment, 'source'> = {
  features: ALL_ON,
  timeZone: 'UTC',
  retention: { decisionDays: 0 },
};

/** Throws a RangeError where there is no such time zone. */
export function toSettings(fragment: SettingsFragment | undefined): RoutingSettings {
  const { features, timeZone, retention, ...settings } = fragment ?? USUAL;
  const { routingPolicies, costTracking, maintenanceMode } = features;
  return {
    routingPolicies,
    costTracking,
    budgetEnforcement: isNotOff(features.budgetEnforcement),
    maintenanceMode,
    defaultModel: settings.defaultModel,
    environment: settings.environment,
    clock: new ZonedClock(timeZone),
    timeZone,
    globalRpmLimit: settings.globalRpmLimit,
    unpricedModelPolicy: settings.unpricedModelPolicy ?? 'warn',
    decisionDays: retention.decisionDays,
    cache: features.semanticCache === true ? settings.cache : undefined,
  };
}

/** The lists of models of teams and organizations that have one, by id. */
export interface SharedLimits {
  readonly teams: ReadonlyMap<string, ModelLimit>;
  readonly organizations: ReadonlyMap<string, ModelLimit>;
}

/** The parts of a snapshot that decide what a principal may see and use. */
export interface EntitlementSource<M extends RoutingModel> {
  readonly limits: SharedLimits;
  readonly access: Pick<AccessBook, 'accessOf'>;
  readonly deprecations: Pick<Deprecations<M>, 'retiredAt'>;
}

/** What a principal may see and use: what its key, its team and its organization all allow, of tiers on approval those that it was granted, without what is past its sunset. */
export function entitlementOf<M extends RoutingModel>(
  principal: Principal,
  source: EntitlementSource<M>,
  nowMs: number,
): Entitlement<M> {
  const { teams, organizations } = source.limits;
  const { allowed, organization, team } = principal;
  const limits: ModelLimit[] = [];
  if (!allowed.all) limits.push({ holder: 'key', allowed, isAbove: false });
  const ofTeam = team === undefined ? undefined : teams.get(team);
  if (ofTeam) limits.push(ofTeam);
  const ofOrganization = organization === undefined ? undefined : organizations.get(organization);
  if (ofOrganization) limits.push(ofOrganization);
  const tiers = source.access.accessOf(principal, nowMs);
  const retired = source.deprecations.retiredAt(organization, nowMs);
  return { organization, limits, tiers, retired };
}
