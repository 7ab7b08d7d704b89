import type { DecisionStep } from '../decision/decision-record.ts';
import type { CandidateStats } from './candidate-stats.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { PolicyBook } from './policies/policy-book.ts';
import type { ScopeRules } from './policies/scope-rules.ts';
import type { RequestAttributes } from './request/request-attributes.ts';
import type { RefusalReason, RoutingModel, Resolution } from './catalog/resolution.ts';
import { membersOf, usableMembers, type Entitlement } from './catalog/entitlement.ts';
import { weightedOrder } from './weighted-order.ts';

export interface RouteRequest<M extends RoutingModel> {
  readonly resolution: Resolution<M>;
  readonly entitlement: Entitlement<M>;
  readonly attributes: RequestAttributes;
  readonly catalog: Catalog<M>;
  /** Undefined where policies are switched off. */
  readonly policies: PolicyBook | undefined;
  /** Picks the member of a group; [0, 1). */
  readonly random: () => number;
  /** What was seen of the models of late; undefined where nobody knows. */
  readonly stats?: CandidateStats | undefined;
}

export interface Route<M extends RoutingModel> {
  /** Who may serve, in the order in which they are tried. Empty: a policy denies. */
  readonly candidates: readonly M[];
  /** The policy that decided; where nothing is left, the one that left nothing. */
  readonly policy: string | undefined;
  readonly steps: readonly DecisionStep[];
  /** Who may serve instead of a model whose provider refuses the request for this reason, in the order in which they are tried. */
  readonly instead: (model: M, reason: RefusalReason) => readonly M[];
}

/**
 * Who may serve a request, by the policies and fallbacks that apply. Pure but for `random`. Two questions are kept apart: who may serve
 * (what the lists allow and every deciding `permit` names, without what any matching `deny` takes away), and in which order. Whatever
 * names a model, the request, a target, a group, a fallback or a replacement, it serves only if the first question says so.
 */
export function route<M extends RoutingModel>(request: RouteRequest<M>): Route<M> {
  const { policies, entitlement, attributes } = request;
  const scopes = policies?.match(attributes, entitlement.organization) ?? [];
  const [first] = scopes;
  if (first && scopes.length > 1) {
    // What the platform's policies leave nothing of, an organization's cannot bring back.
    const platform = new Routing(request, [first]);
    if (platform.order().length === 0) return platform.route();
  }
  return new Routing(request, scopes).route();
}

class Routing<M extends RoutingModel> {
  private readonly request: RouteRequest<M>;
  private readonly scopes: readonly ScopeRules[];
  /** What the deciding permits name; empty: nobody limits it. */
  private readonly permitted: readonly ReadonlySet<M>[];
  /** What a deny took away, by the id of the policy. */
  private readonly denied = new Map<M, string>();

  constructor(request: RouteRequest<M>, scopes: readonly ScopeRules[]) {
    this.request = request;
    this.scopes = scopes;
    this.permitted = scopes.flatMap(({ decider }) => {
      if (decider?.policy.action !== 'permit' || isExemption(decider.policy)) return [];
      return [new Set(decider.policy.targets.flatMap((name) => this.modelsBehind(name)))];
    });
  }

  route(): Route<M> {
    const order = this.order();
    const [denier] = this.denied.values();
    const decider = this.scopes.findLast((scope) => scope.decider)?.decider?.policy.id;
    const steps = this.steps();
    const instead = (model: M, reason: RefusalReason) => this.instead(model, reason);
    if (order.length === 0) return { candidates: [], policy: denier ?? decider, steps, instead };
    return { candidates: this.withFallbacks(order), policy: decider ?? denier, steps, instead };
  }

  /** What a model names for a refusal of this kind, as far as it may serve. */
  private instead(model: M, reason: RefusalReason): readonly M[] {
    const names = model.fallbacksFor[reason];
    return names.length === 0 ? [] : unique(this.modelsOf(names)).filter((one) => one !== model);
  }

  /** Who serves, before fallbacks: as requested, then as each scope in turn would have it. */
  order(): readonly M[] {
    let order = this.expand(this.request.resolution);
    for (const { decider } of this.scopes) {
      if (!decider) continue;
      const targets = this.modelsOf(decider.policy.targets);
      const isPreferred = decider.policy.action === 'prefer';
      order = unique(isPreferred ? [...targets, ...order] : [...order, ...targets]);
    }
    return order;
  }

  private steps(): DecisionStep[] {
    const decisions = this.scopes.flatMap(({ decider }) =>
      decider
        ? [{ stage: 'policies', outcome: decider.policy.action, policy: decider.policy.id }]
        : [],
    );
    const denials = [...this.denied].map(([model, policy]) => ({
      stage: 'policies',
      outcome: 'deny',
      policy,
      detail: model.id,
    }));
    return [...decisions, ...denials];
  }

  /** The order, each model followed by its fallbacks, as far as they may serve. */
  private withFallbacks(order: readonly M[]): readonly M[] {
    const { resolution } = this.request;
    const candidates: M[] = [];
    for (const model of order) candidates.push(model, ...this.fallbacksOf(model));
    if (resolution.kind === 'group') candidates.push(...this.fallbacksOf(resolution));
    return candidates.length === order.length ? order : unique(candidates);
  }

  private fallbacksOf(resolution: Resolution<M>): readonly M[] {
    const { policies, entitlement } = this.request;
    const byPolicy = policies?.fallbacksOf(resolution, entitlement) ?? NO_NAMES;
    const own = resolution.kind === 'model' ? resolution.fallbacks : NO_NAMES;
    if (byPolicy.length === 0 && own.length === 0) return [];
    return this.modelsOf([...byPolicy, ...own]);
  }

  /** All models behind a name, whether they may serve or not. */
  private modelsBehind(name: string): readonly M[] {
    const resolution = this.request.catalog.find(name, this.request.entitlement);
    return resolution ? membersOf(resolution, this.request.entitlement) : [];
  }

  /** The models behind names that may serve. What does not exist is skipped. */
  private modelsOf(names: readonly string[]): M[] {
    const { catalog, entitlement } = this.request;
    return names.flatMap((name) => {
      const resolution = catalog.find(name, entitlement);
      return resolution ? this.expand(resolution) : [];
    });
  }

  /** The models behind something that may serve; of a group, one picked by its weight, then the others. */
  private expand(resolution: Resolution<M>): readonly M[] {
    const { entitlement, random } = this.request;
    const members = usableMembers(resolution, entitlement).filter(({ model }) =>
      this.mayServe(model),
    );
    return weightedOrder(members, random).map(({ model }) => model);
  }

  private mayServe(model: M): boolean {
    if (!this.permitted.every((models) => models.has(model))) return false;
    for (const scope of this.scopes) {
      const denial = scope.denialOf(model);
      if (!denial) continue;
      this.denied.set(model, denial.policy.id);
      return false;
    }
    return true;
  }
}

const NO_NAMES: readonly string[] = [];

/** A permit of nothing in particular: it leaves the request as it is. */
const isExemption = (policy: {
  readonly targets: readonly string[];
  readonly targetsMissing: boolean;
}): boolean => policy.targets.length === 0 && !policy.targetsMissing;

const unique = <M>(models: readonly M[]): M[] => [...new Set(models)];
