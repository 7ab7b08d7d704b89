import type { ModelFragment, PolicyFragment } from '@aicp/contracts/snapshot/fragments';
import type { ModelSpec } from '@aicp/crds/model';
import type { RoutingPolicySpec } from '@aicp/crds/routing-policy';
import { providerOf } from '../kinds/model/gather.ts';
import { gatherRoutingPolicy } from '../kinds/routing-policy/gather.ts';
import { labelOf } from '../kinds/source-object.ts';
import type { ResolvedName, World } from '../kinds/world.ts';
import { ClaimTable, nameClaim } from './claims.ts';
import { keptPolicy } from './kept.ts';
import type { Reading } from './read-spec.ts';

export interface NamesInput {
  /** Oldest first. */
  readonly readings: readonly Reading[];
  readonly world: Pick<World, 'provider'>;
  /** Providers that stand in the snapshot. */
  readonly hasProvider: (name: string) => boolean;
  /** Whether a replica refused this very form of the object. */
  readonly isRefused: (reading: Reading) => boolean;
  readonly lastGood: (reading: Reading) => object | undefined;
}

/** Who owns which id, alias and group alias, and which of them are served. */
export interface Names extends Pick<World, 'named' | 'unserved'> {
  /** By uid: what is to be said of an object whose names an older one has. */
  readonly lost: ReadonlyMap<string, string>;
  /** By uid: the last good fragment of a model or group whose present form is not used. */
  readonly kept: ReadonlyMap<string, ModelFragment | PolicyFragment>;
  /** Whether a model or group of this id is served. */
  exists(id: string): boolean;
}

/**
 * Gives every name to the oldest object that asks for it. Present forms come first; an older form that is still in use gets its
 * names only where nobody asks for them now.
 */
export function claimNames(input: NamesInput): Names {
  const table = new ClaimTable();
  const lost = new Map<string, string>();
  const wanted = new Map<Reading, readonly string[]>();
  for (const reading of input.readings) {
    const { names, isActive } = namesOf(reading);
    wanted.set(reading, names);
    const problem = isActive && table.take(reading.object, names.map(nameClaim));
    if (typeof problem === 'string') lost.set(reading.object.uid, problem);
  }
  const isUsable = (reading: Reading): boolean =>
    reading.spec !== undefined && !lost.has(reading.object.uid) && !input.isRefused(reading);
  const kept = keepNames(input, table, isUsable);
  const served = servedNames(input, isUsable, kept);
  return { ...served, ...unservedNames(wanted, lost, served), lost, kept };
}

/** The names of a model or group. While it is inactive, they are free for others. */
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

function keepNames(
  input: NamesInput,
  table: ClaimTable,
  isUsable: (reading: Reading) => boolean,
): Map<string, ModelFragment | PolicyFragment> {
  const kept = new Map<string, ModelFragment | PolicyFragment>();
  for (const reading of input.readings) {
    const { object } = reading;
    if ((object.kind !== 'Model' && object.kind !== 'RoutingPolicy') || isUsable(reading)) continue;
    const fragment = input.lastGood(reading) as ModelFragment | PolicyFragment | undefined;
    if (!fragment) continue;
    if (table.take(object, fragmentNames(fragment).map(nameClaim)) === undefined) {
      kept.set(object.uid, fragment);
    }
  }
  return kept;
}

/** The names that a fragment answers to. */
export function fragmentNames(fragment: ModelFragment | PolicyFragment): string[] {
  if (!('type' in fragment)) return [fragment.id, ...fragment.aliases];
  return fragment.type === 'model_group' ? [fragment.alias] : [];
}

function servedNames(
  input: NamesInput,
  isUsable: (reading: Reading) => boolean,
  kept: ReadonlyMap<string, ModelFragment | PolicyFragment>,
): Pick<Names, 'named' | 'exists'> {
  const usable = input.readings.filter(isUsable);
  const models = new Map([...freshModels(usable, input), ...keptModels(kept, input)]);
  const modelIds = new Set([...models.values()].map(({ id }) => id));
  const groups = [
    ...freshGroups(usable, { named: (name) => models.get(name), unserved: () => undefined }),
    ...keptGroups(kept, (id) => modelIds.has(id)),
  ];
  const byName = new Map([...models, ...groups.map((group) => [group.id, group] as const)]);
  const groupIds = new Set(groups.map(({ id }) => id));
  return {
    named: (name) => byName.get(name),
    exists: (id) => modelIds.has(id) || groupIds.has(id),
  };
}

type NamedModel = readonly [name: string, model: ResolvedName];

function freshModels(readings: readonly Reading[], { world }: NamesInput): NamedModel[] {
  return readings.flatMap(({ object, spec }) => {
    if (object.kind !== 'Model') return [];
    const { isActive, modelId, aliases = [], organizationId, weight } = spec as ModelSpec;
    if (!isActive || providerOf(spec as ModelSpec, world)?.served !== 'yes') return [];
    const model = { id: modelId, type: 'model', organization: organizationId, weight } as const;
    return [modelId, ...aliases].map((name) => [name, model] as const);
  });
}

function keptModels(
  kept: ReadonlyMap<string, ModelFragment | PolicyFragment>,
  { hasProvider }: NamesInput,
): NamedModel[] {
  return [...kept.values()].flatMap((fragment) => {
    if ('type' in fragment || !hasProvider(fragment.provider)) return [];
    const { id, organization, weight } = fragment;
    const model = { id, type: 'model', organization, weight } as const;
    return fragmentNames(fragment).map((name) => [name, model] as const);
  });
}

function freshGroups(
  readings: readonly Reading[],
  models: Pick<World, 'named' | 'unserved'>,
): ResolvedName[] {
  return readings.flatMap(({ object, spec }) => {
    if (!isGroup(object.kind, spec) || !spec.isActive) return [];
    const { members } = gatherRoutingPolicy(spec, models);
    if (!members.some(({ found }) => found)) return [];
    return [groupName(spec.config?.alias ?? '', spec.organizationId)];
  });
}

function keptGroups(
  kept: ReadonlyMap<string, ModelFragment | PolicyFragment>,
  exists: (id: string) => boolean,
): ResolvedName[] {
  return [...kept.values()].flatMap((fragment) => {
    if (!('type' in fragment) || fragment.type !== 'model_group') return [];
    return keptPolicy(fragment, exists) ? [groupName(fragment.alias, fragment.organization)] : [];
  });
}

const groupName = (id: string, organization: string | undefined): ResolvedName => ({
  id,
  type: 'model_group',
  organization,
  weight: 1,
});

function unservedNames(
  wanted: ReadonlyMap<Reading, readonly string[]>,
  lost: ReadonlyMap<string, string>,
  { named }: Pick<Names, 'named'>,
): Pick<Names, 'unserved'> {
  const labels = new Map<string, string>();
  for (const [{ object }, names] of wanted) {
    if (lost.has(object.uid)) continue;
    for (const name of names) if (!named(name)) labels.set(name, labelOf(object));
  }
  return { unserved: (name) => labels.get(name) };
}
