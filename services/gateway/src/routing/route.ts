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
  const { policies, viewer, attributes } = request;
  const routing = new Routing(request);
  if (policies) {
    for (const index of policies.scopes(viewer.organization)) {
      const matched = index.match(attributes);
      if (matched.length > 0) routing.apply(matched);
      if (routing.order.length === 0) break;
    }
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
  private readonly matched: Outcome[] = [];

  constructor(request: RouteRequest) {
    this.request = request;
    this.order = this.expand(request.asked);
  }

  /** One scope's matching policies, within what earlier scopes left. */
  apply(matched: readonly Outcome[]): void {
    const decider = deciderOf(matched);
    if (decider) this.decide(decider);
    if (this.order.length === 0) return;
    this.matched.push(...matched);
    const denier = this.deny(matched);
    this.policy = this.order.length === 0 ? denier : (this.policy ?? denier);
  }

  /** The order, each model followed by its fallbacks, as far as they may serve. Nothing comes of nothing. */
  withFallbacks(): readonly RuntimeModel[] {
    if (this.order.length === 0) return [];
    const { asked } = this.request;
    const candidates: RuntimeModel[] = [];
    for (const model of this.order) candidates.push(model, ...this.fallbacksOf(model));
    if (asked.kind === 'group') candidates.push(...this.fallbacksOf(asked));
    return candidates.length === this.order.length ? this.order : unique(candidates);
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

  /** Takes away what a deny takes away, and says so in the steps. Answers the first policy that did. */
  private deny(matched: readonly Outcome[]): string | undefined {
    let denier: string | undefined;
    this.order = this.order.filter((model) => {
      const denial = denialOf(model, matched);
      if (!denial) return true;
      const { id } = denial.policy;
      denier ??= id;
      this.steps.push({ stage: 'policies', outcome: 'deny', policy: id, detail: model.id });
      return false;
    });
    return denier;
  }

  private fallbacksOf(served: Served): readonly RuntimeModel[] {
    const { policies, viewer } = this.request;
    const byPolicy = policies?.fallbacksOf(served, viewer) ?? NO_NAMES;
    const own = served.kind === 'model' ? served.fallbacks : NO_NAMES;
    if (byPolicy.length === 0 && own.length === 0) return NO_MODELS;
    return this.modelsOf([...byPolicy, ...own]).filter(
      (model) => this.isPermitted(model) && !denialOf(model, this.matched),
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

const NO_NAMES: readonly string[] = [];
const NO_MODELS: readonly RuntimeModel[] = [];

/** The permit or prefer that is read first. */
function deciderOf(matched: readonly Outcome[]): Ranked | undefined {
  let first: Ranked | undefined;
  for (const { decider } of matched) first = earlier(first, decider);
  return first;
}

/** The deny that is read first among those that take the model away. */
function denialOf(model: RuntimeModel, matched: readonly Outcome[]): Ranked | undefined {
  let first: Ranked | undefined;
  for (const { deniesAll, denied } of matched) {
    first = earlier(earlier(first, deniesAll), denied.get(model));
  }
  return first;
}

function earlier(a: Ranked | undefined, b: Ranked | undefined): Ranked | undefined {
  if (!a || !b) return a ?? b;
  return b.rank < a.rank ? b : a;
}

const unique = (models: readonly RuntimeModel[]): RuntimeModel[] => [...new Set(models)];
