import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { ClientRegistry } from '../providers/client-registry.ts';
import { isRefused, RuntimeBuilder } from '../snapshot/runtime-builder.ts';
import type { Runtime } from '../snapshot/runtime.ts';
import { snapshotOf, type Fragments } from './fragments.ts';

/** A builder with clients that are never used. */
export function testBuilder(): RuntimeBuilder {
  const clients = new ClientRegistry({
    egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
    clock: systemClock,
    random: () => 0,
  });
  return new RuntimeBuilder({
    clientFor: (fragment, apiKey) => clients.clientFor(fragment, apiKey),
  });
}

/** The indexes of fragments. Throws where they cannot be used. */
export function buildRuntime(fragments: Fragments): Runtime {
  const built = testBuilder().build(snapshotOf(fragments));
  if (isRefused(built)) throw new Error(JSON.stringify(built));
  return built;
}
