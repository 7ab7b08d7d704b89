import { ConditionError, parseCondition } from '@aicp/contracts/conditions/parse';
import type {
  PolicyFragment,
  RulePolicy,
  StrategyPolicy,
} from '@aicp/contracts/snapshot/sections/policies';

/** A kept policy without the models that are gone; undefined where nothing of it is left. */
export function keptPolicy(
  fragment: PolicyFragment,
  exists: (id: string) => boolean,
): PolicyFragment | undefined {
  switch (fragment.type) {
    case 'rule':
      return isReadable(fragment.condition) ? keptRule(fragment, exists) : undefined;
    case 'fallback': {
      const fallbacks = fragment.fallbacks.filter(exists);
      if (!exists(fragment.model) || fallbacks.length === 0) return undefined;
      return { ...fragment, fallbacks };
    }
    case 'model_group': {
      const members = fragment.members.filter(({ model }) => exists(model));
      return members.length === 0 ? undefined : { ...fragment, members };
    }
    case 'strategy':
      return isOrdering(fragment, exists) ? fragment : undefined;
  }
}

/** Whether there is a group whose members a strategy orders. */
const isOrdering = ({ group }: StrategyPolicy, exists: (id: string) => boolean): boolean =>
  group === undefined || exists(group);

/** The targets that are gone stay as names: a kept deny takes them away again as soon as they are back. */
function keptRule(rule: RulePolicy, exists: (id: string) => boolean): RulePolicy {
  const targets = rule.targets.filter(exists);
  const gone = rule.targets.filter((id) => !exists(id));
  const named = rule.targetsMissing || rule.targets.length > 0;
  return {
    ...rule,
    targets,
    targetNames: [...new Set([...(rule.targetNames ?? []), ...gone])],
    targetsMissing: named && targets.length === 0,
  };
}

/** A condition that an older version of the language took may be none today. */
function isReadable(condition: string | undefined): boolean {
  if (condition === undefined) return true;
  try {
    parseCondition(condition);
    return true;
  } catch (error) {
    if (error instanceof ConditionError) return false;
    throw error;
  }
}
