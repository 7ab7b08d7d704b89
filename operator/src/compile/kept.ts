import { ConditionError, parseCondition } from '@aicp/contracts/conditions/parse';
import type {
  ModelFragment,
  PolicyFragment,
  ProviderFragment,
  RulePolicy,
} from '@aicp/contracts/snapshot/fragments';
import { sectionSchema } from '@aicp/contracts/snapshot/sections';
import type { Credential } from '../kinds/references/credential.ts';
import { isOwnOrShared, type World } from '../kinds/world.ts';
import type { Previous } from './types.ts';

/** The last good fragment of an object, if today's schema still takes it. */
export function keptFragment(previous: Previous, section: string, uid: string): object | undefined {
  const fragment = previous.lastGood(section, uid);
  const schema = sectionSchema(section);
  const parsed = fragment === undefined ? undefined : schema?.safeParse(fragment);
  return parsed?.success ? (parsed.data as object) : undefined;
}

/** A kept provider uses the credential that its secretRef names now, and none from the past. */
export const keptProvider = (
  fragment: ProviderFragment,
  credential: Credential['state'],
): ProviderFragment => ({ ...fragment, credential });

/**
 * A kept model without the fallbacks that are gone; undefined where its provider is, or is not its organization's to use. What it
 * inherits from the platform's model is that model's of today.
 */
export function keptModel(
  fragment: ModelFragment,
  world: Pick<World, 'provider' | 'platformModel'>,
  exists: (id: string) => boolean,
): ModelFragment | undefined {
  const { organization, inherits } = fragment;
  const provider = world.provider(fragment.provider);
  if (provider?.served !== 'yes' || !isOwnOrShared(organization, provider.organization)) {
    return undefined;
  }
  const left = { ...fragment, fallbacks: fragment.fallbacks.filter(exists) };
  if (organization === undefined || provider.organization !== undefined) return left;
  const base =
    inherits === undefined ? undefined : world.platformModel(fragment.provider, inherits);
  if (base?.id !== inherits || !base) return undefined;
  const { upstreamModel, mode, tier, prices, priceVersion, limits } = base;
  return { ...left, upstreamModel, mode, tier, prices, priceVersion, limits };
}

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
