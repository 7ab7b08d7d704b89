import { normalise } from '@aicp/contracts/conditions/normalise';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type {
  FallbackPolicy,
  PolicyFragment,
  RulePolicy,
} from '@aicp/contracts/snapshot/sections/policies';
import type { Claim } from '../kit/operator-kind.ts';

/** Two policies that would decide the same requests in different ways conflict. */
export function policyClaims(fragment: PolicyFragment): Claim[] {
  if (fragment.type === 'fallback') return [fallbackClaim(fragment)];
  if (fragment.type !== 'rule' || fragment.action === 'deny') return [];
  const { organization = '', priority } = fragment;
  const condition = normalCondition(fragment);
  return [
    {
      organization: fragment.organization,
      key: JSON.stringify(['policy', organization, priority, condition]),
      what: `the same priority ${priority} and the same condition, with another outcome, stand in`,
      remedy: 'change the priority or the condition of one of the two',
      outcome: JSON.stringify([fragment.action, fragment.targets, fragment.targetsMissing]),
    },
  ];
}

/** Of two fallback policies for one model at the same priority, no order says which counts. */
const fallbackClaim = (fragment: FallbackPolicy): Claim => ({
  organization: fragment.organization,
  key: JSON.stringify(['fallback', fragment.organization ?? '', fragment.priority, fragment.model]),
  what: `other fallbacks of "${fragment.model}" with the same priority ${fragment.priority} stand in`,
  remedy: 'change the priority of one of the two, or delete it',
  outcome: JSON.stringify(fragment.fallbacks),
});

/** The one spelling of a rule's condition; empty where it has none. */
export const normalCondition = (rule: RulePolicy): string =>
  rule.condition === undefined ? '' : normalise(parseCondition(rule.condition));
