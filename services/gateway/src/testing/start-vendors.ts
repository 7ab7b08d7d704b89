import { EXAMPLE_KEYS } from '../twins/bedrock/start-bedrock-twin.ts';
import { TWIN_VENDORS, type VendorTwin } from '../twins/vendors.ts';
import { credential, model, provider } from './fragments.ts';

type Fragment = ReturnType<typeof provider>;

/** What a Provider of the type says beside its address. */
const MORE: Readonly<Record<string, Partial<Fragment>>> = {
  bedrock: { region: EXAMPLE_KEYS.region },
};

/** Models that the twins know by name. */
const UPSTREAM_MODELS: Readonly<Record<string, string>> = {
  gemini: 'gemini-2.5-flash',
  anthropic: 'claude-sonnet-4-5',
  vertex: 'gemini-2.5-flash',
  bedrock: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
};

/** Further models, by the vendors whose twins serve them. */
const MORE_MODELS = [
  { name: 'vertex-claude', vendor: 'vertex', upstreamModel: 'claude-sonnet-4-5@20250929' },
] as const;

/** What can be asked where every twin has started: a model of each vendor's name, and more. */
export const VENDOR_MODELS: readonly string[] = [
  ...Object.keys(TWIN_VENDORS),
  ...MORE_MODELS.map(({ name }) => name),
];

/** Every twin, each with a provider and a model of its name. */
export async function startVendors() {
  const twins = new AsyncDisposableStack();
  const started = new Map<string, VendorTwin>();
  for (const [name, vendor] of Object.entries(TWIN_VENDORS))
    started.set(name, twins.use(await vendor.start()));
  const names = [...started.keys()];
  return {
    names,
    twins: started,
    fragments: {
      providers: names.map((name) =>
        provider(name, {
          type: name as Fragment['type'],
          baseUrl: `${started.get(name)?.origin}${TWIN_VENDORS[name]?.base}`,
          credential: 'set',
          maxRetries: 0,
          ...MORE[name],
        }),
      ),
      credentials: names.map((name) =>
        credential(name, started.get(name)?.credential ?? 'a-key-of-the-vendor'),
      ),
      models: [
        ...names.map((name) =>
          model(name, name, { upstreamModel: UPSTREAM_MODELS[name] ?? 'twin' }),
        ),
        ...MORE_MODELS.map(({ name, vendor, upstreamModel }) =>
          model(name, vendor, { upstreamModel }),
        ),
      ],
    },
    [Symbol.asyncDispose]: () => twins.disposeAsync(),
  };
}
