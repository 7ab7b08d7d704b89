import type { Prices } from '../usage/cost.ts';
import { allowsAnyOf } from './allowed-models.ts';
import type { RuntimeProvider } from './runtime-provider.ts';
import type { ModelLimit, Viewer } from './viewer.ts';

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

/** Whether something counts for the viewer's requests. */
export const isVisible = (thing: { organization: string | undefined }, viewer: Viewer): boolean =>
  thing.organization === undefined || thing.organization === viewer.organization;

/** All that clients can name, by each of its names. The platform's own stand before an organization's of the same name. */
export class Catalog {
  private readonly byName = new Map<string, Served[]>();

  constructor(served: readonly Served[]) {
    for (const one of served) for (const name of one.names) this.add(name, one);
  }

  /** What a name stands for in the viewer's requests; undefined also where it is another organization's. */
  find(name: string, viewer: Viewer): Served | undefined {
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
    const names = [...this.byName.keys()].sort();
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

/** A group's members that may serve the viewer. */
export const usableMembers = (group: RuntimeGroup, viewer: Viewer): RuntimeGroup['members'] =>
  group.members.filter(({ model }) => isUsable(model, group, viewer));

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
