import { AccessBook, toGrant, tiersClosing } from '@aicp/contracts/routing/catalog/access-book';
import { buildCatalog } from '@aicp/contracts/routing/catalog/build-catalog';
import type { Catalog } from '@aicp/contracts/routing/catalog/catalog';
import { usableMembers, type Entitlement } from '@aicp/contracts/routing/catalog/entitlement';
import { TierMembers } from '@aicp/contracts/routing/catalog/tier-members';
import type { Resolution, RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import { toPrincipal, type Principal } from '@aicp/contracts/routing/request/principal';
import { entitlementOf, toLimits, type EntitlementSource } from '@aicp/contracts/routing/tables';
import type {
  AccessGrantFragment,
  AccessTierFragment,
} from '@aicp/contracts/snapshot/sections/access';
import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { KEY_SHARDS, keySection } from '@aicp/contracts/snapshot/sections/keys';
import type {
  AllowedModelsFragment,
  PolicyFragment,
} from '@aicp/contracts/snapshot/sections/policies';
import { areIdentical } from '../../memory/is-same.ts';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import type { FragmentsOf, Remembered } from '../kit/operator-kind.ts';

const KEY_SECTIONS = Array.from({ length: KEY_SHARDS }, (_, shard) => keySection(shard));
const ACCESS_SECTIONS = [
  ...['access_grants', 'providers', 'models', 'policies', 'team_models', 'organization_models'],
];

/** The sections that say which models and keys a tier closes. */
export const CLOSED_FROM: readonly string[] = [...ACCESS_SECTIONS, ...KEY_SECTIONS];

const NAMED = 10;

/** By the uid of each tier on approval: its models, and the keys that could use one of them and hold no grant, a few by name and the others by number. */
export function closedBy(
  fragments: readonly SectionFragment[],
  remembered: Remembered,
  fragmentsOf: FragmentsOf,
): ReadonlyMap<string, string> {
  const tiers = fragments.map(({ fragment }) => fragment as AccessTierFragment);
  const [first] = tiers;
  if (!first) return new Map();
  const cell = remembered<{ inputs?: readonly object[]; closings?: Closings }>(first, () => ({}));
  const inputs = [...tiers, ...ACCESS_SECTIONS.flatMap((section) => fragmentsOf(section))];
  if (!cell.closings || !cell.inputs || !areIdentical(cell.inputs, inputs)) {
    cell.inputs = inputs;
    cell.closings = new Closings(tiers, fragmentsOf);
  }
  const keys = KEY_SECTIONS.flatMap((section) => fragmentsOf(section)) as readonly KeyFragment[];
  return cell.closings.remarks(tiers, keys);
}

/** What is closed by tiers and grants that stay as they are; keys come and go. */
class Closings {
  private readonly catalog: Catalog<RoutingModel>;
  private readonly source: EntitlementSource<RoutingModel>;
  /** Ids of the models of a tier. */
  private readonly models = new Map<string, readonly string[]>();
  /** Models in tiers, and groups that have them for members. */
  private readonly things: readonly Resolution[];
  /** Ids of the tiers that a key is refused by, by its fragment. */
  private readonly known = new WeakMap<KeyFragment, readonly string[]>();
  /** Ids of the tiers with a model that may be used, grants aside, by what decides on it. */
  private readonly reachable = new Map<string, readonly string[]>();

  constructor(tiers: readonly AccessTierFragment[], fragmentsOf: FragmentsOf) {
    const policies = fragmentsOf('policies') as readonly PolicyFragment[];
    this.catalog = buildCatalog({
      providers: (fragmentsOf('providers') as readonly ProviderFragment[]).map(
        ({ id, organization }) => ({ id, organization, unusable: undefined }),
      ),
      models: fragmentsOf('models') as readonly ModelFragment[],
      groups: policies.filter((policy) => policy.type === 'model_group'),
      complete: (model): RoutingModel => model,
    });
    const grants = (fragmentsOf('access_grants') as readonly AccessGrantFragment[]).map(toGrant);
    const lists = (section: string) => fragmentsOf(section) as readonly AllowedModelsFragment[];
    this.source = {
      limits: {
        teams: toLimits('team', lists('team_models')),
        organizations: toLimits('organization', lists('organization_models')),
      },
      access: new AccessBook(tiers, grants, this.catalog),
      deprecations: { retiredAt: () => undefined },
    };
    this.things = this.tieredThings(tiers);
  }

  remarks(
    tiers: readonly AccessTierFragment[],
    keys: readonly KeyFragment[],
  ): ReadonlyMap<string, string> {
    const closed = new Map<string, string[]>();
    for (const key of keys) {
      for (const tier of this.closedTo(key)) {
        const known = closed.get(tier);
        if (known) known.push(key.id);
        else closed.set(tier, [key.id]);
      }
    }
    return new Map(
      tiers.map(({ id, source }) => [source.uid, sentence(this.models.get(id), closed.get(id))]),
    );
  }

  private tieredThings(tiers: readonly AccessTierFragment[]): readonly Resolution[] {
    const members = new TierMembers(tiers, this.catalog);
    const tiered = new Set<RoutingModel>();
    for (const tier of tiers) {
      const models = [...members.membersOf(tier)];
      const ids = models.map(({ id }) => id);
      this.models.set(tier.id, [...new Set(ids)]);
      for (const model of models) tiered.add(model);
    }
    const groups = this.catalog.groups.filter((group) =>
      group.members.some(({ model }) => tiered.has(model)),
    );
    return [...tiered, ...groups];
  }

  private closedTo(key: KeyFragment): readonly string[] {
    const known = this.known.get(key);
    if (known) return known;
    const closed = this.findClosed(key);
    this.known.set(key, closed);
    return closed;
  }

  private findClosed(key: KeyFragment): readonly string[] {
    if (key.blocked || key.ownerMissing !== undefined) return [];
    const principal = toPrincipal(key);
    const entitlement = entitlementOf(principal, this.source, BEFORE_ALL);
    const { tiers } = entitlement;
    if (!tiers) return [];
    return this.reachableFor(key, principal, entitlement).filter(
      (tier) => !tiers.granted.has(tier),
    );
  }

  private reachableFor(
    { allowedModels }: KeyFragment,
    { organization, team }: Principal,
    entitlement: Entitlement,
  ): readonly string[] {
    const asking = JSON.stringify([organization, team, allowedModels]);
    const known = this.reachable.get(asking);
    if (known) return known;
    const { tiers } = entitlement;
    const ungranted = { ...entitlement, tiers: undefined };
    const all = {
      shared: tiers?.shared ?? NONE,
      own: tiers?.own ?? NONE,
      granted: new Set<string>(),
    };
    const found = this.things.flatMap((thing) =>
      usableMembers(thing, ungranted).flatMap(({ model }) => tiersClosing(model, all)),
    );
    const reachable = [...new Set(found)];
    this.reachable.set(asking, reachable);
    return reachable;
  }
}

const NONE = new Map<RoutingModel, readonly string[]>();

/** The compiler has no clock: a grant counts until its object is deleted, be it over or not. */
const BEFORE_ALL = -Infinity;

function sentence(models: readonly string[] = [], keys: readonly string[] = []): string {
  if (models.length === 0) return 'no model is in it now';
  const closed = `closes ${counted(models, 'model')}`;
  if (keys.length === 0) return `${closed}; no key that could use one is without a grant`;
  return `${closed}, to ${counted(keys, 'key')} without a grant`;
}

function counted(names: readonly string[], noun: string): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const count = `${names.length} ${names.length === 1 ? noun : `${noun}s`}`;
  return `${count} (${firstOf(names).join(', ')}${more})`;
}

/** The first in the order of names; quicker than to sort them all. */
function firstOf(names: readonly string[]): readonly string[] {
  let first: string[] = [];
  let last = '';
  for (const name of names) {
    if (first.length === NAMED && name >= last) continue;
    first = [...first, name].sort().slice(0, NAMED);
    last = first.at(-1) ?? '';
  }
  return first;
}
