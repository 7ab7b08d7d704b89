import { evaluate, type AttributeValue } from '@aicp/contracts/conditions/evaluate';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type { NaiveGroup, NaiveModel, NaiveNames, NaiveThing } from './naive-names.ts';
import { NOW, type Answer, type Asking, type RuleOf, type TierOf, type World } from './world.ts';

/**
 * What the pages say of routing, done by hand with lists and loops: names, lists of models, what has gone, policies. It shares nothing
 * with what it is held against but the evaluation of a condition.
 */
export function naiveAnswer(world: World, names: NaiveNames, asking: Asking): Answer {
  const byDefault = world.defaultModel && names.holder(world.defaultModel, undefined)?.id;
  const asked = asking.model ?? byDefault;
  if (asked === undefined) return 'no_model';
  const thing = names.meaning(asked, asking.organization);
  if (!thing) return 'model_not_found';
  const request = new NaiveRequest(world, names, asking, thing);
  if (request.allowedIn(thing).length === 0) return 'model_not_allowed';
  const order = request.order();
  return order.length === 0 ? 'policy_denied' : order.map((model) => model.key);
}

interface Reached {
  readonly model: NaiveModel;
  readonly weight: number;
}

class NaiveRequest {
  private readonly world: World;
  private readonly names: NaiveNames;
  private readonly asking: Asking;
  private readonly asked: NaiveThing;

  constructor(world: World, names: NaiveNames, asking: Asking, asked: NaiveThing) {
    this.world = world;
    this.names = names;
    this.asking = asking;
    this.asked = asked;
  }

  /** What of a thing every list allows. */
  allowedIn(thing: NaiveThing): Reached[] {
    if (thing.kind === 'model') {
      return this.isAllowed(thing, undefined, true) ? [{ model: thing, weight: 1 }] : [];
    }
    return this.names
      .present(thing, this.asking.organization)
      .filter(({ model, isOriginal }) => this.isAllowed(model, thing, isOriginal))
      .map(({ model, weight }) => ({ model, weight }));
  }

  /** Who serves, in order. */
  order(): NaiveModel[] {
    const { organization } = this.asking;
    const platform = this.matching(undefined);
    const own = organization === undefined ? [] : this.matching(organization);
    // What the platform's policies leave nothing of is denied, whatever the organization says.
    if (this.served([platform]).length === 0) return [];
    const order = this.served([platform, own]);
    if (order.length === 0) return [];
    const may = this.mayServe([platform, own]);
    const all: NaiveModel[] = [];
    for (const model of order) all.push(model, ...this.following(model, may));
    if (this.asked.kind === 'group') all.push(...this.following(this.asked, may));
    return distinct(all);
  }

  /** The asked, then what each scope's first permit or prefer makes of it. */
  private served(scopes: readonly (readonly RuleOf[])[]): NaiveModel[] {
    const may = this.mayServe(scopes);
    let order = this.pick(this.asked, may);
    for (const rules of scopes) {
      const decider = this.decider(rules);
      if (!decider) continue;
      const targets = this.things(decider).flatMap((thing) => this.pick(thing, may));
      if (decider.action === 'prefer') order = distinct([...targets, ...order]);
      else if (decider.targets.length > 0) {
        const listed = order.filter((model) => this.membersOf(decider).includes(model));
        order = distinct([...listed, ...targets]);
      }
    }
    return order;
  }

  /** Neither denied, nor left out by a permit. */
  private mayServe(scopes: readonly (readonly RuleOf[])[]): (model: NaiveModel) => boolean {
    const rules = scopes.flat();
    const denies = rules.filter(({ action }) => action === 'deny');
    const permits = scopes.flatMap((some) => {
      const decider = this.decider(some);
      return decider?.action === 'permit' && decider.targets.length > 0 ? [decider] : [];
    });
    return (model) =>
      !denies.some((deny) => this.takes(deny, model)) &&
      permits.every((permit) => this.membersOf(permit).includes(model));
  }

  private takes(deny: RuleOf, model: NaiveModel): boolean {
    if (deny.targets.length === 0) return true;
    for (const name of deny.targets) {
      for (const thing of this.names.called(name, this.asking.organization)) {
        const taken = thing.kind === 'model' ? [thing] : thing.members.map((one) => one.model);
        if (taken.includes(model)) return true;
        if (model.base !== undefined && taken.includes(model.base)) return true;
      }
    }
    return false;
  }

  /** The first that matches; a prefer of which nothing exists is passed over. */
  private decider(rules: readonly RuleOf[]): RuleOf | undefined {
    return rules.find((rule) => {
      if (rule.action === 'deny') return false;
      const isVoid = rule.targets.length > 0 && this.names.existing(rule).length === 0;
      return rule.action === 'permit' || !isVoid;
    });
  }

  /** In the order of reading. */
  private matching(scope: string | undefined): RuleOf[] {
    return this.names
      .rulesOf(scope)
      .filter(
        ({ condition }) =>
          condition === undefined ||
          evaluate(parseCondition(condition), (name) => this.attribute(name, scope)),
      );
  }

