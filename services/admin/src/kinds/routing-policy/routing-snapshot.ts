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
  type PolicyFragment,
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
  readonly tables: RoutingTables;
  readonly policies: readonly PolicyFragment[];
  readonly models: readonly ModelFragment[];
  readonly rateLimits: RateLimits;
  readonly budgets: Budgets;
  /** Under which of the platform's ids models count. */
  readonly heirs: ModelHeirs;
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
    const catalog = buildCatalog({
      providers: items('providers', providerFragment).map(toProvider),
      models,
      groups: policies.filter((policy) => policy.type === 'model_group'),
      complete: (model): RoutingModel => model,
    });
    const deprecations = items('deprecations', deprecationFragment).map(toDeprecation);
    const grants = items('access_grants', accessGrantFragment).map(toGrant);
    const tables: RoutingTables = {
      revision: `${snapshot.manifest.epoch}.${snapshot.manifest.revision}`,
      settings: toSettings(items('settings', settingsFragment)[0]),
      limits: {
        teams: toLimits('team', items('team_models', allowedModelsFragment)),
        organizations: toLimits(
          'organization',
          items('organization_models', allowedModelsFragment),
        ),
      },
      access: new AccessBook(items('access_tiers', accessTierFragment), grants, catalog),
      catalog,
      deprecations: new Deprecations(deprecations, catalog),
      policies: new PolicyBook(policies, catalog, parseCondition),
      abTests: new AbTests(items('abtests', abTestFragment), catalog),
      failovers: new FailoverBook(
        items('failovers', failoverFragment).flatMap((one) => toFailoverRule(one, catalog) ?? []),
      ),
    };
    const rateLimits = new RateLimits({
      policies: items('rate_limits', rateLimitFragment),
      teams: items('team_models', allowedModelsFragment),
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
    return { tables, policies, models, rateLimits, budgets, heirs };
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
