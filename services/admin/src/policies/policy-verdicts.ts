import { evaluate } from '@aicp/contracts/conditions/evaluate';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { byScopeAndPrecedence } from '@aicp/contracts/routing/policies/precedence';
import type { RequestAttributes } from '@aicp/contracts/routing/request-attributes';
import { isVisible } from '@aicp/contracts/routing/served';
import type { PolicyFragment, RulePolicy } from '@aicp/contracts/snapshot/fragments';
import { whyNot } from './why.ts';

/** What one policy says of a request. */
export interface PolicyVerdict {
  readonly policy: string;
  readonly organization_id: string | null;
  readonly priority: number;
  readonly action: RulePolicy['action'];
  readonly condition: string | null;
  readonly target_models: readonly string[];
  readonly matched: boolean;
  /** Whether it changed what happens: the first permit or prefer that matches, and each deny that took a model away. */
  readonly applied: boolean;
  readonly why: string;
}

/** What each policy that counts for a request says of it, in the order of reading. */
export function policyVerdicts(
  policies: readonly PolicyFragment[],
  options: {
    readonly organization: string | undefined;
    /** Undefined where the request was turned away before policies are read. */
    readonly attributes: RequestAttributes | undefined;
    readonly decision: DecisionRecord;
  },
): PolicyVerdict[] {
  const { attributes, decision } = options;
  const applied = new Set(decision.steps.flatMap(({ policy }) => policy ?? []));
  return policies
    .filter((policy) => policy.type === 'rule')
    .filter(({ organization }) => isVisible({ organization }, options))
    .sort(byScopeAndPrecedence)
    .map((rule) => ({
      policy: rule.id,
      organization_id: rule.organization ?? null,
      priority: rule.priority,
      action: rule.action,
      condition: rule.condition ?? null,
      target_models: rule.targetNames ?? rule.targets,
      applied: applied.has(rule.id),
      ...matching(rule, attributes),
    }));
}

function matching(
  { condition: text, organization }: RulePolicy,
  attributes: RequestAttributes | undefined,
): Pick<PolicyVerdict, 'matched' | 'why'> {
  if (!attributes) {
    return { matched: false, why: 'it is not read: the request is turned away before' };
  }
  if (text === undefined) return { matched: true, why: 'no condition: it matches everything' };
  const { get } = organization === undefined ? attributes.forPlatform : attributes;
  const condition = parseCondition(text);
  return evaluate(condition, get)
    ? { matched: true, why: 'its condition holds' }
    : { matched: false, why: whyNot(condition, get) };
}
