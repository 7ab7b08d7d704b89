import type { Prices } from '../usage/cost.ts';
import { allowsAnyOf, type AllowedModels } from './allowed-models.ts';
import type { RuntimeProvider } from './runtime-provider.ts';

/** A model as requests use it. */
export interface RuntimeModel {
  readonly kind: 'model';
  /** What clients send as `model`. */
  readonly id: string;
  /** The id and the aliases. */
  readonly names: readonly string[];
  /** Whose requests alone it serves; undefined: everyone's. */
  readonly organization: string | undefined;
  readonly provider: RuntimeProvider;
  readonly upstreamModel: string;
  readonly tier: string | undefined;
  readonly weight: number;
  readonly fallbacks: readonly string[];
  /** Unix seconds. */
  readonly created: number;
  readonly prices: Prices;
  readonly priceVersion: string;
}

/** A name that stands for several models, each with its share of the traffic. */
export interface RuntimeGroup {
  readonly kind: 'group';
  readonly id: string;
  readonly names: readonly string[];
  readonly organization: string | undefined;
  /** Unix seconds. */
  readonly created: number;
  readonly members: readonly { readonly model: RuntimeModel; readonly weight: number }[];
}

export type Served = RuntimeModel | RuntimeGroup;

/** What is not served any more, and what stands in for it. */
export interface Retired {
  readonly names: ReadonlyMap<string, Served | undefined>;
  readonly models: ReadonlyMap<RuntimeModel, Served | undefined>;
}

/** One list that a request's models have to be on. */
export interface ModelLimit {
  /** Whose list it is, as decisions and answers name it: `key`, `team ml`, `organization acme`. */
  readonly holder: string;
  readonly allowed: AllowedModels;
}

/** Who asks: what is visible to it, and what of that it may use. */
export interface Viewer {
  readonly organization: string | undefined;
  /** What it uses has to be on every one of these lists; none allows all. */
  readonly limits: readonly ModelLimit[];
  /** What has gone for it by now; undefined: nothing. */
  readonly retired: Retired | undefined;
}

/** Whether something counts for the viewer's requests. */
export const isVisible = (
  thing: { readonly organization: string | undefined },
  viewer: Pick<Viewer, 'organization'>,
): boolean => thing.organization === undefined || thing.organization === viewer.organization;

/** All that clients can name, by each of its names. The platform's own stand before an organization's of the same name. */
export class Catalog {
  private readonly byName = new Map<string, Served[]>();

  constructor(served: readonly Served[]) {
    for (const one of served) for (const name of one.names) this.add(name, one);
  }

  /** What a name stands for in the viewer's requests; undefined also where it is another organization's, or has gone. */
  find(name: string, viewer: Viewer): Served | undefined {
    const { retired } = viewer;
    if (retired?.names.has(name) === true) return retired.names.get(name);
    return this.named(name, viewer);
  }

  /** The same, whether it has gone or not. */
  named(name: string, viewer: Pick<Viewer, 'organization'>): Served | undefined {
    return this.byName.get(name)?.find((one) => isVisible(one, viewer));
  }

  /** All that a name stands for, for whomever. */
  everything(name: string): readonly Served[] {
    return this.byName.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** The names that the viewer may send as `model`, sorted, each with what it stands for. */
  usable(viewer: Viewer): { readonly name: string; readonly served: Served }[] {
    const gone = viewer.retired?.names.keys() ?? [];
    const names = [...new Set([...this.byName.keys(), ...gone])].sort();
    return names.flatMap((name) => {
      const served = this.find(name, viewer);
      return served && mayUse(served, viewer) ? [{ name, served }] : [];
    });
  }

  private add(name: string, one: Served): void {
    const there = this.byName.get(name);
    if (!there) this.byName.set(name, [one]);
    else if (one.organization === undefined) there.unshift(one);
    else there.push(one);
  }
}

/**
 * Whether the viewer may use it. Every list that limits the viewer has to allow it: a model by any of its names; a group by its own
 * name, and then with all its members, or by a member that is allowed, and then with such members only.
 */
export function mayUse(served: Served, viewer: Viewer): boolean {
  return usableModels(served, viewer).length > 0;
}

/** The models behind a name that may serve the viewer, in the order in which they are written. */
export function usableModels(served: Served, viewer: Viewer): readonly RuntimeModel[] {
  if (served.kind === 'group') return usableMembers(served, viewer).map(({ model }) => model);
  return isUsable(served, served, viewer) ? [served] : [];
}

/** A group's members that may serve the viewer; in the place of one that has gone, what stands in for it. */
export function usableMembers(group: RuntimeGroup, viewer: Viewer): RuntimeGroup['members'] {
  const { retired } = viewer;
  const members = retired ? presentMembers(group, retired) : group.members;
  return members.filter(({ model }) => isUsable(model, group, viewer));
}

/** All models behind something that the viewer sees, whether it may use them or not. */
export function membersOf(served: Served, viewer: Viewer): readonly RuntimeModel[] {
  if (served.kind === 'model') return [served];
  const { retired } = viewer;
  const members = retired ? presentMembers(served, retired) : served.members;
  return members.flatMap(({ model }) => (isVisible(model, viewer) ? [model] : []));
}

function presentMembers(group: RuntimeGroup, { models }: Retired): RuntimeGroup['members'] {
  const weights = new Map<RuntimeModel, number>();
  for (const { model, weight } of group.members) {
    for (const one of models.has(model) ? modelsIn(models.get(model)) : [model]) {
      weights.set(one, (weights.get(one) ?? 0) + weight);
    }
  }
  return [...weights].map(([model, weight]) => ({ model, weight }));
}

function modelsIn(served: Served | undefined): readonly RuntimeModel[] {
  if (served?.kind !== 'group') return served ? [served] : [];
  return served.members.map(({ model }) => model);
}

/** Whether a model may serve the viewer when `asked` was named: itself, or a group that it is in. */
const isUsable = (model: RuntimeModel, asked: Served, viewer: Viewer): boolean =>
  isVisible(model, viewer) && viewer.limits.every((limit) => allows(limit, model, asked));

const allows = ({ allowed }: ModelLimit, model: RuntimeModel, asked: Served): boolean =>
  allowsAnyOf(allowed, model.names) || (asked !== model && allowsAnyOf(allowed, asked.names));

/** The lists that keep the viewer from it: those that would by themselves, else all, which do it together. */
export function refusingLimits(served: Served, viewer: Viewer): readonly ModelLimit[] {
  const { limits } = viewer;
  const alone = limits.filter((limit) => !mayUse(served, { ...viewer, limits: [limit] }));
  return alone.length > 0 ? alone : limits;
}
