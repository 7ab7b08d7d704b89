import type { RoutingStrategy } from '@aicp/crds/kit/routing-strategies';
import type { DecisionStep } from '../decision/decision-record.ts';
import type { CandidateStats } from './catalog/candidate-stats.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { PolicyBook } from './policies/policy-book.ts';
import type { Decider, ScopeRules } from './policies/scope-rules.ts';
import type { RequestAttributes } from './request/request-attributes.ts';
import type {
  RefusalReason,
  RoutingGroup,
  RoutingModel,
  Resolution,
} from './catalog/resolution.ts';
import { FailoverMoves, type FailoverMove, type Failovers } from './failover/failover-moves.ts';
import {
  mayUse,
  membersOf,
  usableMembers,
  type Entitlement,
  type Member,
} from './catalog/entitlement.ts';
import { isOfMode } from './catalog/modes.ts';
import { inOrder } from './member-order.ts';
import { Ruling, type RuledScope } from './ruling.ts';

export interface RouteRequest<M extends RoutingModel> {
  readonly resolution: Resolution<M>;
  readonly entitlement: Entitlement<M>;
  readonly attributes: RequestAttributes;
  readonly catalog: Catalog<M>;
  /** What models that may serve it are for; absent: for anything. */
  readonly modes?: readonly string[] | undefined;
  /** Undefined where policies are switched off. */
  readonly policies: PolicyBook | undefined;
  /** Picks the member of a group; [0, 1). */
  readonly random: () => number;
  /** What was seen of the models of late; undefined where nobody knows. */
  readonly stats?: CandidateStats | undefined;
  /** The rules by which models serve in the place of others; undefined where there are none. */
  readonly failover?: Failovers<M> | undefined;
  /** Orders the members of a group in place of weights, strategies and figures: of a request that is routed again. */
  readonly order?: ((asked: AskedOrder<M>) => readonly M[]) | undefined;
}

/** Members of a group, two or more, of which somebody is to say the order in which they are tried. */
export interface AskedOrder<M extends RoutingModel> {
  readonly group: RoutingGroup<M>;
  readonly members: readonly Member<M>[];
  readonly strategy: RoutingStrategy;
}

export interface Route<M extends RoutingModel> {
  /** Who may serve, in the order in which they are tried. Empty: a policy denies. */
  readonly candidates: readonly M[];
  /** The policy that decided; where nothing is left, the one that left nothing. */
  readonly policy: string | undefined;
  readonly steps: readonly DecisionStep[];
  /** Who may serve instead of a model whose provider refuses the request for this reason, in the order in which they are tried. */
  readonly instead: (model: M, reason: RefusalReason) => readonly M[];
  /** Whether a model may serve, whether it is one of the candidates or not. */
  readonly mayServe: (model: M) => boolean;
  /** What became of the failover rules that are about a candidate. */
  readonly moves: readonly FailoverMove<M>[];
  /** The failover rule by which another serves the request now in the place of a model, whether that is a candidate or not; undefined: none. */
  readonly movedFrom: (model: M) => FailoverMove<M> | undefined;
}

/**
 * Who may serve a request, by the policies and fallbacks that apply. Pure but for `random` and `stats`. Two questions are kept apart: who may
 * serve (what the lists allow and every deciding `permit` names, without what any matching `deny` takes away), and in which order. Whatever
 * names a model, the request, a target, a group, a fallback or a replacement, it serves only if the first question says so.
 */
export function route<M extends RoutingModel>(request: RouteRequest<M>): Route<M> {
  const { policies, entitlement, attributes, stats } = request;
  const { organization } = entitlement;
  const reach = new Reach(request);
  const ruled = (policies?.match(attributes, { organization, stats }) ?? []).map((scope) => ({
    scope,
    decider: scope.decider(({ targets }) => reach.ofTargets(targets)),
  }));
  const [first] = ruled;
  if (first && ruled.length > 1) {
    // What the platform's policies leave nothing of, an organization's cannot bring back.
    const platform = new Routing(request, reach, [first]).route();
    if (platform.candidates.length === 0) return platform;
  }
  return new Routing(request, reach, ruled).route();
}

