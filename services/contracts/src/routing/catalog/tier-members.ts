import type { AccessTierFragment } from '../../snapshot/sections/access.ts';
import { isVisible, platformNames, type Resolution, type RoutingModel } from './resolution.ts';

/** Ids of the tiers that a model is in. */
export type TiersOfModels = ReadonlyMap<RoutingModel, readonly string[]>;

/** All that clients can name. */
export interface NamedModels {
  readonly models: readonly RoutingModel[];
  everything(name: string): readonly Resolution[];
  heirs(organization: string | undefined): readonly RoutingModel[];
  allHeirs(): readonly RoutingModel[];
}

const NONE: TiersOfModels = new Map();

/**
 * Which models are in which tiers. The platform's tiers know models by the platform's names alone, so that no name that an organization gives takes a model out of
 * them: one that uses a platform's model is in the tiers of that one. An organization's tiers know what its requests may be served by, by all its names.
 */
export class TierMembers {
  /** The platform's tiers. */
  readonly shared: TiersOfModels;
  private readonly own: ReadonlyMap<string, TiersOfModels>;
  private readonly catalog: NamedModels;
  private readonly labelled: ReadonlyMap<string | undefined, readonly RoutingModel[]>;

  constructor(tiers: readonly AccessTierFragment[], catalog: NamedModels) {
    this.catalog = catalog;
    this.labelled = Map.groupBy(tiers.length > 0 ? catalog.models : [], ({ tier }) => tier);
    const byOwner = Map.groupBy(tiers, ({ organization }) => organization);
    this.shared = this.tiersOfModels(byOwner.get(undefined) ?? []);
    this.own = new Map(
      [...byOwner].flatMap(([organization, all]) =>
        organization === undefined ? [] : [[organization, this.tiersOfModels(all)]],
      ),
    );
  }

  /** An organization's tiers. */
  of(organization: string | undefined): TiersOfModels {
    return organization === undefined ? NONE : (this.own.get(organization) ?? NONE);
  }

  private tiersOfModels(tiers: readonly AccessTierFragment[]): TiersOfModels {
    const found = new Map<RoutingModel, string[]>();
    for (const tier of tiers) {
      for (const model of this.membersOf(tier)) {
        const known = found.get(model);
        if (known) known.push(tier.id);
        else found.set(model, [tier.id]);
      }
    }
    return found;
  }

  /** All models in a tier, whomever they are for. */
  membersOf(tier: AccessTierFragment): ReadonlySet<RoutingModel> {
    const members = new Set<RoutingModel>([
      ...tier.models.flatMap((entry) => this.calledBy(entry, tier)),
      ...tier.labels.flatMap((label) => this.labelledFor(label, tier)),
    ]);
    const { organization } = tier;
    const heirs =
      organization === undefined ? this.catalog.allHeirs() : this.catalog.heirs(organization);
    for (const heir of heirs) if (heir.base && members.has(heir.base)) members.add(heir);
    return members;
  }

  private labelledFor(
    label: string,
    { organization }: AccessTierFragment,
  ): readonly RoutingModel[] {
    const models = this.labelled.get(label) ?? [];
    if (organization === undefined) return models;
    return models.filter((model) => isVisible(model, { organization }));
  }

  /** A model by its id or an alias, the members of a group by its alias, or all models one of whose names has a prefix. */
  private calledBy(entry: string, tier: AccessTierFragment): readonly RoutingModel[] {
    if (!entry.endsWith('*')) return this.called(entry, tier);
    const prefix = entry.slice(0, -1);
    return this.catalog.models.filter((model) =>
      namesFor(tier, model).some((name) => name.startsWith(prefix)),
    );
  }

  private called(name: string, tier: AccessTierFragment): readonly RoutingModel[] {
    return this.catalog.everything(name).flatMap((thing) => {
      if (!isKnownTo(tier, thing)) return [];
      return thing.kind === 'model' ? [thing] : thing.members.map(({ model }) => model);
    });
  }
}

/** Whether a name of this thing counts in a tier. */
const isKnownTo = ({ organization }: AccessTierFragment, thing: Resolution): boolean =>
  organization === undefined ? thing.isPlatforms : isVisible(thing, { organization });

/** The names of a model that count in a tier. */
function namesFor({ organization }: AccessTierFragment, model: RoutingModel): readonly string[] {
  if (organization === undefined) return platformNames(model);
  return isVisible(model, { organization }) ? model.names : [];
}
