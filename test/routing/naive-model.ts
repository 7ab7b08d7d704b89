import { evaluate, type AttributeValue } from '@aicp/contracts/conditions/evaluate';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import { NaiveAccess } from './naive-access.ts';
import type { NaiveModel, NaiveNames, NaiveThing } from './naive-names.ts';
import { testOf } from './naive-tests.ts';
import type { Answer, Asking, RuleOf, World } from './world-types.ts';
import { CONCEIVABLE } from './world.ts';

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
  const order = request.afterTests(request.order());
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
  private readonly access: NaiveAccess;

  constructor(world: World, names: NaiveNames, asking: Asking, asked: NaiveThing) {
    this.world = world;
    this.names = names;
    this.asking = asking;
    this.asked = asked;
    this.access = new NaiveAccess(world, names, asking);
  }

  /** What of a thing every list allows. */
  allowedIn(thing: NaiveThing): Reached[] {
    if (thing.kind === 'model') {
      return this.access.isAllowed(thing, undefined, true) ? [{ model: thing, weight: 1 }] : [];
    }
    return this.names
      .present(thing, this.asking.organization)
      .filter(({ model, isOriginal }) => this.access.isAllowed(model, thing, isOriginal))
      .map(({ model, weight }) => ({ model, weight }));
  }

  /** Who serves, in order. */
  order(): NaiveModel[] {
    const { organization } = this.asking;
    const platform = this.matching(undefined);
    const own = organization === undefined ? [] : this.matching(organization);
    // What the platform's policies leave nothing of is denied, whatever the organization says.
    if (this.served([platform]).length === 0) return [];
    return this.served([platform, own]);
  }

  /** The order once a test has had its say: it has none where another model than the asked is first, or where the variant may not serve. */
  afterTests(order: NaiveModel[]): NaiveModel[] {
    const { organization } = this.asking;
    const test = testOf(this.world, this.names, this.asking, this.asked);
    if (!test || order[0] !== this.asked || !test.isTried) return order;
    const { variant } = test;
    const isThere = this.names.meaning(variant.id, organization) === variant;
    const own = organization === undefined ? [] : this.matching(organization);
    const stand = this.standing([this.matching(undefined), own]);
    if (!isThere || this.allowedIn(variant).length === 0 || stand(variant) !== 'serves')
      return order;
    return distinct([variant, ...order]);
  }

  private served(scopes: readonly (readonly RuleOf[])[]): NaiveModel[] {
    const stand = this.standing(scopes);
    return this.tried(this.places(scopes, stand), stand).filter(
      (model) => stand(model) === 'serves',
    );
  }

  /** The asked, then what each scope's first permit or prefer makes of it; with those that step aside. */
  private places(scopes: readonly (readonly RuleOf[])[], stand: Stand): NaiveModel[] {
    let order = this.pick(this.asked, stand);
    for (const rules of scopes) {
      const decider = this.decider(rules);
      if (!decider) continue;
      const targets = this.things(decider).flatMap((thing) => this.pick(thing, stand));
      if (decider.action === 'prefer') {
        const some = decider.targets.length > 0 ? targets : this.tried(order, stand);
        order = distinct([...some.filter((model) => this.holds(decider, model)), ...order]);
      } else if (decider.targets.length > 0) {
        const listed = order.filter((model) => this.membersOf(decider).includes(model));
        order = distinct([...listed, ...targets]);
      }
    }
    return order;
  }

  /** Each with what follows it when it fails. */
  private tried(order: readonly NaiveModel[], stand: Stand): NaiveModel[] {
    const all: NaiveModel[] = [];
    for (const model of order) all.push(model, ...this.following(model, stand));
    if (order.length > 0 && this.asked.kind === 'group') {
      all.push(...this.following(this.asked, stand));
    }
    return distinct(all);
  }

  /** Out: denied by name, or left out by a permit. Aside: for what it is like. */
  private standing(scopes: readonly (readonly RuleOf[])[]): Stand {
    const denies = scopes.flat().filter(({ action }) => action === 'deny');
    const permits = scopes.flatMap((some) => {
      const decider = this.decider(some);
      return decider?.action === 'permit' ? [decider] : [];
    });
    return (model) => {
      const taken = denies.filter((deny) => this.takes(deny, model));
      if (taken.some((deny) => !isOfCandidates(deny))) return 'out';
      for (const permit of permits) {
        if (permit.targets.length > 0 && !this.membersOf(permit).includes(model)) return 'out';
      }
      const isDenied = taken.some((deny) => this.holds(deny, model));
      return isDenied || !permits.every((permit) => this.holds(permit, model)) ? 'aside' : 'serves';
    };
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

  /** The first that matches; a prefer is passed over of which nothing exists, or nothing is as it asks. */
  private decider(rules: readonly RuleOf[]): RuleOf | undefined {
    return rules.find((rule) => {
      if (rule.action !== 'prefer') return rule.action === 'permit';
      if (rule.targets.length > 0 && this.names.existing(rule).length === 0) return false;
      const named = rule.targets.length > 0 ? this.membersOf(rule) : this.conceivable();
      return !isOfCandidates(rule) || named.some((model) => this.holds(rule, model));
    });
  }

  /** The asked and its fallbacks, whether they may serve or not. */
  private conceivable(): NaiveModel[] {
    const asked = this.modelsIn(this.asked);
    const things = this.asked.kind === 'group' ? [...asked, this.asked] : asked;
    const after = things.flatMap((thing) => this.fallbackThings(thing));
    return [...asked, ...after.flatMap((thing) => this.modelsIn(thing))];
  }

  /** In the order of reading: what holds for the request, or would for some model. */
  private matching(scope: string | undefined): RuleOf[] {
    return this.names.rulesOf(scope).filter(({ condition }) => {
      if (condition === undefined) return true;
      const expression = parseCondition(condition);
      return CONCEIVABLE.some((candidate) =>
        evaluate(expression, (name) =>
          name.startsWith('candidate.') ? candidate[name] : this.attribute(name, scope),
        ),
      );
    });
  }

  /** Whether the condition of a rule that matches holds for a model. */
  private holds(rule: RuleOf, model: NaiveModel): boolean {
    if (rule.condition === undefined || !isOfCandidates(rule)) return true;
    const seen = rule.owner === undefined ? (model.base ?? model) : model;
    const figures = this.world.figures[seen.key];
    const candidate: Record<string, AttributeValue> = {
      'candidate.tier': seen.tier,
      'candidate.provider': seen.provider,
      'candidate.p95_ms': figures?.p95Ms,
      'candidate.error_rate': figures?.errorRate,
    };
    return evaluate(parseCondition(rule.condition), (name) =>
      name.startsWith('candidate.') ? candidate[name] : this.attribute(name, rule.owner),
    );
  }

  private attribute(name: string, scope: string | undefined): AttributeValue {
    const { asking, asked } = this;
    const seen = asked.kind === 'model' && scope === undefined ? (asked.base ?? asked) : asked;
    if (name === 'model') return seen.id;
    if (name === 'organization') return asking.organization;
    if (name === 'team') return asking.team;
    if (name === 'stream') return asking.stream;
    if (name === 'budget_remaining_usd') return this.moneyLeft(scope);
    return tierOf(seen);
  }

  private moneyLeft(scope: string | undefined): AttributeValue {
    const { ofAll, ofTold } = this.world.money[this.asking.organization ?? '']!;
    return scope === undefined ? ofAll : ofTold;
  }

  private things(rule: RuleOf): NaiveThing[] {
    return this.names
      .existing(rule)
      .flatMap((id) => this.names.meaning(id, this.asking.organization) ?? []);
  }

  private membersOf(rule: RuleOf): NaiveModel[] {
    return this.things(rule).flatMap((thing) => this.modelsIn(thing));
  }

  private modelsIn(thing: NaiveThing): NaiveModel[] {
    if (thing.kind === 'model') return [thing];
    return this.names.present(thing, this.asking.organization).map(({ model }) => model);
  }

  private fallbackThings(thing: NaiveThing): NaiveThing[] {
    return this.names
      .fallbacksOf(thing, this.asking.organization)
      .flatMap((id) => this.names.meaning(id, this.asking.organization) ?? []);
  }

  private following(thing: NaiveThing, stand: Stand): NaiveModel[] {
    return this.fallbackThings(thing).flatMap((one) => this.pick(one, stand));
  }

  /** A thing's models that may serve in the order of its strategy, those without a share later; then those that step aside. */
  private pick(thing: NaiveThing, stand: Stand): NaiveModel[] {
    const left = this.allowedIn(thing);
    const serving = left.filter(({ model }) => stand(model) === 'serves');
    const aside = left.flatMap(({ model }) => (stand(model) === 'aside' ? [model] : []));
    const weighty = serving.filter(({ weight }) => weight > 0);
    const others = serving
      .filter(({ weight }) => weight === 0)
      .map(({ model }) => ({ model, weight: 1 }));
    const strategy =
      thing.kind === 'group'
        ? this.names.strategyOf(thing, this.asking.organization)
        : 'simple-shuffle';
    const best = (models: NaiveModel[]) =>
      models.toSorted((a, b) => {
        const [one, other] = [this.rate(strategy, a), this.rate(strategy, b)];
        if (one === other) return 0;
        return one < other ? -1 : 1;
      });
    return [...best(this.draw(weighty)), ...best(this.draw(others)), ...aside];
  }

  /** The lower, the better. */
  private rate(strategy: string, { key, price }: NaiveModel): number {
    const { inFlight, tokensThisMinute, meanMs, errorRate } = this.world.figures[key]!;
    if (strategy === 'least-busy') return inFlight;
    if (strategy === 'usage-based-routing') return tokensThisMinute;
    if (strategy === 'cost-based-routing') return price ?? 1e9;
    if (strategy !== 'latency-based-routing') return 0;
    if (meanMs !== undefined) return Math.round(meanMs);
    return errorRate === undefined && inFlight === 0 ? -1 : 1e9;
  }

  private draw(from: readonly Reached[]): NaiveModel[] {
    if (from.length === 0) return [];
    let at = this.asking.dice * from.reduce((sum, { weight }) => sum + weight, 0);
    const next = from.find(({ weight }) => (at -= weight) < 0) ?? from[0]!;
    return [next.model, ...this.draw(from.filter((one) => one !== next))];
  }
}

function tierOf(thing: NaiveThing): string | undefined {
  const tiers =
    thing.kind === 'model' ? [thing.tier] : thing.members.map(({ model }) => model.tier);
  return new Set(tiers).size === 1 ? tiers[0] : undefined;
}

type Stand = (model: NaiveModel) => 'serves' | 'aside' | 'out';

const isOfCandidates = ({ condition }: RuleOf): boolean =>
  condition?.includes('candidate.') === true;

const distinct = (models: readonly NaiveModel[]): NaiveModel[] => [...new Set(models)];
