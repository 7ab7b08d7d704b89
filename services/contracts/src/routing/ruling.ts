import type { DecisionStep } from '../decision/decision-record.ts';
import type { RoutingModel } from './catalog/resolution.ts';
import type { Decider, JointRules, ScopeRules } from './policies/scope-rules.ts';
import { figuresIn, saidOfCandidate } from './request/candidate-attributes.ts';

/** The rules of a scope that match a request, and the permit or prefer among them that decides. */
export interface RuledScope {
  readonly scope: ScopeRules;
  readonly decider: Decider | undefined;
}

/**
 * Whether a model may serve a request. One that is taken away by name is out, whatever it is like. One that is taken away for what it is like
 * now steps aside: its fallbacks are asked in its place, as if it had failed.
 */
export type Standing = 'serves' | 'aside' | 'out';

/** Who may serve a request, by the rules that match it. */
export class Ruling<M extends RoutingModel> {
  /** Whether some rule asks what models are like, so that one may step aside. */
  readonly readsCandidates: boolean;

  private readonly scopes: readonly RuledScope[];
  /** What the deciding permits name; empty: nobody limits it. */
  private readonly permitted: readonly ReadonlySet<M>[];
  /** What a policy took away. */
  private readonly denied = new Map<M, DecisionStep & { readonly policy: string }>();
  private readonly notPermitted = new Map<M, DecisionStep>();

  /** `behind` says which models a name stands for, whether they may serve or not. */
  constructor(scopes: readonly RuledScope[], behind: (name: string) => readonly M[]) {
    this.scopes = scopes;
    this.readsCandidates = scopes.some(({ scope }) => scope.open.length > 0);
    this.permitted = scopes.flatMap(({ decider }) => {
      if (!decider || !isLimit(decider)) return [];
      return [new Set(decider.policy.targets.flatMap(behind))];
    });
  }

  standingOf(model: M): Standing {
    if (!this.permitted.every((models) => models.has(model)) || this.isDenied(model)) return 'out';
    return this.readsCandidates && this.stepsAside(model) ? 'aside' : 'serves';
  }

  /** The policy that decides; where it is said that nothing is left, the one that left nothing. */
  policy(isServed: boolean): string | undefined {
    const [denial] = this.denied.values();
    const decider = this.scopes.findLast((scope) => scope.decider)?.decider?.policy.id;
    return isServed ? (decider ?? denial?.policy) : (denial?.policy ?? decider);
  }

  /** What the rules did, of the models that were asked after. */
  steps(): DecisionStep[] {
    const decisions = this.scopes.flatMap(({ decider }) =>
      decider
        ? [{ stage: 'policies', outcome: decider.policy.action, policy: decider.policy.id }]
        : [],
    );
    const unknown = this.readsCandidates
      ? this.scopes.flatMap(({ scope }) => unknownIn(scope))
      : [];
    return [...decisions, ...this.denied.values(), ...this.notPermitted.values(), ...unknown];
  }

  private isDenied(model: M): boolean {
    for (const { scope } of this.scopes) {
      const denial = scope.denialOf(model);
      if (!denial) continue;
      this.denied.set(model, denialOf(denial.policy.id, model.id));
      return true;
    }
    return false;
  }

  private stepsAside(model: M): boolean {
    for (const { scope, decider } of this.scopes) {
      const objection = scope.objectionTo(model);
      if (objection) {
        const detail = `${model.id}: ${said(scope, objection.joint, model)}`;
        this.denied.set(model, denialOf(objection.rule.id, detail));
        return true;
      }
      if (decider?.policy.action !== 'permit' || scope.holdsFor(decider.joint, model)) continue;
      this.notPermitted.set(model, {
        stage: 'policies',
        outcome: 'not_permitted',
        policy: decider.policy.id,
        detail: `${model.id}: ${said(scope, decider.joint, model)}`,
      });
      return true;
    }
    return false;
  }
}

/** Whether only what a decider names may serve. A permit of nothing in particular leaves the request as it is, or asks what candidates are like. */
function isLimit({ policy }: Decider): boolean {
  return policy.action === 'permit' && (policy.targets.length > 0 || policy.targetsMissing);
}

const denialOf = (policy: string, detail: string) => ({
  stage: 'policies',
  outcome: 'deny',
  policy,
  detail,
});

const said = ({ lookupOf }: ScopeRules, { condition }: JointRules, model: RoutingModel): string =>
  condition ? saidOfCandidate(condition, lookupOf(model)) : '';

/** The rules that ask for figures which nobody has here. */
function unknownIn({ open, knowsFigures }: ScopeRules): DecisionStep[] {
  if (knowsFigures) return [];
  return open.flatMap(({ condition, rules }) => {
    const figures = condition ? figuresIn(condition) : [];
    if (figures.length === 0) return [];
    const detail = `what the gateways have seen is not known here: a test on ${figures.join(' or ')} is false, but for !=; attributes may state it`;
    return rules.map(({ id }) => ({ stage: 'policies', outcome: 'unknown', policy: id, detail }));
  });
}
