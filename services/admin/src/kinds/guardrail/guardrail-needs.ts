import type { Principal } from '@aicp/api-kit/access/principal';
import type { Clock } from '@aicp/common/time/clock';
import type { FactReach } from '@aicp/ledger/guardrails/fact-query';
import type { GuardrailReader } from '@aicp/ledger/guardrails/guardrail-reader';
import { permissionTo, scopeOf } from '../../access/permissions.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { Scanner } from '../detector/scan-text.ts';
import { organizationReach } from '../../spend/ledger/spend-reach.ts';
import { organizationSince } from '../../spend/ledger/usage-scope.ts';

/** What of the ledger is asked. */
export type FactLedger = Pick<GuardrailReader, 'facts' | 'factsFrom'>;

export interface GuardrailNeeds {
  readonly service: CollectionService;
  /** Of Detectors. */
  readonly detectors: Pick<CollectionService, 'collection'>;
  readonly store: Pick<ObjectStore, 'find'>;
  readonly clock: Clock;
  readonly scanner: Scanner;
  /** Absent in an installation without a budget service. */
  readonly ledger: FactLedger | undefined;
}

/**
 * Of whose requests somebody is told what a guardrail said: the platform's administrator of all, others of their organization's, also where the guardrail is the platform's, and of
 * nothing that is older than the organization. Throws a Problem (403) for whoever belongs to none.
 */
export function factReach(
  principal: Principal,
  guardrail: string,
  { service, store }: Pick<GuardrailNeeds, 'service' | 'store'>,
): FactReach {
  const permission = permissionTo('read', service.collection);
  if (scopeOf(principal.role, permission) === 'all') return { guardrail };
  return {
    guardrail,
    organization: organizationReach(principal, permission, undefined),
    sinceMs: organizationSince(store, principal),
  };
}
