import type { DeprecationOf, Owner, RuleOf, World } from './world-types.ts';

export interface NaiveModel {
  readonly kind: 'model';
  readonly key: string;
  readonly owner: Owner;
  readonly id: string;
  readonly names: readonly string[];
  readonly tier: string;
  readonly provider: string;
  readonly price: number | undefined;
  readonly base: NaiveModel | undefined;
  /** As written. */
  readonly fallbacks: readonly string[];
}

export interface NaiveGroup {
  readonly kind: 'group';
  readonly owner: Owner;
  readonly id: string;
  readonly names: readonly string[];
  readonly members: readonly { readonly model: NaiveModel; readonly weight: number }[];
}

export type NaiveThing = NaiveModel | NaiveGroup;

/** Who has which name, what has gone, and which policies count, worked out once for a world. What is older comes first in every list. */
export class NaiveNames {
  private readonly world: World;
  private readonly things: NaiveThing[] = [];
  private readonly rules: readonly RuleOf[];

  constructor(world: World) {
    this.world = world;
    for (const owner of [undefined, 'acme', 'rival'] as const) this.claim(owner);
    this.rules = this.withoutConflicts();
  }

  /** What a name means to an organization, whatever has gone. */
  holder(name: string, organization: Owner): NaiveThing | undefined {
    const of = (owner: Owner) =>
      this.things.find((thing) => thing.owner === owner && thing.names.includes(name));
    return of(undefined) ?? (organization === undefined ? undefined : of(organization));
  }

  /** Everything of the platform's or of an organization that is called so. */
  called(name: string, organization: Owner): NaiveThing[] {
    return this.things.filter(
      ({ owner, names }) => (owner === undefined || owner === organization) && names.includes(name),
    );
  }

  /** What a request gets for a name: what stands in for it, where it has gone. */
  meaning(
    name: string,
    organization: Owner,
    passed: readonly string[] = [],
  ): NaiveThing | undefined {
    const end = this.endOf(name, organization);
    if (!end) return this.holder(name, organization);
    if (!end.isRerouted || end.replacement === undefined || passed.includes(end.model)) {
      return undefined;
    }
    const id = this.holder(end.replacement, end.owner)?.id;
    return id === undefined ? undefined : this.meaning(id, organization, [...passed, end.model]);
  }

  /** A group's members; in the place of one that has gone, what stands in for it. */
  present(group: NaiveGroup, organization: Owner) {
    const found: { model: NaiveModel; weight: number; isOriginal: boolean }[] = [];
    for (const { model, weight } of group.members) {
      for (const one of this.instead(model, organization, [])) {
        const known = found.find((other) => other.model === one);
        if (!known) found.push({ model: one, weight, isOriginal: one === model });
        else {
          known.weight += weight;
          known.isOriginal ||= one === model;
        }
      }
    }
    return found;
  }

  /** The ids that a rule names and that exist, in its author's eyes. */
  existing({ owner, targets }: RuleOf): string[] {
    return [...new Set(targets.flatMap((name) => this.holder(name, owner)?.id ?? []))];
  }

  /** Highest priority first, then the older. */
  rulesOf(scope: string | undefined): RuleOf[] {
    return this.rules
      .filter(({ owner }) => owner === scope)
      .toSorted((a, b) => b.priority - a.priority);
  }

  /** What is tried after something: by policies, the platform's first; then what the model itself names. */
  fallbacksOf(thing: NaiveThing, organization: Owner): string[] {
    const policies = [undefined, ...(organization === undefined ? [] : [organization])].flatMap(
      (scope) =>
        this.world.fallbacks
          .filter(({ owner }) => owner === scope)
          .toSorted((a, b) => b.priority - a.priority),
    );
    const byPolicy = policies.flatMap(({ owner, model, fallbacks }) => {
      if (this.holder(model, owner) !== thing) return [];
      return this.ids(fallbacks, owner).filter((id) => id !== thing.id);
    });
    return thing.kind === 'model'
      ? [...byPolicy, ...this.ids(thing.fallbacks, thing.owner)]
      : byPolicy;
  }

  /** How a group's members are ordered: as its owner says, else as the other one does; who names the group goes before who does not. */
  strategyOf(group: NaiveGroup, organization: Owner): string {
    const owners: Owner[] =
      group.owner === undefined ? [undefined, organization] : [organization, undefined];
    for (const owner of owners) {
      const own = this.world.strategies
        .filter((one) => one.owner === owner)
        .toSorted((a, b) => b.priority - a.priority);
      const named = own.find(
        (one) => one.group !== undefined && this.holder(one.group, owner) === group,
      );
      const found = named ?? own.find((one) => one.group === undefined);
      if (found) return found.strategy;
    }
    return 'simple-shuffle';
  }

