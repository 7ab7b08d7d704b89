import type {
  ModelFragment,
  PolicyFragment,
  ProviderFragment,
} from '@aicp/contracts/snapshot/fragments';
import { provider } from '@aicp/crds/provider';
import { z } from 'zod';
import type { Credential } from '../kinds/references/credential.ts';
import type { Placed } from '../kinds/decision.ts';
import { credentialOf } from '../kinds/provider/decide.ts';
import { gatherProvider } from '../kinds/provider/gather.ts';
import type { World } from '../kinds/world.ts';
import type { ClaimTable } from './claims.ts';
import type { Entry } from './entry.ts';
import { keptModel, keptPolicy, keptProvider } from './kept.ts';
import { withText } from './memory.ts';
import { fragmentNames } from './name-scope.ts';
import type { Names } from './names.ts';
import type { Providers } from './providers.ts';
import type { Reading } from './read-spec.ts';

export interface KeepOptions {
  readonly names: Names;
  readonly providers: Providers;
  readonly claims: ClaimTable;
  readonly lastGood: (reading: Reading) => object | undefined;
  readonly secret: World['secret'];
}

/** Puts an object's last good form in the place of the present one, where that cannot be used and nobody else has what it claims. */
export function keepLastGood(entry: Entry, options: KeepOptions): void {
  if (!entry.mayBeKept) return;
  const placed = lastGoodForm(entry, options).map(withText);
  const [main] = placed;
  if (!main) return;
  const wanted = placed.flatMap(({ claims }) => claims);
  if (options.claims.take(entry.object, wanted) !== undefined) return;
  const { source } = main.fragment as { source: { generation: number } };
  entry.keep(placed, source.generation);
}

function lastGoodForm(entry: Entry, options: KeepOptions): Placed[] {
  const { names, providers } = options;
  const { kind, uid } = entry.object;
  const fragment = names.kept.get(uid) ?? options.lastGood(entry.reading);
  if (!fragment) return [];
  const { organization } = fragment as { readonly organization?: string };
  const exists = (id: string): boolean => names.exists(id, organization);
  switch (kind) {
    case 'Provider':
      return providerForm(entry, fragment as ProviderFragment, options);
    case 'Model': {
      if (!names.kept.has(uid)) return [];
      const world = { provider: providers.view, platformModel: names.platformModel };
      return inSection('models', keptModel(fragment as ModelFragment, world, exists));
    }
    case 'RoutingPolicy': {
      const policy = fragment as PolicyFragment;
      if (fragmentNames(policy).length > 0 && !names.kept.has(uid)) return [];
      return inSection('policies', keptPolicy(policy, exists));
    }
    default:
      return inSection(entry.reading.feature.keptIn ?? '', fragment);
  }
}

const inSection = (section: string, fragment: object | undefined): Placed[] =>
  fragment ? [{ section, fragment }] : [];

function providerForm(entry: Entry, fragment: ProviderFragment, options: KeepOptions): Placed[] {
  const credential = presentCredential(entry, options.secret);
  const placed: Placed[] = [
    { section: 'providers', fragment: keptProvider(fragment, credential.state) },
  ];
  if (credential.state === 'set') placed.push(credentialOf(entry.object, credential.value));
  return placed;
}

const refOnly = z.object({
  secretRef: (provider.spec as z.ZodObject).shape['secretRef'] as z.ZodType<
    { name: string; key: string } | undefined
  >,
});

/** The credential that the object names today, read even where the rest of it cannot be. */
function presentCredential(entry: Entry, secret: World['secret']): Credential {
  if (entry.refusal?.section === 'credentials') {
    return { state: 'missing', why: entry.refusal.message };
  }
  const { secretRef } = refOnly.safeParse(entry.object.spec).data ?? {};
  return gatherProvider({ secretRef }, { secret }, entry.object).credential;
}
