import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { provider, type ProviderSpec } from '@aicp/crds/provider';
import { z } from 'zod';
import type { Credential } from '../kit/credential.ts';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import { operatorKind, type KeepFrom } from '../kit/operator-kind.ts';
import { credentialOf, decideProvider } from './decide.ts';
import { gatherProvider, type ProviderGathered } from './gather.ts';
import { providerView } from './provider-view.ts';

/** A Provider, and its credential in a section of its own. */
export const providerKind = operatorKind<ProviderSpec, ProviderGathered, ProviderFragment>({
  definition: provider,
  sections: () => ['providers', 'credentials'],
  gather: gatherProvider,
  decide: decideProvider,
  keptIn: 'providers',
  keep: keepProvider,
  view: providerView,
});

/** A kept provider uses the credential that its secretRef names now, and none from the past. */
function keepProvider(fragment: ProviderFragment, from: KeepFrom): SectionFragment[] {
  const credential = presentCredential(from);
  const kept: ProviderFragment = { ...fragment, credential: credential.state };
  const own = credential.state === 'set' ? [credentialOf(from.object, credential.value)] : [];
  return [{ section: 'providers', fragment: kept }, ...own];
}

const refOnly = z.object({
  secretRef: (provider.spec as z.ZodObject).shape['secretRef'] as z.ZodType<
    { name: string; key: string } | undefined
  >,
});

/** The credential that the object names today, read even where the rest of it cannot be. */
function presentCredential({ object, rejection, lookup }: KeepFrom): Credential {
  if (rejection?.section === 'credentials') return { state: 'missing', why: rejection.message };
  const { secretRef } = refOnly.safeParse(object.spec).data ?? {};
  return gatherProvider({ secretRef }, lookup, object).credential;
}