  private ids(names: readonly string[], owner: Owner): string[] {
    return [...new Set(names.flatMap((name) => this.holder(name, owner)?.id ?? []))];
  }

  /** Older first; whoever wants a name that is taken does not get it. The platform's come before all. */
  private claim(owner: Owner): void {
    const isPlatforms = (name: string): boolean => owner !== undefined && this.claimed.has(name);
    const taken = new Set<string>();
    for (const model of this.world.models.filter((one) => one.owner === owner && one.isActive)) {
      const names = [model.id, ...model.aliases].filter((name) => !isPlatforms(name));
      if (!names.includes(model.id) || names.some((name) => taken.has(name))) continue;
      for (const name of names) taken.add(name);
      this.serve(model, names);
    }
    const groups = this.world.groups.filter((group) => {
      if (group.owner !== owner || isPlatforms(group.alias)) return false;
      const isFree = !taken.has(group.alias);
      taken.add(group.alias);
      return isFree;
    });
    if (owner === undefined) for (const name of taken) this.claimed.add(name);
    for (const group of groups) this.serveGroup(group);
  }

  private readonly claimed = new Set<string>();

  private serve(model: World['models'][number], names: readonly string[]): void {
    const { owner, id, tier, price, uses, fallbacks } = model;
    const key = `${owner ?? ''}/${id}`;
    const made = { kind: 'model' as const, key, owner, id, names, fallbacks };
    if (owner === undefined || uses === undefined) {
      const provider = owner === undefined ? 'sim' : `${owner}-sim`;
      this.things.push({ ...made, tier, provider, price, base: undefined });
      return;
    }
    const base = this.holder(uses, undefined);
    if (base?.kind !== 'model') return;
    const { tier: same, provider, price: cost } = base;
    this.things.push({ ...made, tier: same, provider, price: cost, base });
  }

  private serveGroup({ owner, alias, members }: World['groups'][number]): void {
    const found = new Map<NaiveModel, number>();
    for (const { name, weight } of members) {
      const thing = this.holder(name, owner);
      if (thing?.kind === 'model') found.set(thing, weight);
    }
    if (found.size === 0) return;
    const present = [...found].map(([model, weight]) => ({ model, weight }));
    this.things.push({ kind: 'group', owner, id: alias, names: [alias], members: present });
  }

  /** What is announced, and due, of a name: of the name itself, of the id of what it means, or of the model that this uses. */
  private endOf(name: string, organization: Owner): DeprecationOf | undefined {
    const thing = this.holder(name, organization);
    const hasHolder = this.things.some(({ names }) => names.includes(name));
    if (hasHolder && !thing) return undefined;
    const due = this.world.deprecations.filter(
      ({ owner, isPast }) => isPast && (owner === undefined || owner === organization),
    );
    const direct =
      due.find(({ model }) => model === name) ?? due.find(({ model }) => model === thing?.id);
    if (direct) return direct;
    const base = thing?.kind === 'model' ? thing.base : undefined;
    return base && due.find(({ model }) => model === base.id);
  }

  private instead(
    model: NaiveModel,
    organization: Owner,
    passed: readonly NaiveModel[],
  ): NaiveModel[] {
    const end = this.endOf(model.id, organization);
    if (!end) return [model];
    const thing = this.meaning(model.id, organization);
    if (!thing || passed.includes(model)) return [];
    const models = thing.kind === 'model' ? [thing] : thing.members.map((one) => one.model);
    return models.flatMap((one) => this.instead(one, organization, [...passed, model]));
  }

  /** Of two permits or prefers of one priority and condition that want different things, the younger does not count. */
  private withoutConflicts(): RuleOf[] {
    const kept: RuleOf[] = [];
    for (const rule of this.world.rules) {
      const clash = kept.find(
        (other) =>
          ![rule.action, other.action].includes('deny') &&
          other.owner === rule.owner &&
          other.priority === rule.priority &&
          other.condition === rule.condition,
      );
      const same = (a: RuleOf, b: RuleOf): boolean =>
        a.action === b.action &&
        a.targets.length > 0 === b.targets.length > 0 &&
        this.existing(a).join(' ') === this.existing(b).join(' ');
      if (!clash || same(clash, rule)) kept.push(rule);
    }
    return kept;
  }
}
