import type { DecisionStep } from '@aicp/contracts/decision/decision-record';
import type { Catalog, RuntimeModel, Served, Viewer } from './catalog.ts';
import { usableMembers, usableModels } from './catalog.ts';
import type { Outcome, Ranked } from './policies/outcome.ts';
import type { PolicyBook } from './policies/policy-book.ts';
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

/** Who may serve a request, by the policies and fallbacks that apply. Pure but for `random`. */
export function route(request: RouteRequest): Route {
  const routing = new Routing(request);
  for (const index of request.policies?.scopes(request.viewer.organization) ?? []) {
    routing.apply(index.match(request.attributes));
    if (routing.order.length === 0) break;
  }
  return {
    candidates: routing.withFallbacks(),
    policy: routing.policy,
    steps: routing.steps,
  };
}

class Routing {
  /** Who serves, before fallbacks. */
  order: readonly RuntimeModel[];
  policy: string | undefined;
  readonly steps: DecisionStep[] = [];

  private readonly request: RouteRequest;
  /** What permits left; undefined: everything. */
  private permitted: ReadonlySet<RuntimeModel> | undefined;
  private readonly denials: (readonly Outcome[])[] = [];

  constructor(request: RouteRequest) {
    this.request = request;
    this.order = this.expand(request.asked);
  }

  /** One scope's matching policies, within what earlier scopes left. */
  apply(matched: readonly Outcome[]): void {
    const decider = first(matched.map((outcome) => outcome.decider));
    if (decider) this.decide(decider);
    if (this.order.length === 0) return;
    this.denials.push(matched);
    const denials = this.order.flatMap((model) => this.deny(model, matched));
    const left = this.order.filter((model) => !denialOf(model, matched));
    const denier = denials[0]?.policy.id;
    this.policy = left.length === 0 ? denier : (this.policy ?? denier);
    this.order = left;
  }

  /** The order, each model followed by its fallbacks, as far as they may serve. Nothing comes of nothing. */
  withFallbacks(): RuntimeModel[] {
    if (this.order.length === 0) return [];
    const candidates = new Set<RuntimeModel>();
    for (const model of this.order) {
      candidates.add(model);
      for (const fallback of this.fallbacksOf(model)) candidates.add(fallback);
    }
    const { asked } = this.request;
    if (asked.kind === 'group') {
      for (const fallback of this.fallbacksOf(asked)) candidates.add(fallback);
    }
    return [...candidates];
  }

  private decide({ policy }: Ranked): void {
    this.policy = policy.id;
    this.steps.push({ stage: 'policies', outcome: policy.action, policy: policy.id });
    if (policy.targets.length === 0 && !policy.targetsMissing) return;
    const targets = this.modelsOf(policy.targets).filter((model) => this.isPermitted(model));
    if (policy.action === 'permit') {
      this.permitted = new Set(targets);
      const asked = this.order.filter((model) => targets.includes(model));
      this.order = unique([...asked, ...targets]);
    } else {
      this.order = unique([...targets, ...this.order]);
    }
  }

  /** The deny that takes the model away, if one does; the steps say so. */
  private deny(model: RuntimeModel, matched: readonly Outcome[]): Ranked[] {
    const denial = denialOf(model, matched);
    if (!denial) return [];
    const { id } = denial.policy;
    this.steps.push({ stage: 'policies', outcome: 'deny', policy: id, detail: model.id });
    return [denial];
  }

  private fallbacksOf(served: Served): RuntimeModel[] {
    const { policies, viewer } = this.request;
    const named = [
      ...(policies?.fallbacksOf(served, viewer) ?? []),
      ...(served.kind === 'model' ? served.fallbacks : []),
    ];
    return this.modelsOf(named).filter(
      (model) =>
        this.isPermitted(model) && !this.denials.some((matched) => denialOf(model, matched)),
    );
  }

  private isPermitted(model: RuntimeModel): boolean {
    return this.permitted === undefined || this.permitted.has(model);
  }

  /** The models behind names, as far as the viewer may use them. What does not exist is skipped. */
  private modelsOf(names: readonly string[]): RuntimeModel[] {
    const { catalog, viewer } = this.request;
    return names.flatMap((name) => {
      const served = catalog.find(name, viewer);
      return served ? this.expand(served) : [];
    });
  }

  private expand(served: Served): readonly RuntimeModel[] {
    const { viewer, random } = this.request;
    if (served.kind === 'model') return usableModels(served, viewer);
    return weightedOrder(usableMembers(served, viewer), random).map(({ model }) => model);
  }
}

/** The deny that is read first among those that take the model away. */
const denialOf = (model: RuntimeModel, matched: readonly Outcome[]): Ranked | undefined =>
  first(matched.flatMap((outcome) => [outcome.deniesAll, outcome.denied.get(model)]));

function first(ranked: readonly (Ranked | undefined)[]): Ranked | undefined {
  let found: Ranked | undefined;
  for (const one of ranked) if (one && (!found || one.rank < found.rank)) found = one;
  return found;
}

const unique = (models: readonly RuntimeModel[]): RuntimeModel[] => [...new Set(models)];
