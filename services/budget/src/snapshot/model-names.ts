import { buildCatalog } from '@aicp/contracts/routing/catalog/build-catalog';
import type { Catalog } from '@aicp/contracts/routing/catalog/catalog';
import { membersOf } from '@aicp/contracts/routing/catalog/entitlement';
import { whyUnusable, type RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { ModelGroup } from '@aicp/contracts/snapshot/sections/policies';
import { ModelHeirs } from '@aicp/contracts/spend/model-heirs';

/** A model that a request may name, with what its object says. */
export interface NamedModel extends RoutingModel {
  readonly fragment: ModelFragment;
}

/** What names are made from beside models. */
export interface NameSources {
  readonly providers: readonly ProviderFragment[];
  readonly groups: readonly ModelGroup[];
}

/** Models by what they are called by whom. */
export class ModelNames {
  /** Under which of the platform's ids spend counts. */
  readonly heirs: ModelHeirs;
  private readonly catalog: Catalog<NamedModel>;

  constructor(models: readonly ModelFragment[], { providers, groups }: NameSources = NONE) {
    this.catalog = buildCatalog({
      providers: providers.map(toProvider),
      models,
      groups,
      complete: (model, fragment) => ({ ...model, fragment }),
    });
    this.heirs = new ModelHeirs(models);
  }

  /** The models behind a name in the requests of an organization, several where it is a group's; none where it stands for nothing that they can see. */
  behind(name: string, organization: string | undefined): readonly NamedModel[] {
    const seen = { organization, limits: [], tiers: undefined, retired: undefined };
    const found = this.catalog.find(name, seen);
    return found ? membersOf(found, seen) : [];
  }
}

const NONE: NameSources = { providers: [], groups: [] };

const toProvider = ({ id, organization, isActive, credential }: ProviderFragment) => ({
  id,
  organization,
  unusable: whyUnusable({ isActive, lacksCredential: credential === 'missing' }),
});
