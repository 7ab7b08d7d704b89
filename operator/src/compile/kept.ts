import { ConditionError, parseCondition } from '@aicp/contracts/conditions/parse';
import type {
  ModelFragment,
  PolicyFragment,
  ProviderFragment,
} from '@aicp/contracts/snapshot/fragments';
import { sectionSchema } from '@aicp/contracts/snapshot/sections';
import type { Credential } from '../kinds/references/credential.ts';
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

/** A kept model without the fallbacks that are gone; undefined where its provider is. */
export function keptModel(
  fragment: ModelFragment,
  hasProvider: (name: string) => boolean,
  exists: (id: string) => boolean,
): ModelFragment | undefined {
  if (!hasProvider(fragment.provider)) return undefined;
  return { ...fragment, fallbacks: fragment.fallbacks.filter(exists) };
}

/** A kept policy without the models that are gone; undefined where nothing of it is left. */
export function keptPolicy(
  fragment: PolicyFragment,
  exists: (id: string) => boolean,
): PolicyFragment | undefined {
  switch (fragment.type) {
    case 'rule': {
      if (!isReadable(fragment.condition)) return undefined;
      const targets = fragment.targets.filter(exists);
      const named = fragment.targetsMissing || fragment.targets.length > 0;
      return { ...fragment, targets, targetsMissing: named && targets.length === 0 };
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