  private attribute(name: string, scope: string | undefined): AttributeValue {
    const { asking, asked } = this;
    const seen = asked.kind === 'model' && scope === undefined ? (asked.base ?? asked) : asked;
    if (name === 'model') return seen.id;
    if (name === 'organization') return asking.organization;
    if (name === 'team') return asking.team;
    if (name === 'stream') return asking.stream;
    const tiers = seen.kind === 'model' ? [seen.tier] : seen.members.map(({ model }) => model.tier);
    return new Set(tiers).size === 1 ? tiers[0] : undefined;
  }

  private things(rule: RuleOf): NaiveThing[] {
    return this.names
      .existing(rule)
      .flatMap((id) => this.names.meaning(id, this.asking.organization) ?? []);
  }

  private membersOf(rule: RuleOf): NaiveModel[] {
    return this.things(rule).flatMap((thing) =>
      thing.kind === 'model'
        ? [thing]
        : this.names.present(thing, this.asking.organization).map(({ model }) => model),
    );
  }

  private following(thing: NaiveThing, may: (model: NaiveModel) => boolean): NaiveModel[] {
    return this.names
      .fallbacksOf(thing, this.asking.organization)
      .flatMap((id) => this.names.meaning(id, this.asking.organization) ?? [])
      .flatMap((one) => this.pick(one, may));
  }

  /** A thing's models that may serve: one by its share, then the others. */
  private pick(thing: NaiveThing, may: (model: NaiveModel) => boolean): NaiveModel[] {
    const left = this.allowedIn(thing).filter(({ model }) => may(model));
    if (left.length < 2) return left.map(({ model }) => model);
    let total = 0;
    for (const { weight } of left) total += weight;
    let first = Math.floor(this.asking.dice * left.length);
    if (total > 0) {
      let passed = 0;
      first = left.findIndex(({ weight }) => (passed += weight) > this.asking.dice * total);
    }
    const models = left.map(({ model }) => model);
    return [...models.slice(first, first + 1), ...models.filter((_, index) => index !== first)];
  }

  private isAllowed(
    model: NaiveModel,
    group: NaiveGroup | undefined,
    isOriginal: boolean,
  ): boolean {
    const { organization, team, keyList } = this.asking;
    const { teamLists, organizationLists } = this.world;
    const own = [...model.names, ...(group ? [group.id] : [])];
    return (
      isListed(keyList, own) &&
      isListed(teamLists[team ?? ''] ?? [], own) &&
      isListed(organizationLists[organization ?? ''] ?? [], namesAbove(model, group, isOriginal)) &&
      this.world.tiers.every((tier, place) => !this.isIn(tier, model) || this.isGranted(place))
    );
  }

  /** Whether what serves is in a tier on approval that acts on these requests. */
  private isIn({ owner, models, labels, isOnApproval }: TierOf, model: NaiveModel): boolean {
    const { organization } = this.asking;
    if (!isOnApproval || (owner !== undefined && owner !== organization)) return false;
    const origin = model.base ?? model;
    if (labels.includes(origin.tier)) return true;
    const known = [model, origin].filter((one) => owner !== undefined || one.owner === undefined);
    const names = known.flatMap((one) => one.names);
    if (models.length > 0 && isListed(models, names)) return true;
    const groups = models
      .flatMap((entry) => this.names.called(entry, owner))
      .filter((thing) => thing.kind === 'group');
    return groups.some((group) =>
      group.members.some((member) => member.model === model || member.model === model.base),
    );
  }

  private isGranted(place: number): boolean {
    const { key, user, team, organization } = this.asking;
    return this.world.grants.some(({ tier, owner, to, expiresAt }) => {
      const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= NOW;
      if (tier !== place || isOver) return false;
      if (to.keyId !== undefined) return to.keyId === key && isWithin(owner, organization);
      if (to.teamId !== undefined) return to.teamId === team && isWithin(owner, organization);
      const isAll = to.userId === undefined;
      return owner === organization && (isAll || to.userId === user);
    });
  }
}

const isWithin = (owner: string | undefined, organization: string | undefined): boolean =>
  owner === undefined || owner === organization;

/** The names by which the platform knows what serves. */
function namesAbove(
  model: NaiveModel,
  group: NaiveGroup | undefined,
  isOriginal: boolean,
): readonly string[] {
  if (model.owner !== undefined) return model.base?.names ?? [];
  const isGroups = group !== undefined && group.owner === undefined && isOriginal;
  return isGroups ? [...model.names, group.id] : model.names;
}

function isListed(list: readonly string[], names: readonly string[]): boolean {
  if (list.length === 0) return true;
  return list.some((entry) =>
    names.some((name) =>
      entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry,
    ),
  );
}

const distinct = (models: readonly NaiveModel[]): NaiveModel[] => [...new Set(models)];
