import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { accessGrant } from '@aicp/crds/access-grant';
import { accessTier } from '@aicp/crds/access-tier';
import { apiKey } from '@aicp/crds/api-key';
import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { Database } from '@aicp/common/database/open-database';
import type { Services } from '../../resources/collections/create-services.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { AccessKeeper, Grants } from './grants.ts';
import type { AccessRequestTables, AuditedRequests } from './access-requests-table.ts';
import { AccessRequests } from './access-requests.ts';
import { RequestStore } from './request-store.ts';

export interface ModelAccess {
  readonly requests: AccessRequests;
  /** To be started. */
  readonly keeper: AccessKeeper;
}

/** Requests for the models of access tiers, and what ends the access that was granted. */
export function createModelAccess(options: {
  database: Pick<Database<AccessRequestTables>, 'kysely'>;
  chain: Pick<AuditChain<AuditedRequests>, 'write'>;
  services: Services;
  store: ObjectStore;
  clock: Clock;
  log: Logger;
}): ModelAccess {
  const { services, store, clock, log } = options;
  const requests = new RequestStore(options);
  const grants = new Grants({ service: services(accessGrant), store });
  const hasSynced = (): boolean => store.hasSynced;
  return {
    requests: new AccessRequests({
      store,
      requests,
      grants,
      tiers: services(accessTier).collection,
      keys: services(apiKey).collection,
      clock,
    }),
    keeper: new AccessKeeper({ requests, grants, hasSynced, clock, log }),
  };
}
