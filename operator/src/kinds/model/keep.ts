import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { inheritedFrom } from './inherited.ts';
import { isOwnOrShared, type Lookup, type Views } from '../kit/lookup.ts';
import { providerNamed } from '../provider/provider-view.ts';

/**
 * A kept model without the fallbacks that are gone; undefined where its provider is, or is not its organization's to use. What it
 * inherits from the platform's model is that model's of today.
 */
export function keptModel(
  fragment: ModelFragment,
  lookup: Views & Pick<Lookup, 'platformModel'>,
  exists: (id: string) => boolean,
): ModelFragment | undefined {
  const { organization, inherits } = fragment;
  const provider = providerNamed(lookup, fragment.provider);
  if (provider?.served !== 'yes' || !isOwnOrShared(organization, provider.organization)) {
    return undefined;
  }
  const left = withoutGone(fragment, exists);
  if (organization === undefined || provider.organization !== undefined) return left;
  const base =
    inherits === undefined ? undefined : lookup.platformModel(fragment.provider, inherits);
  if (base?.id !== inherits || !base) return undefined;
  return { ...left, ...inheritedFrom(base) };
}

const withoutGone = (fragment: ModelFragment, exists: (id: string) => boolean): ModelFragment => ({
  ...fragment,
  fallbacks: fragment.fallbacks.filter(exists),
  contextWindowFallbacks: fragment.contextWindowFallbacks?.filter(exists),
  contentPolicyFallbacks: fragment.contentPolicyFallbacks?.filter(exists),
});
