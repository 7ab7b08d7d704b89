import type { Expression } from '../../conditions/ast.ts';
import type { RulePolicy } from '../../snapshot/fragments.ts';
import type { Ranked } from './precedence.ts';
import type { DeniedModels } from './denied-models.ts';

/** What all policies of one and the same condition come to, when it holds. */
export interface Outcome {
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
export function toOutcome(
  condition: Expression | undefined,
  policies: readonly Ranked[],
  toDenied: (denies: readonly Ranked[]) => DeniedModels,
): Outcome {
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
