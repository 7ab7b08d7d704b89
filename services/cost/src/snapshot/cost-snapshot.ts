import { KeysBySection, readKeys } from '@aicp/api-kit/access/keys-by-section';
import { Problem } from '@aicp/common/errors/problem';
import { AbTests } from '@aicp/contracts/routing/trial/ab-tests';
import { abTestFragment } from '@aicp/contracts/snapshot/sections/abtests';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';
import { Budgets } from '@aicp/contracts/budgets/budgets';
import { AccessBook, toGrant } from '@aicp/contracts/routing/catalog/access-book';
import { buildCatalog } from '@aicp/contracts/routing/catalog/build-catalog';
import { Deprecations, toDeprecation } from '@aicp/contracts/routing/catalog/deprecations';
import { whyUnusable } from '@aicp/contracts/routing/catalog/resolution';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import { FailoverBook } from '@aicp/contracts/routing/failover/failover-book';
import { PolicyBook } from '@aicp/contracts/routing/policies/policy-book';
import { toLimits, toSettings, type RoutingTables } from '@aicp/contracts/routing/tables';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { accessGrantFragment, accessTierFragment } from '@aicp/contracts/snapshot/sections/access';
import { budgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import {
  deprecationFragment,
  modelFragment,
  providerFragment,
  type ProviderFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import {
  allowedModelsFragment,
  policyFragment,
  settingsFragment,
} from '@aicp/contracts/snapshot/sections/policies';
import type { z } from 'zod';
import { ModelHeirs } from '@aicp/contracts/spend/model-heirs';
import { encodingOf, type Encoding } from '../tokens/counting/encodings.ts';
import { toCostModel, type CostModel } from './cost-model.ts';

/** What this service needs of a snapshot, indexed. The same object until the next one comes. */
export interface Known {
  readonly tables: RoutingTables<CostModel>;
  readonly keys: KeysBySection;
  readonly budgets: Budgets;
  /** What models are called at their providers, by metadata.name. */
  readonly upstreamNames: ReadonlyMap<string, string>;
  /** Those that some model reads in. */
  readonly encodings: ReadonlySet<Encoding>;
  /** Under which of the platform's ids spend counts. */
  readonly heirs: ModelHeirs;
  /** Whether the settings ask for a key of whoever asks. */
  readonly requiresAuth: boolean;
}

/** Models, prices, keys, policies and budgets as the snapshot in use has them. */
export class CostSnapshot {
  private readonly reader = new SectionReader();
  private known: Known | undefined;

  /** Throws a Problem (503) before the first snapshot. */
  get current(): Known {
    if (this.known) return this.known;
    throw new Problem(503, 'The configuration has not arrived yet: try again in a moment.', {
      headers: { 'Retry-After': '1' },
    });
  }

  /** Undefined before the first snapshot. */
  get latest(): Known | undefined {
    return this.known;
  }

  /** Takes a snapshot, all or nothing; answers the fragments that can't be read. */
  apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    const errors: FragmentError[] = [];
    const items = <S extends z.ZodType>(section: string, schema: S): readonly z.output<S>[] =>
      this.reader.read({ snapshot, section, schema, convert: (item) => item, errors });
    const keys = readKeys(this.reader, snapshot, errors);
    const fragments = items('budgets', budgetFragment);
    const settings = items('settings', settingsFragment)[0];
    const tables = attempt(() => toTables(snapshot, items, settings), errors);
    this.reader.prune();
    if (errors.length > 0 || !tables) return errors;
    this.known = {
      tables,
      keys: new KeysBySection(keys, this.known?.keys),
      budgets: new Budgets({
        budgets: fragments,
        timeZone: tables.settings.timeZone,
        isEnforced: tables.settings.budgetEnforcement,
      }),
      upstreamNames: new Map(
        tables.catalog.models.map(({ name, fragment }) => [name, fragment.upstreamModel]),
      ),
      encodings: new Set(
        tables.catalog.models.map(({ fragment }) => encodingOf(fragment.upstreamModel)),
      ),
      heirs: new ModelHeirs(tables.catalog.models.map(({ fragment }) => fragment)),
      requiresAuth: settings?.requireAuth === true,
    };
    return [];
  }
}

/** What cannot be indexed, such as a condition of a later version, is refused and not half used. */
function attempt<T>(build: () => T, errors: FragmentError[]): T | undefined {
  try {
    return build();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    errors.push({ section: 'policies', message });
    return undefined;
  }
}

type Items = <S extends z.ZodType>(section: string, schema: S) => readonly z.output<S>[];

function toTables(
  { manifest }: StoredSnapshot,
  items: Items,
  settings: z.output<typeof settingsFragment> | undefined,
): RoutingTables<CostModel> {
  const policies = items('policies', policyFragment);
  const catalog = buildCatalog({
    providers: items('providers', providerFragment).map(toProvider),
    models: items('models', modelFragment),
    groups: policies.filter((policy) => policy.type === 'model_group'),
    complete: toCostModel,
  });
  const grants = items('access_grants', accessGrantFragment).map(toGrant);
  return {
    revision: `${manifest.epoch}.${manifest.revision}`,
    settings: toSettings(settings),
    limits: {
      teams: toLimits('team', items('team_models', allowedModelsFragment)),
      organizations: toLimits('organization', items('organization_models', allowedModelsFragment)),
    },
    access: new AccessBook(items('access_tiers', accessTierFragment), grants, catalog),
    catalog,
    deprecations: new Deprecations(
      items('deprecations', deprecationFragment).map(toDeprecation),
      catalog,
    ),
    policies: new PolicyBook(policies, catalog, parseCondition),
    abTests: new AbTests(items('abtests', abTestFragment), catalog),
    // What requests cost is foretold of what they ask for, wherever they go for the moment.
    failovers: new FailoverBook([]),
  };
}

/** As the gateway has it, but for the credential itself, which is the gateways' alone. */
const toProvider = ({ id, organization, isActive, credential }: ProviderFragment) => ({
  id,
  organization,
  unusable: whyUnusable({ isActive, lacksCredential: credential === 'missing' }),
});