/** Which models are behind names, whether they may serve or not. */
class Reach<M extends RoutingModel> {
  private readonly request: RouteRequest<M>;

  constructor(request: RouteRequest<M>) {
    this.request = request;
  }

  /** What a rule with these targets acts on: they, or all that could serve where it names none. */
  ofTargets(targets: readonly string[]): readonly M[] {
    if (targets.length > 0) return targets.flatMap(this.behind);
    const { resolution } = this.request;
    const own = this.members(resolution);
    const things = resolution.kind === 'group' ? [...own, resolution] : own;
    return [...own, ...things.flatMap((thing) => this.fallbackNames(thing).flatMap(this.behind))];
  }

  readonly behind = (name: string): readonly M[] => {
    const { catalog, entitlement } = this.request;
    const resolution = catalog.find(name, entitlement);
    return resolution ? this.members(resolution) : [];
  };

  /** What is tried after something: what policies say, then what the model itself names. */
  fallbackNames(resolution: Resolution<M>): readonly string[] {
    const { policies, entitlement } = this.request;
    const byPolicy = policies?.fallbacksOf(resolution, entitlement) ?? NO_NAMES;
    const own = resolution.kind === 'model' ? resolution.fallbacks : NO_NAMES;
    return byPolicy.length === 0 ? own : [...byPolicy, ...own];
  }

  private members(resolution: Resolution<M>): readonly M[] {
    return membersOf(resolution, this.request.entitlement);
  }
}

/** In which order the models are tried that some scopes leave. A model that steps aside keeps its place for its fallbacks. */
class Routing<M extends RoutingModel> {
  private readonly request: RouteRequest<M>;
  private readonly reach: Reach<M>;
  private readonly scopes: readonly RuledScope[];
  private readonly ruling: Ruling<M>;
  /** Models that are for something else. */
  private readonly unfit = new Set<M>();
  /** How groups were ordered, by their names. */
  private readonly ordered = new Map<string, DecisionStep>();

  constructor(request: RouteRequest<M>, reach: Reach<M>, scopes: readonly RuledScope[]) {
    this.request = request;
    this.reach = reach;
    this.scopes = scopes;
    this.ruling = new Ruling(scopes, reach.behind);
  }

  route(): Route<M> {
    const serving = this.serving(this.withFallbacks(this.order()));
    const failover = this.failover();
    const candidates = failover?.over(serving) ?? serving;
    const policy = this.ruling.policy(candidates.length > 0);
    const unknown = this.request.attributes.lacksMoney ? [MONEY_UNKNOWN] : [];
    const moved = failover?.steps() ?? [];
    const ordered = this.ordered.values();
    const steps = [...this.ruling.steps(), ...ordered, ...this.unfitSteps(), ...unknown, ...moved];
    const instead = (model: M, reason: RefusalReason) => this.instead(model, reason);
    const mayServe = (model: M) => this.mayServe(model);
    const moves = failover?.moves ?? NO_MOVES;
    const movedFrom = (model: M) => this.failover()?.from(model);
    return { candidates, policy, steps, instead, mayServe, moves, movedFrom };
  }

  private failover(): FailoverMoves<M> | undefined {
    const { failover, entitlement } = this.request;
    if (!failover) return undefined;
    const servingBy = (name: string) => this.serving(this.followed(this.modelsOf([name])));
    return new FailoverMoves(failover, entitlement.organization, servingBy);
  }

  /** What a model names for a refusal of this kind, as far as it may serve. */
  private instead(model: M, reason: RefusalReason): readonly M[] {
    const names = model.fallbacksFor[reason];
    if (names.length === 0) return [];
    return unique(this.serving(this.modelsOf(names))).filter((one) => one !== model);
  }

  private mayServe(model: M): boolean {
    const { catalog, entitlement } = this.request;
    if (catalog.find(model.id, entitlement) !== model || !mayUse(model, entitlement)) return false;
    if (!isOfMode(model, this.request.modes)) return false;
    return this.ruling.standingOf(model) === 'serves';
  }

