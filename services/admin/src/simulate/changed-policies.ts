import { normalise } from '@aicp/contracts/conditions/normalise';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';

/** Policies as they would be, and the one that would win where two decide the same requests in different ways. */
export interface ChangedPolicies {
  readonly policies: readonly PolicyFragment[];
  /** Of the policy that stands in the way of the simulated one; undefined: none does. */
  readonly conflictsWith?: string;
}

/**
 * All policies with one of them replaced, added, or, where `fragment` is undefined, taken out. Of two that would decide the same requests in different ways the older one counts, as
 * the operator has it.
 */
export function changedPolicies(
  policies: readonly PolicyFragment[],
  id: string | undefined,
  fragment: PolicyFragment | undefined,
): ChangedPolicies {
  const others = policies.filter((policy) => policy.id !== id && !isHidden(policy, fragment));
  if (!fragment) return { policies: others };
  const claim = claimOf(fragment);
  const rival = claim && others.find((other) => isRival(claim, claimOf(other)));
  if (!rival) {
    return { policies: [...others, fragment] };
  }
  if (Date.parse(rival.created) <= Date.parse(fragment.created)) {
    return { policies: others, conflictsWith: rival.id };
  }
  return { policies: [...others.filter((other) => other !== rival), fragment] };
}

/** The platform's groups take their names from those of organizations. */
const isHidden = (policy: PolicyFragment, by: PolicyFragment | undefined): boolean =>
  policy.type === 'model_group' &&
  by?.type === 'model_group' &&
  policy.organization !== undefined &&
  by.organization === undefined &&
  policy.alias === by.alias;

/** What two policies may not decide in two ways. */
interface Claim {
  readonly key: string;
  readonly outcome: string;
}

const isRival = (claim: Claim, other: Claim | undefined): boolean =>
  other?.key === claim.key && other.outcome !== claim.outcome;

function claimOf(policy: PolicyFragment): Claim | undefined {
  const { organization = '' } = policy;
  if (policy.type === 'fallback') {
    const { priority, model, fallbacks } = policy;
    return {
      key: JSON.stringify(['fallback', organization, priority, model]),
      outcome: JSON.stringify(fallbacks),
    };
  }
  if (policy.type === 'model_group') {
    const { id, alias } = policy;
    return { key: JSON.stringify(['group', organization, alias]), outcome: id };
  }
  if (policy.type !== 'rule' || policy.action === 'deny') return undefined;
  const { priority, condition, action, targets, targetsMissing } = policy;
  const normal = condition === undefined ? '' : normalise(parseCondition(condition));
  return {
    key: JSON.stringify(['policy', organization, priority, normal]),
    outcome: JSON.stringify([action, targets, targetsMissing]),
  };
}
