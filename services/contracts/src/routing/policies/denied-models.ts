import type { RulePolicy } from '../../snapshot/sections/policies.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isVisible, type RoutingModel, type Resolution } from '../catalog/resolution.ts';
import type { Ranked } from './precedence.ts';

/** The models that denies of one condition take away, each with the deny that is read first. */
export class DeniedModels {
  private readonly always = new Map<RoutingModel, Ranked>();
  /** What an organization's own groups add for its requests alone, where the platform denies their name. */
  private readonly within = new Map<string, Map<RoutingModel, Ranked>>();

  /** `denies` are in the order of reading. */
  constructor(denies: readonly Ranked[], catalog: Catalog<RoutingModel>) {
    for (const ranked of denies) {
      for (const resolution of targetsOf(ranked.policy, catalog))
        this.take(ranked, resolution, catalog);
    }
  }

  /** The deny that takes a model away from an organization's request; undefined: none does. */
  find(model: RoutingModel, organization: string | undefined): Ranked | undefined {
    const always = this.always.get(model);
    if (this.within.size === 0 || organization === undefined) return always;
    const within = this.within.get(organization)?.get(model);
    if (!always || !within) return always ?? within;
    return within.rank < always.rank ? within : always;
  }

  private take(ranked: Ranked, resolution: Resolution, catalog: Catalog<RoutingModel>): void {
    const isOwnGroup = resolution.kind === 'group' && !resolution.isPlatforms;
    const denied = isOwnGroup ? this.of(resolution.organization ?? '') : this.always;
    const models =
      resolution.kind === 'model' ? [resolution] : resolution.members.map(({ model }) => model);
    for (const model of withHeirs(models, catalog)) {
      if (!denied.has(model)) denied.set(model, ranked);
    }
  }

  private of(organization: string): Map<RoutingModel, Ranked> {
    const known = this.within.get(organization) ?? new Map<RoutingModel, Ranked>();
    this.within.set(organization, known);
    return known;
  }
}

/** All that a deny names, by whatever name its author wrote. An organization's policy names nothing of another's. */
function targetsOf(
  { organization, targets, targetNames = [] }: RulePolicy,
  catalog: Catalog<RoutingModel>,
): readonly Resolution[] {
  const named = [...new Set([...targets, ...targetNames])].flatMap((name) =>
    catalog.everything(name),
  );
  return organization === undefined
    ? named
    : named.filter((resolution) => isVisible(resolution, { organization }));
}

/** Models, and those of organizations that use them. */
function withHeirs(
  models: readonly RoutingModel[],
  catalog: Catalog<RoutingModel>,
): readonly RoutingModel[] {
  const heirs = catalog.allHeirs();
  if (heirs.length === 0) return models;
  return [...models, ...heirs.filter(({ base }) => base !== undefined && models.includes(base))];
}
