import { isVisible, type RoutingGroup, type RoutingModel, type Resolution } from './resolution.ts';
import { mayUse, type Entitlement } from './entitlement.ts';

/** All that one name stands for. */
interface Holders<M extends RoutingModel> {
  /** What the platform calls so: it stands before whatever an organization calls so. */
  platform: Resolution<M> | undefined;
  /** By organization. */
  readonly own: Map<string, Resolution<M>>;
}

type Asking = Pick<Entitlement, 'organization'>;

/**
 * All that clients can name, by each of its names. A name means the platform's thing, where the platform has one that the principal may see,
 * else that of the principal's organization's; two organizations may use the same name.
 */
export class Catalog<M extends RoutingModel> {
  private readonly byName = new Map<string, Holders<M>>();
  /** Models that use a platform's, by organization. */
  private readonly heirsOf = new Map<string, M[]>();
  /** Everybody's models. */
  readonly models: readonly M[];
  /** Everybody's groups. */
  readonly groups: readonly RoutingGroup<M>[];

  constructor(resolutions: readonly Resolution<M>[]) {
    this.groups = resolutions.filter((one): one is RoutingGroup<M> => one.kind === 'group');
    this.models = resolutions.filter((one): one is M => one.kind === 'model');
    for (const one of resolutions) {
      for (const name of one.names) this.add(name, one);
      if (one.kind === 'model' && one.base) this.addHeir(one);
    }
  }

  /** What a name stands for in the requests of a principal; undefined also where it is another organization's, or has gone. */
  find(name: string, entitlement: Entitlement<M>): Resolution<M> | undefined {
    const { retired } = entitlement;
    if (retired?.names.has(name) === true) return retired.names.get(name);
    return this.named(name, entitlement);
  }

  /** The same, whether it has gone or not. */
  named(name: string, entitlement: Asking): Resolution<M> | undefined {
    const holders = this.byName.get(name);
    if (!holders) return undefined;
    const { platform, own } = holders;
    if (platform && isVisible(platform, entitlement)) return platform;
    return entitlement.organization === undefined ? undefined : own.get(entitlement.organization);
  }

  /** Everything that has the name, for whomever, the platform's first. */
  everything(name: string): readonly Resolution<M>[] {
    const holders = this.byName.get(name);
    if (!holders) return [];
    const own = [...holders.own.values()];
    return holders.platform ? [holders.platform, ...own] : own;
  }

  /** What a name may mean, to whomever: without what stands behind the platform's thing of the same name. */
  meanings(name: string): readonly Resolution<M>[] {
    return this.everything(name).filter((one) => this.named(name, one) === one);
  }

  /** An organization's models that use one of the platform's. */
  heirs(organization: string | undefined): readonly M[] {
    return organization === undefined ? [] : (this.heirsOf.get(organization) ?? []);
  }

  /** Everybody's models that use one of the platform's. */
  allHeirs(): readonly M[] {
    return [...this.heirsOf.values()].flat();
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** The names that the principal may send as `model`, sorted, each with what it stands for. */
  usable(
    entitlement: Entitlement<M>,
  ): { readonly name: string; readonly resolution: Resolution<M> }[] {
    const gone = entitlement.retired?.names.keys() ?? [];
    const names = [...new Set([...this.byName.keys(), ...gone])].sort();
    return names.flatMap((name) => {
      const resolution = this.find(name, entitlement);
      return resolution && mayUse(resolution, entitlement) ? [{ name, resolution }] : [];
    });
  }

  private addHeir(model: M): void {
    const organization = model.organization ?? '';
    const heirs = this.heirsOf.get(organization);
    if (heirs) heirs.push(model);
    else this.heirsOf.set(organization, [model]);
  }

  private add(name: string, one: Resolution<M>): void {
    let holders = this.byName.get(name);
    if (!holders) {
      holders = { platform: undefined, own: new Map() };
      this.byName.set(name, holders);
    }
    if (one.isPlatforms) holders.platform ??= one;
    else if (one.organization !== undefined && !holders.own.has(one.organization)) {
      holders.own.set(one.organization, one);
    }
  }
}
