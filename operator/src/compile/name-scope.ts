import type { ModelFragment, PolicyFragment } from '@aicp/contracts/snapshot/fragments';
import type { ModelSpec } from '@aicp/crds/model';
import type { RoutingPolicySpec } from '@aicp/crds/routing-policy';
import { gatherUpstream, upstreamOf, upstreamProblem } from '../kinds/model/upstream.ts';
import { gatherRoutingPolicy } from '../kinds/routing-policy/gather.ts';
import { labelOf } from '../kinds/source-object.ts';
import { type PlatformModel, type ResolvedName, type World } from '../kinds/world.ts';
import { ClaimTable, nameClaim } from './claims.ts';
import { keptModel, keptPolicy } from './kept.ts';
import type { Reading } from './read-spec.ts';

export interface NamesInput {
  /** Oldest first. */
  readonly readings: readonly Reading[];
  readonly world: Pick<World, 'provider'>;
  /** Whether a replica refused this very form of the object. */
  readonly isRefused: (reading: Reading) => boolean;
  readonly lastGood: (reading: Reading) => object | undefined;
}

type ScopeInput = Omit<NamesInput, 'world'> & {
  readonly world: Pick<World, 'provider'> & Partial<Pick<World, 'platformModel'>>;
};

type Named = ModelFragment | PolicyFragment;

/** A model that is served, with its names. */
interface ServedModel {
  readonly names: readonly string[];
  readonly resolved: ResolvedName;
  readonly model: PlatformModel;
}

/**
 * The names of the platform, or of one organization: each goes to the oldest object that asks for it. Present forms come first; an
 * older form that is still in use gets its names only where nobody asks for them now.
 */
export class NameScope {
  readonly lost = new Map<string, string>();
  readonly kept = new Map<string, Named>();
  private readonly table = new ClaimTable();
  private readonly organization: string | undefined;
  private readonly platform: NameScope | undefined;
  private readonly models = new Map<string, ResolvedName>();
  private readonly modelIds = new Set<string>();
  private readonly groups = new Map<string, ResolvedName>();
  private readonly labels = new Map<string, string>();
  private servedModels: readonly ServedModel[] = [];

  constructor(
    readings: readonly Reading[],
    organization: string | undefined,
    input: ScopeInput,
    platform?: NameScope,
  ) {
    this.organization = organization;
    this.platform = platform;
    const wanted = this.claim(readings);
    const isUsable = (reading: Reading): boolean =>
      reading.spec !== undefined &&
      wanted.has(reading) &&
      !this.lost.has(reading.object.uid) &&
      !input.isRefused(reading);
    const usable = readings.filter(isUsable);
    this.keep(
      readings.filter((reading) => !isUsable(reading)),
      input,
    );
    this.serveModels(usable, input);
    this.serveGroups(usable);
    this.label(wanted);
  }

  /** Whether anything of this scope has the name, served or not. */
  has(name: string): boolean {
    return this.table.has(nameClaim(name));
  }

  named(name: string): ResolvedName | undefined {
    return this.models.get(name) ?? this.groups.get(name);
  }

  unserved(name: string): string | undefined {
    return this.labels.get(name);
  }

  exists(id: string): boolean {
    return this.modelIds.has(id) || this.groups.has(id);
  }

  served(): readonly ServedModel[] {
    return this.servedModels;
  }

  /** The names that each object asks for and the platform has not; nothing for an object whose id is the platform's. */
  private claim(readings: readonly Reading[]): Map<Reading, readonly string[]> {
    const wanted = new Map<Reading, readonly string[]>();
    for (const reading of readings) {
      const { names, isActive } = namesOf(reading);
      if (isActive && this.isTaken(names[0])) continue;
      const left = names.filter((name) => !this.isTaken(name));
      wanted.set(reading, left);
      const problem = isActive && this.table.take(reading.object, left.map(nameClaim));
      if (typeof problem === 'string') this.lost.set(reading.object.uid, problem);
    }
    return wanted;
  }

  private isTaken(name: string | undefined): boolean {
    return name !== undefined && this.platform?.has(name) === true;
  }

  private keep(readings: readonly Reading[], input: ScopeInput): void {
    for (const reading of readings) {
      const { object } = reading;
      if (object.kind !== 'Model' && object.kind !== 'RoutingPolicy') continue;
      const fragment = input.lastGood(reading) as Named | undefined;
      if (fragment?.organization !== this.organization || !fragment) continue;
      const left = this.withoutTaken(fragment);
      if (!left) continue;
      if (this.table.take(object, fragmentNames(left).map(nameClaim)) === undefined) {
        this.kept.set(object.uid, left);
      }
    }
  }

