import type { DecisionStep } from '@aicp/contracts/decision/decision-record';
import type { Catalog, RuntimeModel, Served, Viewer } from './catalog.ts';
import { membersOf, usableMembers, usableModels } from './catalog.ts';
import type { PolicyBook } from './policies/policy-book.ts';
import { ScopeRules } from './policies/scope-rules.ts';
import type { RequestAttributes } from './request-attributes.ts';
import { weightedOrder } from './weighted-order.ts';

export interface RouteRequest {
  readonly asked: Served;
  readonly viewer: Viewer;
  readonly attributes: RequestAttributes;
  readonly catalog: Catalog;
  /** Undefined where policies are switched off. */
  readonly policies: PolicyBook | undefined;
  /** Picks the member of a group; [0, 1). */
  readonly random: () => number;
}

export interface Route {
  /** Who may serve, in the order in which they are tried. Empty: a policy denies. */
  readonly candidates: readonly RuntimeModel[];
  /** The policy that decided; where nothing is left, the one that left nothing. */
  readonly policy: string | undefined;
  readonly steps: readonly DecisionStep[];
}

/**
 * Who may serve a request, by the policies and fallbacks that apply. Pure but for `random`. Two questions are kept apart: who may serve
 * (what the lists allow and every deciding `permit` names, without what any matching `deny` takes away), and in which order. Whatever
 * names a model, the request, a target, a group, a fallback or a replacement, it serves only if the first question says so.
 */
export function route(request: RouteRequest): Route {
  const { policies, viewer, attributes } = request;
  const scopes = (policies?.scopes(viewer.organization) ?? []).flatMap((index) => {
    const matched = index.match(attributes);
    return matched.length > 0 ? [new ScopeRules(matched)] : [];
  });
  const [first] = scopes;
  if (first && scopes.length > 1) {
    // What the platform's policies leave nothing of, an organization's cannot bring back.
    const platform = new Routing(request, [first]);
    if (platform.order().length === 0) return platform.route();
  }
  return new Routing(request, scopes).route();
}

class Routing {
  private readonly request: RouteRequest;
  private readonly scopes: readonly ScopeRules[];
  /** What the deciding permits name; empty: nobody limits it. */
  private readonly permitted: readonly ReadonlySet<RuntimeModel>[];
  /** What a deny took away, by the id of the policy. */
  private readonly denied = new Map<RuntimeModel, string>();

  constructor(request: RouteRequest, scopes: readonly ScopeRules[]) {
    this.request = request;
    this.scopes = scopes;
    this.permitted = scopes.flatMap(({ decider }) => {
      if (decider?.policy.action !== 'permit' || isExemption(decider.policy)) return [];
      return [new Set(decider.policy.targets.flatMap((name) => this.modelsBehind(name)))];
    });
  }

  route(): Route {
    const order = this.order();
    const [denier] = this.denied.values();
    const decider = this.scopes.findLast((scope) => scope.decider)?.decider?.policy.id;
    const steps = this.steps();
    if (order.length === 0) return { candidates: [], policy: denier ?? decider, steps };
    return { candidates: this.withFallbacks(order), policy: decider ?? denier, steps };
  }

  /** Who serves, before fallbacks: as asked, then as each scope in turn would have it. */
  order(): readonly RuntimeModel[] {
    let order = this.expand(this.request.asked);
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
  private withFallbacks(order: readonly RuntimeModel[]): readonly RuntimeModel[] {
    const { asked } = this.request;
    const candidates: RuntimeModel[] = [];
    for (const model of order) candidates.push(model, ...this.fallbacksOf(model));
    if (asked.kind === 'group') candidates.push(...this.fallbacksOf(asked));
    return candidates.length === order.length ? order : unique(candidates);
  }

  private fallbacksOf(served: Served): readonly RuntimeModel[] {
    const { policies, viewer } = this.request;
    const byPolicy = policies?.fallbacksOf(served, viewer) ?? NO_NAMES;
    const own = served.kind === 'model' ? served.fallbacks : NO_NAMES;
    if (byPolicy.length === 0 && own.length === 0) return NO_MODELS;
    return this.modelsOf([...byPolicy, ...own]);
  }

  /** All models behind a name, whether they may serve or not. */
  private modelsBehind(name: string): readonly RuntimeModel[] {
    const served = this.request.catalog.find(name, this.request.viewer);
    return served ? membersOf(served, this.request.viewer) : NO_MODELS;
  }

  /** The models behind names that may serve. What does not exist is skipped. */
  private modelsOf(names: readonly string[]): RuntimeModel[] {
    const { catalog, viewer } = this.request;
    return names.flatMap((name) => {
      const served = catalog.find(name, viewer);
      return served ? this.expand(served) : [];
    });
  }

  /** The models behind something that may serve; of a group, one picked by its weight, then the others. */
  private expand(served: Served): readonly RuntimeModel[] {
    const { viewer, random } = this.request;
    if (served.kind === 'model') {
      return usableModels(served, viewer).filter((model) => this.mayServe(model));
    }
    const members = usableMembers(served, viewer).filter(({ model }) => this.mayServe(model));
    return weightedOrder(members, random).map(({ model }) => model);
  }

  private mayServe(model: RuntimeModel): boolean {
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
const NO_MODELS: readonly RuntimeModel[] = [];

/** A permit of nothing in particular: it leaves the request as asked. */
const isExemption = (policy: {
  readonly targets: readonly string[];
  readonly targetsMissing: boolean;
}): boolean => policy.targets.length === 0 && !policy.targetsMissing;

const unique = (models: readonly RuntimeModel[]): RuntimeModel[] => [...new Set(models)];
