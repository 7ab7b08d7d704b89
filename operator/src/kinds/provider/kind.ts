import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { provider, type ProviderSpec } from '@aicp/crds/provider';
import { z } from 'zod';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import { operatorKind, type KeepFrom } from '../kit/operator-kind.ts';
import { decideProvider, secretsOf, toCredentials } from './decide.ts';
import { gatherProvider, type ProviderGathered } from './gather.ts';
import { providerView } from './provider-view.ts';

/** A Provider, and its credential in a section of its own. */
export const providerKind = operatorKind<ProviderSpec, ProviderGathered, ProviderFragment>({
  definition: provider,
  sections: () => ['providers', 'credentials', 'provider_secrets'],
  gather: gatherProvider,
  decide: decideProvider,
  keptIn: 'providers',
  keep: keepProvider,
  view: providerView,
});

/** A kept provider uses the secrets that it names now, and none from the past. */
function keepProvider(fragment: ProviderFragment, from: KeepFrom): SectionFragment[] {
  const gathered = presentSecrets(from, fragment.type);
  const kept: ProviderFragment = { ...fragment, ...toCredentials(gathered) };
  return [{ section: 'providers', fragment: kept }, ...secretsOf(from.object, gathered)];
}

const shape = (provider.spec as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>;
const refsOnly = z.object({
  secretRef: shape['secretRef'] as z.ZodType<ProviderSpec['secretRef']>,
  credentials: shape['credentials'] as z.ZodType<ProviderSpec['credentials']>,
  proxySecretRef: shape['proxySecretRef'] as z.ZodType<ProviderSpec['proxySecretRef']>,
  tls: shape['tls'] as z.ZodType<ProviderSpec['tls']>,
});

/** What the object names today, read even where the rest of it cannot be. */
function presentSecrets(
  { object, rejection, lookup }: KeepFrom,
  type: ProviderFragment['type'],
): ProviderGathered {
  const references = refsOnly.safeParse(object.spec).data ?? {};
  const gathered = gatherProvider({ ...references, type }, lookup, object);
  if (!rejection) return gathered;
  const { section, message: why } = rejection;
  if (section === 'provider_secrets') {
    return { ...gathered, connection: { ...gathered.connection, missing: [why] } };
  }
  if (section !== 'credentials') return gathered;
  const credential = { state: 'missing', why } as const;
  return { ...gathered, credentials: gathered.credentials.map((one) => ({ ...one, credential })) };
}
