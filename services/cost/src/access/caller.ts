import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { toAllowedModels } from '@aicp/contracts/routing/catalog/entitlement';
import { toPrincipal, type Principal } from '@aicp/contracts/routing/request/principal';
import { entitlementOf, type RoutingTables } from '@aicp/contracts/routing/tables';
import type { Entitlement } from '@aicp/contracts/routing/catalog/entitlement';
import type { CostModel } from '../snapshot/cost-model.ts';

/** Who asks: a key, or nobody in particular. */
export interface Caller {
  readonly key: KnownKey | undefined;
  readonly principal: Principal;
}

/** Somebody who shows no key sees what is the platform's. */
export const ANYBODY: Caller = {
  key: undefined,
  principal: {
    key: '',
    organization: undefined,
    businessUnit: undefined,
    team: undefined,
    user: undefined,
    allowed: toAllowedModels([]),
    blocked: false,
    ownerMissing: undefined,
    metadata: {},
  },
};

export const callerOf = (key: KnownKey): Caller => ({ key, principal: toPrincipal(key) });

/** What a caller may use. */
export const usableBy = (
  { principal }: Caller,
  tables: RoutingTables<CostModel>,
  nowMs: number,
): Entitlement<CostModel> => entitlementOf(principal, tables, nowMs);

/** What a caller may ask about: what it may use; without a key, of the platform's models also those in tiers that only grants open. */
export function askableBy(
  caller: Caller,
  tables: RoutingTables<CostModel>,
  nowMs: number,
): Entitlement<CostModel> {
  const entitlement = usableBy(caller, tables, nowMs);
  return caller.key ? entitlement : { ...entitlement, tiers: undefined };
}