  /** A fragment without the aliases that are the platform's now; undefined where its id is. */
  private withoutTaken(fragment: Named): Named | undefined {
    if (this.isTaken(fragmentNames(fragment)[0])) return undefined;
    if ('type' in fragment) return fragment;
    return { ...fragment, aliases: fragment.aliases.filter((alias) => !this.isTaken(alias)) };
  }

  private serveModels(usable: readonly Reading[], input: ScopeInput): void {
    const world = { platformModel: () => undefined, ...input.world };
    const fresh = usable.flatMap((reading) => this.freshModel(reading, world));
    const kept = [...this.kept].flatMap(([uid, fragment]) => {
      if ('type' in fragment) return [];
      const model = keptModel(fragment, world, () => true);
      if (!model) this.kept.delete(uid);
      else this.kept.set(uid, model);
      return model ? [servedFragment(model)] : [];
    });
    this.servedModels = [...fresh, ...kept];
    for (const { names, resolved } of this.servedModels) {
      this.modelIds.add(resolved.id);
      for (const name of names) this.models.set(name, resolved);
    }
  }

  private freshModel(
    { object, spec: read }: Reading,
    world: Pick<World, 'provider' | 'platformModel'>,
  ): ServedModel[] {
    if (object.kind !== 'Model') return [];
    const spec = read as ModelSpec;
    const { isActive, modelId: id, aliases = [], organizationId: organization, weight } = spec;
    const upstream = gatherUpstream(spec, world);
    if (!isActive || upstreamProblem(spec, upstream)) return [];
    return [
      {
        names: [id, ...aliases.filter((alias) => !this.isTaken(alias))],
        resolved: { id, type: 'model', organization, weight },
        model: { id, provider: spec.provider, ...baseOf(upstreamOf(object, spec, upstream.base)) },
      },
    ];
  }

  private serveGroups(usable: readonly Reading[]): void {
    const look = {
      named: (name: string) => this.platform?.models.get(name) ?? this.models.get(name),
      unserved: () => undefined,
      isPlatformName: () => false,
    };
    for (const { object, spec } of usable) {
      if (!isGroup(object.kind, spec) || !spec.isActive) continue;
      const { members } = gatherRoutingPolicy(spec, look);
      if (members.some(({ found }) => found)) this.serveGroup(spec.config?.alias ?? '');
    }
    for (const alias of this.keptGroups()) this.serveGroup(alias);
  }

  private keptGroups(): string[] {
    const exists = (id: string): boolean =>
      this.modelIds.has(id) || this.platform?.modelIds.has(id) === true;
    return [...this.kept.values()].flatMap((fragment) => {
      if (!('type' in fragment) || fragment.type !== 'model_group') return [];
      return keptPolicy(fragment, exists) ? [fragment.alias] : [];
    });
  }

  private serveGroup(id: string): void {
    const { organization } = this;
    this.groups.set(id, { id, type: 'model_group', organization, weight: 1 });
  }

  private label(wanted: ReadonlyMap<Reading, readonly string[]>): void {
    for (const [{ object }, names] of wanted) {
      if (this.lost.has(object.uid)) continue;
      for (const name of names) if (!this.named(name)) this.labels.set(name, labelOf(object));
    }
  }
}

/** The names of a model or group, its id first. While it is inactive, they are free for others. */
function namesOf({ object, spec }: Reading): { names: readonly string[]; isActive: boolean } {
  if (spec !== undefined && object.kind === 'Model') {
    const { isActive, modelId, aliases = [] } = spec as ModelSpec;
    return { names: [modelId, ...aliases], isActive };
  }
  if (isGroup(object.kind, spec)) {
    return { names: [spec.config?.alias ?? ''], isActive: spec.isActive };
  }
  return { names: [], isActive: true };
}

const isGroup = (kind: string, spec: unknown): spec is RoutingPolicySpec =>
  kind === 'RoutingPolicy' && (spec as RoutingPolicySpec | undefined)?.policyType === 'model_group';

/** The names that a fragment answers to, its id first. */
export function fragmentNames(fragment: Named): string[] {
  if (!('type' in fragment)) return [fragment.id, ...fragment.aliases];
  return fragment.type === 'model_group' ? [fragment.alias] : [];
}

const servedFragment = (fragment: ModelFragment): ServedModel => ({
  names: fragmentNames(fragment),
  resolved: {
    id: fragment.id,
    type: 'model',
    organization: fragment.organization,
    weight: fragment.weight,
  },
  model: { id: fragment.id, provider: fragment.provider, ...baseOf(fragment) },
});

type Base = Omit<PlatformModel, 'id' | 'provider'>;

const baseOf = ({
  upstreamModel,
  mode,
  tier,
  prices,
  priceVersion,
  limits,
}: Pick<ModelFragment, Exclude<keyof Base, 'id' | 'provider'>>): Base => ({
  upstreamModel,
  mode,
  tier,
  prices,
  priceVersion,
  limits,
});
