import { ConditionError, parseCondition } from '@aicp/contracts/conditions/parse';
import type { PolicyFragment, RulePolicy } from '@aicp/contracts/snapshot/sections/policies';

/** A kept policy without the models that are gone; undefined where nothing of it is left. */
export function keptPolicy(
  fragment: PolicyFragment,
  exists: (id: string) => boolean,
): PolicyFragment | undefined {
  switch (fragment.type) {
    case 'rule': {
      if (!isReadable(fragment.condition)) return undefined;
      return keptRule(fragment, exists);
    }
    case 'fallback': {
      const fallbacks = fragment.fallbacks.filter(exists);
      if (!exists(fragment.model) || fallbacks.length === 0) return undefined;
      return { ...fragment, fallbacks };
    }
    case 'model_group': {
      const members = fragment.members.filter(({ model }) => exists(model));
      return members.length === 0 ? undefined : { ...fragment, members };
    }
  }
}

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
