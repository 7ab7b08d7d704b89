import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { controlPlane } from '@aicp/crds/control-plane';
import { kindNamed } from '@aicp/crds/kinds';
import { z } from 'zod';
import type { AdminDatabase, AdminTables } from '../database/tables.ts';
import type { ObjectStore } from '../resources/store.ts';
import { nameOfObject } from './records/audit-naming.ts';
import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { CheckpointKeys } from '@aicp/api-kit/audit/checkpoint-keys';
import { AuditHooks } from './intents/audit-hooks.ts';
import { ObservationInbox } from './observations/observation-inbox.ts';
import { tidyRecords } from './records/tidy-records.ts';
import { ownersIn } from './owners-in-store.ts';
import { AuditKeeper } from '@aicp/api-kit/audit/audit-keeper';
import { SecurityEventLog } from '@aicp/api-kit/audit/security-events';

export interface AuditOptions {
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly database: AdminDatabase;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The audit log: who writes to it, and who keeps it. */
export interface Audit {
  readonly hooks: AuditHooks;
  /** For facts of the database that are written together with their entry. */
  readonly chain: AuditChain<AdminTables>;
  readonly securityEvents: SecurityEventLog;
  readonly inbox: ObservationInbox;
  readonly keys: CheckpointKeys;
  readonly keeper: AuditKeeper;
}

/** Puts the parts of the audit log together; `keeper` is to be started. */
export function createAudit(options: AuditOptions): Audit {
  const { api, namespace, database, store, clock, log } = options;
  const name = nameOfObject;
  const chain = new AuditChain({ database, clock });
  const keys = new CheckpointKeys({ api, namespace });
  const securityEvents = new SecurityEventLog({ chain, log });
  const retentionDays = (): number | undefined => daysOf(store);
  return {
    hooks: new AuditHooks({ database, chain, name, owners: ownersIn(store), clock, log }),
    chain,
    securityEvents,
    inbox: new ObservationInbox({
      database,
      chain,
      name,
      clock,
      isThere: async (kind, objectName, uid) =>
        (await store.read(kindNamed(kind), objectName))?.metadata.uid === uid,
    }),
    keys,
    keeper: new AuditKeeper({
      database,
      chain,
      keys,
      securityEvents,
      retentionDays,
      tidy: (nowMs) => tidyRecords(database.kysely, nowMs),
      clock,
      log,
    }),
  };
}

const settings = z.object({
  retention: z.object({ auditDays: z.int().default(365) }).prefault({}),
});

/** What the settings say; where there are none, what they say unless told otherwise. */
function daysOf(store: ObjectStore): number | undefined {
  if (!store.hasSynced) return undefined;
  const found = store.find(controlPlane, controlPlane.singleton ?? '');
  return settings.parse(found?.spec ?? {}).retention.auditDays;
}
