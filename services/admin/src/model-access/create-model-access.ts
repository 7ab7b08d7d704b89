import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { AuditChain } from '../audit/chain/audit-chain.ts';
import type { AdminDatabase } from '../database/tables.ts';
import type { Services } from '../resources/create-services.ts';
import type { ObjectStore } from '../resources/store.ts';
import { AccessKeeper } from './access-keeper.ts';
import { AccessRequests } from './access-requests.ts';
import { accessGrants, Grants } from './grants.ts';
import { RequestStore } from './request-store.ts';

export interface ModelAccess {
  readonly requests: AccessRequests;
  /** To be started. */
  readonly keeper: AccessKeeper;
}

/** Requests for the models of access tiers, and what ends the access that was granted. */
export function createModelAccess(options: {
  database: Pick<AdminDatabase, 'kysely'>;
  chain: Pick<AuditChain, 'write'>;
  services: Services;
  store: ObjectStore;
  clock: Clock;
  log: Logger;
}): ModelAccess {
  const { services, store, clock, log } = options;
  const requests = new RequestStore(options);
  const grants = new Grants({ service: services(accessGrants), store });
  const hasSynced = (): boolean => store.hasSynced;
  return {
    requests: new AccessRequests({ store, requests, grants, clock }),
    keeper: new AccessKeeper({ requests, grants, hasSynced, clock, log }),
  };
}
