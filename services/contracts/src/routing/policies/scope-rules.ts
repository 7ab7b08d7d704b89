import { readsCandidates } from '../../conditions/candidates.ts';
import { evaluate, type Lookup } from '../../conditions/evaluate.ts';
import type { Expression } from '../../conditions/ast.ts';
import type { RulePolicy } from '../../snapshot/sections/policies.ts';
import type { RoutingModel } from '../catalog/resolution.ts';
import type { DeniedModels } from './denied-models.ts';
import type { Ranked } from './precedence.ts';

/** Whose policies they are, and for whom they are read. */
export interface Scope {
  /** The principal's. */
  readonly organization: string | undefined;
  /** What a condition reads of a model that could serve, and of the request. */
  readonly lookupOf: (model: RoutingModel) => Lookup;
  /** Whether somebody has counted how models do. */
  readonly knowsFigures: boolean;
}

/** A permit or prefer that says who serves. */
export interface Decider {
  readonly policy: RulePolicy;
  /** Where its condition reads candidates, it acts on those for which it holds. */
  readonly joint: JointRules;
}

/** A deny that takes a model away for what it is like. */
export interface Objection {
  readonly rule: RulePolicy;
  readonly joint: JointRules;
}

/** What the policies of one scope (the platform, or an organization) that match a request say together. */
export class ScopeRules {
  /** What conditions read of a model, as this scope sees it. */
  readonly lookupOf: Scope['lookupOf'];
  readonly knowsFigures: boolean;
  /** Those whose conditions read candidates; most requests have none. */
  readonly open: readonly JointRules[];

  private readonly matched: readonly JointRules[];
  private readonly organization: string | undefined;
  private readonly verdicts = new Map<JointRules, Map<RoutingModel, boolean>>();

  constructor(matched: readonly JointRules[], { organization, lookupOf, knowsFigures }: Scope) {
    this.matched = matched;
    this.open = matched.filter((joint) => joint.readsCandidates);
    this.organization = organization;
    this.lookupOf = lookupOf;
    this.knowsFigures = knowsFigures;
  }

  /**
   * The permit or prefer that is read first. A prefer that reads candidates is passed over where its condition holds for none of those that
   * it acts on, which `actsOn` tells.
   */
  decider(actsOn: (rule: RulePolicy) => readonly RoutingModel[]): Decider | undefined {
    let first: Decider | undefined;
    let least = Infinity;
    for (const joint of this.matched) {
      const found = joint.deciders.find(
        ({ rank, policy }) =>
          rank < least &&
          (!joint.readsCandidates ||
            policy.action === 'permit' ||
            actsOn(policy).some((model) => this.holdsFor(joint, model))),
      );
      if (found) [first, least] = [{ policy: found.policy, joint }, found.rank];
    }
    return first;
  }

  /** The deny that is read first among those that take the model away, whatever it is like now. */
  denialOf(model: RoutingModel): Ranked | undefined {
    let first: Ranked | undefined;
    for (const joint of this.matched) {
      if (!joint.readsCandidates) first = earlier(first, this.denialIn(joint, model));
    }
    return first;
  }

  /** The same among those that take it away for what it is like. */
  objectionTo(model: RoutingModel): Objection | undefined {
    let first: Ranked | undefined;
    let by: JointRules | undefined;
    for (const joint of this.open) {
      const denial = this.denialIn(joint, model);
      if (!denial || (first && first.rank < denial.rank)) continue;
      if (this.holdsFor(joint, model)) [first, by] = [denial, joint];
    }
    return first && by && { rule: first.policy, joint: by };
  }

  /** Whether the condition of matching rules holds for a model that could serve. */
  holdsFor(joint: JointRules, model: RoutingModel): boolean {
    if (!joint.readsCandidates || !joint.condition) return true;
    const known = this.verdicts.get(joint) ?? new Map<RoutingModel, boolean>();
    this.verdicts.set(joint, known);
    const verdict = known.get(model) ?? evaluate(joint.condition, this.lookupOf(model));
    known.set(model, verdict);
    return verdict;
  }

  private denialIn({ deniesAll, denied }: JointRules, model: RoutingModel): Ranked | undefined {
    return earlier(deniesAll, denied.find(model, this.organization));
  }
}

function earlier(a: Ranked | undefined, b: Ranked | undefined): Ranked | undefined {
  if (!a || !b) return a ?? b;
  return b.rank < a.rank ? b : a;
}

/** What all policies of one and the same condition come to, when it holds. */
export interface JointRules {
  /** Undefined holds always. */
  readonly condition: Expression | undefined;
  /** Whether the condition is held against each model that could serve. */
  readonly readsCandidates: boolean;
  /** All of them in the order of reading, where they read candidates; else empty. */
  readonly rules: readonly RulePolicy[];
  /** The permits and prefers in the order of reading, as far as one may pass a request on to the next. */
  readonly deciders: readonly Ranked[];
  /** The first deny of every model. */
  readonly deniesAll: Ranked | undefined;
  /** The first deny of each model that one names. */
  readonly denied: DeniedModels;
}

/** Joins policies of one condition; `policies` are in the order of reading. */
export function toJointRules(
  condition: Expression | undefined,
  policies: readonly Ranked[],
  toDenied: (denies: readonly Ranked[]) => DeniedModels,
): JointRules {
  const denies = policies.filter(({ policy }) => policy.action === 'deny');
  const deciders = policies.filter(({ policy }) => decides(policy));
  const isOpen = readsCandidates(condition);
  return {
    condition,
    readsCandidates: isOpen,
    rules: isOpen ? policies.map(({ policy }) => policy) : [],
    deciders: isOpen ? deciders : deciders.slice(0, 1),
    deniesAll: denies.find(({ policy }) => policy.targets.length === 0 && !policy.targetsMissing),
    denied: toDenied(denies),
  };
}

/** Whether a matching request goes no further. A deny never decides, nor does a prefer whose every target is missing. */
export const decides = ({ action, targetsMissing }: RulePolicy): boolean =>
  action === 'permit' || (action === 'prefer' && !targetsMissing);
