import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { TWIN_VENDORS } from '../twins/vendors.ts';
import { credential, key, model, provider } from './fragments.ts';
import { startTestGateway } from './start-test-gateway.ts';

/** A gateway whose model `main` is of the simulated vendor, and what the vendor was asked last. `more`: of the model, `at`: of its provider. */
export async function throughVendor(
  type: ProviderFragment['type'],
  more: Partial<ModelFragment> = {},
  at: Partial<ProviderFragment> = {},
) {
  const vendor = TWIN_VENDORS[type];
  const twin = await vendor?.start();
  if (!vendor || !twin) throw new Error(`there is no twin of ${type}`);
  const gateway = await startTestGateway({
    fragments: {
      providers: [
        provider('p', { type, baseUrl: twin.origin + vendor.base, credential: 'set', ...at }),
      ],
      credentials: [credential('p', twin.credential ?? 'the-key')],
      models: [model('main', 'p', more)],
      keys: [key('alice')],
    },
  });
  return {
    twin,
    gateway,
    asked: () => JSON.parse(twin.received.at(-1)?.body.toString() ?? '{}') as object,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await twin[Symbol.asyncDispose]();
    },
  };
}
