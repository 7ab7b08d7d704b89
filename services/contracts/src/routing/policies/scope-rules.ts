import type { RoutingModel } from '../catalog/resolution.ts';
import type { Ranked } from './precedence.ts';
import type { Expression } from '../../conditions/ast.ts';
import type { RulePolicy } from '../../snapshot/sections/policies.ts';
import type { DeniedModels } from './denied-models.ts';

/** What the policies of one scope (the platform, or an organization) that match a request say together. */
export class ScopeRules {
  /** The permit or prefer that is read first. */
  readonly decider: Ranked | undefined;

  private readonly matched: readonly JointRules[];
  private readonly organization: string | undefined;

  /** `organization` is the principal's. */
  constructor(matched: readonly JointRules[], organization: string | undefined) {
    this.matched = matched;
    this.organization = organization;
    let decider: Ranked | undefined;
    for (const joint of matched) decider = earlier(decider, joint.decider);
    this.decider = decider;
  }

  /** The deny that is read first among those that take the model away. */
  denialOf(model: RoutingModel): Ranked | undefined {
    let first: Ranked | undefined;
    for (const { deniesAll, denied } of this.matched) {
      first = earlier(earlier(first, deniesAll), denied.find(model, this.organization));
    }
    return first;
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
  /** The first permit or prefer. */
  readonly decider: Ranked | undefined;
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
  return {
    condition,
    decider: policies.find(({ policy }) => decides(policy)),
    deniesAll: denies.find(({ policy }) => policy.targets.length === 0 && !policy.targetsMissing),
    denied: toDenied(denies),
  };
}

/** Whether a matching request goes no further. A deny never decides, nor does a prefer whose every target is missing. */
export const decides = ({ action, targetsMissing }: RulePolicy): boolean =>
  action === 'permit' || (action === 'prefer' && !targetsMissing);
