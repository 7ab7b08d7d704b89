import { decides } from '@aicp/contracts/routing/policies/scope-rules';
import { byPrecedence } from '@aicp/contracts/routing/policies/precedence';
import type { PolicyFragment, RulePolicy } from '@aicp/contracts/snapshot/sections/policies';

/**
 * Rules that no request ever reaches, by uid, with the name of the rule that decides before them: one with the same condition, or
 * with none. The platform's rules and each organization's are read apart.
 */
export function unreachable(
  policies: readonly PolicyFragment[],
  conditionOf: (rule: RulePolicy) => string,
): Map<string, string> {
  const behind = new Map<string, string>();
  const deciders = new Map<string, Map<string, string>>();
  const rules = policies.filter((policy) => policy.type === 'rule' && policy.action !== 'deny');
  for (const rule of (rules as RulePolicy[]).sort(byPrecedence)) {
    const organization = rule.organization ?? '';
    const byCondition = deciders.get(organization) ?? new Map<string, string>();
    deciders.set(organization, byCondition);
    const condition = conditionOf(rule);
    const before = byCondition.get('') ?? byCondition.get(condition);
    if (before !== undefined) behind.set(rule.source.uid, before);
    else if (decides(rule)) byCondition.set(condition, rule.id);
  }
  return behind;
}
