import { Problem } from '@aicp/common/errors/problem';
import { AbTests } from '@aicp/contracts/routing/trial/ab-tests';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';
import { AccessBook, toGrant } from '@aicp/contracts/routing/catalog/access-book';
import { buildCatalog } from '@aicp/contracts/routing/catalog/build-catalog';
import { Deprecations, toDeprecation } from '@aicp/contracts/routing/catalog/deprecations';
import { FailoverBook, toFailoverRule } from '@aicp/contracts/routing/failover/failover-book';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import { PolicyBook } from '@aicp/contracts/routing/policies/policy-book';
import { whyUnusable, type RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import { toSettings, toLimits, type RoutingTables } from '@aicp/contracts/routing/tables';
import {
  allowedModelsFragment,
  policyFragment,
  settingsFragment,
  type AllowedModelsFragment,
  type PolicyFragment,
  type SettingsFragment,
} from '@aicp/contracts/snapshot/sections/policies';
import { abTestFragment } from '@aicp/contracts/snapshot/sections/abtests';
import { accessGrantFragment, accessTierFragment } from '@aicp/contracts/snapshot/sections/access';
import { failoverFragment } from '@aicp/contracts/snapshot/sections/failovers';
import {
  deprecationFragment,
  modelFragment,
  providerFragment,
  type ModelFragment,
  type ProviderFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import { Budgets } from '@aicp/contracts/budgets/budgets';
import { ModelHeirs } from '@aicp/contracts/spend/model-heirs';
import { budgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import { RateLimits } from '@aicp/contracts/limits/rate-limits';
import { rateLimitFragment } from '@aicp/contracts/snapshot/sections/rate-limits';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { z } from 'zod';

/** Routing as the committed snapshot has it: the very fragments that the gateways run, indexed in the same way. */
export interface KnownRouting {
  /** What the tables are made of. */
  readonly parts: RoutingParts;
  readonly tables: RoutingTables;
  readonly policies: readonly PolicyFragment[];
  readonly models: readonly ModelFragment[];
  readonly rateLimits: RateLimits;
  readonly budgets: Budgets;
  /** Under which of the platform's ids models count. */
  readonly heirs: ModelHeirs;
}

/** The fragments of a snapshot that decide who serves a request. */
export interface RoutingParts {
  /** `epoch.revision`. */
  readonly revision: string;
  readonly policies: readonly PolicyFragment[];
  readonly models: readonly ModelFragment[];
  readonly providers: readonly ProviderFragment[];
  readonly deprecations: readonly z.output<typeof deprecationFragment>[];
  readonly grants: readonly z.output<typeof accessGrantFragment>[];
  readonly tiers: readonly z.output<typeof accessTierFragment>[];
  readonly settings: SettingsFragment | undefined;
  readonly teams: readonly AllowedModelsFragment[];
  readonly organizations: readonly AllowedModelsFragment[];
  readonly abTests: readonly z.output<typeof abTestFragment>[];
  readonly failovers: readonly z.output<typeof failoverFragment>[];
}

/** Indexes them, as the gateways do. */
export function tablesOf(parts: RoutingParts): RoutingTables {
  const { revision, policies } = parts;
  const catalog = buildCatalog({
    providers: parts.providers.map(toProvider),
    models: parts.models,
    groups: policies.filter((policy) => policy.type === 'model_group'),
    complete: (model): RoutingModel => model,
  });
  return {
    revision,
    settings: toSettings(parts.settings),
    limits: {
      teams: toLimits('team', parts.teams),
      organizations: toLimits('organization', parts.organizations),
    },
    access: new AccessBook(parts.tiers, parts.grants.map(toGrant), catalog),
    catalog,
    deprecations: new Deprecations(parts.deprecations.map(toDeprecation), catalog),
    policies: new PolicyBook(policies, catalog, parseCondition),
    abTests: new AbTests(parts.abTests, catalog),
    failovers: new FailoverBook(
      parts.failovers.flatMap((one) => toFailoverRule(one, catalog) ?? []),
    ),
  };
}

/** Keeps the newest snapshot, and indexes it when somebody asks for the first time. */
export class RoutingSnapshot {
  private readonly reader = new SectionReader();
  private snapshot: StoredSnapshot | undefined;
  private known: KnownRouting | undefined;

  /** Takes a snapshot. It refuses none: whether a gateway can use what it says is for the gateways to report. */
  apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    this.snapshot = snapshot;
    this.known = undefined;
    return [];
  }

  /** Throws a Problem (503) where there is no snapshot yet, or none that this version can read. */
  get current(): KnownRouting {
    if (!this.snapshot) throw notReady('The configuration has not arrived yet');
    this.known ??= this.read(this.snapshot);
    return this.known;
  }

  private read(snapshot: StoredSnapshot): KnownRouting {
    const errors: FragmentError[] = [];
    const items = <S extends z.ZodType>(section: string, schema: S): readonly z.output<S>[] =>
      this.reader.read({ snapshot, section, schema, convert: (item) => item, errors });
    const policies = items('policies', policyFragment);
    const models = items('models', modelFragment);
    const parts: RoutingParts = {
      revision: `${snapshot.manifest.epoch}.${snapshot.manifest.revision}`,
      policies,
      models,
      providers: items('providers', providerFragment),
      deprecations: items('deprecations', deprecationFragment),
      grants: items('access_grants', accessGrantFragment),
      tiers: items('access_tiers', accessTierFragment),
      settings: items('settings', settingsFragment)[0],
      teams: items('team_models', allowedModelsFragment),
      organizations: items('organization_models', allowedModelsFragment),
      abTests: items('abtests', abTestFragment),
      failovers: items('failovers', failoverFragment),
    };
    const tables = tablesOf(parts);
    const rateLimits = new RateLimits({
      policies: items('rate_limits', rateLimitFragment),
      teams: parts.teams,
      globalRpm: tables.settings.globalRpmLimit,
      timeZone: tables.settings.timeZone,
    });
    const budgets = new Budgets({
      budgets: items('budgets', budgetFragment),
      timeZone: tables.settings.timeZone,
      isEnforced: tables.settings.budgetEnforcement,
    });
    const heirs = new ModelHeirs(models);
    this.reader.prune();
    if (errors.length > 0) throw notReady('This version cannot read the whole configuration');
    return { parts, tables, policies, models, rateLimits, budgets, heirs };
  }
}

/** As the gateway has it, but for the credential itself, which is the gateways' alone. */
const toProvider = ({ id, organization, isActive, credential }: ProviderFragment) => ({
  id,
  organization,
  unusable: whyUnusable({ isActive, lacksCredential: credential === 'missing' }),
});

const notReady = (what: string): Problem =>
  new Problem(503, `${what}: try again in a moment.`, { headers: { 'Retry-After': '1' } });