  /** Before fallbacks: as requested, then as each scope in turn would have it. */
  private order(): readonly M[] {
    let order = this.expand(this.request.resolution);
    for (const { scope, decider } of this.scopes) {
      if (!decider) continue;
      const targets = this.targetsOf(scope, decider, order);
      const isPreferred = decider.policy.action === 'prefer';
      order = unique(isPreferred ? [...targets, ...order] : [...order, ...targets]);
    }
    return order;
  }

  /** What a decider puts into the order. A prefer that reads candidates puts those first that it holds for, of all where it names none. */
  private targetsOf(
    scope: ScopeRules,
    { policy, joint }: Decider,
    order: readonly M[],
  ): readonly M[] {
    const { targets, action } = policy;
    if (!joint.readsCandidates || action !== 'prefer') return this.modelsOf(targets);
    const some = targets.length > 0 ? this.modelsOf(targets) : this.withFallbacks(order);
    return some.filter((model) => scope.holdsFor(joint, model));
  }

  /** The order, each model followed by its fallbacks. */
  private withFallbacks(order: readonly M[]): readonly M[] {
    const { resolution } = this.request;
    if (order.length === 0) return order;
    const candidates = this.followed(order);
    if (resolution.kind === 'group') candidates.push(...this.fallbacksOf(resolution));
    return candidates.length === order.length ? order : unique(candidates);
  }

  private followed(models: readonly M[]): M[] {
    const all: M[] = [];
    for (const model of models) all.push(model, ...this.fallbacksOf(model));
    return all;
  }

  private fallbacksOf(resolution: Resolution<M>): readonly M[] {
    const names = this.reach.fallbackNames(resolution);
    return names.length === 0 ? [] : this.modelsOf(names);
  }

  /** The models behind names that may serve. What does not exist is skipped. */
  private modelsOf(names: readonly string[]): M[] {
    const { catalog, entitlement } = this.request;
    return names.flatMap((name) => {
      const resolution = catalog.find(name, entitlement);
      return resolution ? this.expand(resolution) : [];
    });
  }

  /** The models behind something that are not out; a group's in the order of its strategy, then those that step aside. */
  private expand(resolution: Resolution<M>): readonly M[] {
    const members: Member<M>[] = [];
    const aside: M[] = [];
    for (const member of usableMembers(resolution, this.request.entitlement)) {
      const isFit = isOfMode(member.model, this.request.modes);
      if (!isFit) this.unfit.add(member.model);
      const standing = isFit ? this.ruling.standingOf(member.model) : 'out';
      if (standing === 'serves') members.push(member);
      else if (standing === 'aside') aside.push(member.model);
    }
    const models =
      resolution.kind === 'group' && members.length > 1
        ? this.inOrder(resolution, members)
        : members.map(({ model }) => model);
    return aside.length === 0 ? models : [...models, ...aside];
  }

  private unfitSteps(): DecisionStep[] {
    return [...this.unfit].map(({ id, mode }) => ({
      ...{ stage: 'policies', outcome: 'wrong_mode', detail: `${id} is a model for ${mode}` },
    }));
  }

  private inOrder(group: RoutingGroup<M>, members: readonly Member<M>[]): readonly M[] {
    const { policies, entitlement, random, stats, order } = this.request;
    const by = policies?.strategies.find(group, entitlement.organization);
    const strategy = by?.strategy ?? 'simple-shuffle';
    const models =
      order?.({ group, members, strategy }) ?? inOrder(members, { strategy, random, stats });
    if (by) {
      const detail = `${group.id}: ${models.map(({ id }) => id).join(', ')}`;
      const step = { stage: 'policies', outcome: by.strategy, policy: by.id, detail };
      this.ordered.set(group.id, step);
    }
    return models;
  }

  private serving(models: readonly M[]): readonly M[] {
    if (!this.ruling.readsCandidates) return models;
    return models.filter((model) => this.ruling.standingOf(model) === 'serves');
  }
}

const NO_NAMES: readonly string[] = [];
const NO_MOVES: readonly never[] = [];

const MONEY_UNKNOWN: DecisionStep = {
  stage: 'policies',
  outcome: 'unknown',
  detail:
    'what the budgets of this request leave is not known here: budget_remaining_usd counts as 0; attributes may state it',
};

const unique = <M>(models: readonly M[]): M[] => [...new Set(models)];
