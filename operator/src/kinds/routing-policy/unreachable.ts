import { decides } from '@aicp/contracts/routing/policies/scope-rules';
import { byPrecedence } from '@aicp/contracts/routing/policies/precedence';
import type { PolicyFragment, RulePolicy } from '@aicp/contracts/snapshot/sections/policies';

/** What is to be known of a rule's condition, to compare it with others. */
export interface ReadCondition {
  /** The one spelling of it; empty where there is none. */
  readonly normal: string;
  readonly readsCandidates: boolean;
  /** Whether it reads anything of requests. */
  readonly readsRequests: boolean;
  /** Whether its tests rule each other out. */
  readonly isVoid: boolean;
}

/**
 * Rules that no request ever reaches, by uid, with the name of the rule that decides before them: one with the same condition, or
 * one that decides every request. The platform's rules and each organization's are read apart.
 */
export function unreachable(
  policies: readonly PolicyFragment[],
  conditionOf: (rule: RulePolicy) => ReadCondition,
): Map<string, string> {
  const behind = new Map<string, string>();
  const deciders = new Map<string, Map<string, string>>();
  const rules = policies.filter((policy) => policy.type === 'rule' && policy.action !== 'deny');
  for (const rule of (rules as RulePolicy[]).sort(byPrecedence)) {
    const organization = rule.organization ?? '';
    const byCondition = deciders.get(organization) ?? new Map<string, string>();
    deciders.set(organization, byCondition);
    const condition = conditionOf(rule);
    const before = byCondition.get('') ?? byCondition.get(condition.normal);
    if (before !== undefined) behind.set(rule.source.uid, before);
    else if (stops(rule, condition)) {
      byCondition.set(condition.readsRequests ? condition.normal : '', rule.id);
    }
  }
  return behind;
}

/** Whether no other rule is read for a request that it may match. A prefer that asks what candidates are like may be for none of them. */
const stops = (rule: RulePolicy, { readsCandidates, isVoid }: ReadCondition): boolean =>
  decides(rule) && (readsCandidates ? rule.action === 'permit' : !isVoid);
