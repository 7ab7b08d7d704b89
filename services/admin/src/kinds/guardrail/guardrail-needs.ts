import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import type { FactReach } from '@aicp/ledger/guardrails/fact-query';
import type { GuardrailReader } from '@aicp/ledger/guardrails/guardrail-reader';
import { scopeOf } from '../../access/permissions.ts';
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
 * Of whose requests somebody is told what a guardrail said: as of usage, the platform's administrator of all, a team_admin of the teams', others of their organization's, also where the
 * guardrail is the platform's, and of nothing that is older than the organization. Throws a Problem (403) for whoever belongs to none, and for whoever may know of no more than the own
 * requests: what guardrails said is kept by teams.
 */
export function factReach(
  principal: Principal,
  guardrail: string,
  { store }: Pick<GuardrailNeeds, 'store'>,
): FactReach {
  const scope = scopeOf(principal.role, USAGE);
  if (scope === 'all') return { guardrail };
  if (scope === undefined || scope === 'own') {
    throw new Problem(403, `This needs the permission ${USAGE} for a team, or an organization.`);
  }
  return {
    guardrail,
    organization: organizationReach(principal, USAGE, undefined),
    ...(scope === 'teams' ? { teams: principal.teamIds } : {}),
    sinceMs: organizationSince(store, principal),
  };
}

const USAGE = 'usage:read';
