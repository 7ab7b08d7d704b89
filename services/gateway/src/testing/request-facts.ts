import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { RequestFacts } from '@aicp/contracts/routing/request/request-attributes';
import { toAllowedModels, type Entitlement } from '@aicp/contracts/routing/catalog/entitlement';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { RuntimeModel, Runtime } from '../routing/runtime.ts';
import { AccessBook } from '@aicp/contracts/routing/catalog/access-book';
import { Catalog } from '@aicp/contracts/routing/catalog/catalog';
import type { Resolution } from '@aicp/contracts/routing/catalog/resolution';
import { Deprecations } from '@aicp/contracts/routing/catalog/deprecations';
import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { HealthBook } from '../health/health-book.ts';
import { ClientRegistry } from '../providers/client-registry.ts';
import { isRefused, RuntimeBuilder } from '../snapshot/runtime-builder.ts';
import { snapshotOf, type Fragments } from './fragments.ts';

/** A principal that may use everything. */
export const principal = (more: Partial<Principal> = {}): Principal => ({
  key: 'k',
  organization: undefined,
  businessUnit: undefined,
  team: undefined,
  user: undefined,
  allowed: toAllowedModels([]),
  blocked: false,
  ownerMissing: undefined,
  metadata: {},
  ...more,
});

/** The entitlement of an organization that may use what is allowed. */
export const entitlement = (
  more: { readonly organization?: string | undefined; readonly allowed?: readonly string[] } = {},
): Entitlement<RuntimeModel> =>
  entitlementOf(
    principal({
      organization: more.organization,
      allowed: toAllowedModels(more.allowed ?? []),
    }),
    {
      limits: { teams: new Map(), organizations: new Map() },
      access: new AccessBook([], [], new Catalog([])),
      deprecations: new Deprecations<RuntimeModel>([], new Catalog([])),
    },
    0,
  );

/** A request that says nothing but what it asks for. */
export const factsFor = (
  resolution: Resolution,
  more: Partial<RequestFacts> = {},
): RequestFacts => ({
  principal: principal(),
  resolution,
  stream: false,
  tools: false,
  user: undefined,
  metadata: [],
  headers: {},
  promptCharacters: 0,
  environment: undefined,
  time: () => ({ hour: 12, weekday: 'mon' }),
  ...more,
});

/** A builder with clients that are never used. */
export function testBuilder(): RuntimeBuilder {
  const clients = new ClientRegistry({
    egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
    clock: systemClock,
    random: () => 0,
  });
  return new RuntimeBuilder({
    clientFor: (wish) => clients.clientFor(wish),
    health: new HealthBook({ clock: systemClock, random: () => 0 }),
  });
}

/** The indexes of fragments. Throws where they cannot be used. */
export function buildRuntime(fragments: Fragments): Runtime {
  const built = testBuilder().build(snapshotOf(fragments));
  if (isRefused(built)) throw new Error(JSON.stringify(built));
  return built;
}
