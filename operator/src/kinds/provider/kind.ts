import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { provider, type ProviderSpec } from '@aicp/crds/provider';
import { z } from 'zod';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import { operatorKind, type KeepFrom } from '../kit/operator-kind.ts';
import { credentialsOf, decideProvider, toCredentials } from './decide.ts';
import { gatherProvider, type NamedCredential, type ProviderGathered } from './gather.ts';
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

/** A kept provider uses the credentials that it names now, and none from the past. */
function keepProvider(fragment: ProviderFragment, from: KeepFrom): SectionFragment[] {
  const credentials = presentCredentials(from);
  const kept: ProviderFragment = { ...fragment, ...toCredentials(credentials) };
  return [{ section: 'providers', fragment: kept }, ...credentialsOf(from.object, credentials)];
}

const shape = (provider.spec as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>;
const refsOnly = z.object({
  secretRef: shape['secretRef'] as z.ZodType<ProviderSpec['secretRef']>,
  credentials: shape['credentials'] as z.ZodType<ProviderSpec['credentials']>,
});

/** The credentials that the object names today, read even where the rest of it cannot be. */
function presentCredentials({ object, rejection, lookup }: KeepFrom): readonly NamedCredential[] {
  const references = refsOnly.safeParse(object.spec).data ?? {};
  const { credentials } = gatherProvider(references, lookup, object);
  if (rejection?.section !== 'credentials') return credentials;
  const credential = { state: 'missing', why: rejection.message } as const;
  return credentials.map((one) => ({ ...one, credential }));
}
