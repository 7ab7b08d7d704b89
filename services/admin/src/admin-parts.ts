import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '@aicp/common/database/open-database';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { createKubernetesMetrics } from '@aicp/common/kubernetes/metrics';
import type { Logger } from '@aicp/common/log/logger';
import { createRegistry, type Registry } from '@aicp/common/metrics/registry';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { Clock } from '@aicp/common/time/clock';
import { kinds } from '@aicp/crds/kinds';
import { AccessDirectory } from './access/directory.ts';
import { DeniedTokens } from './auth/denied-tokens.ts';
import { LoginStore } from './auth/login-store.ts';
import { SigningKeys } from './auth/signing-keys.ts';
import { createAudit, type Audit } from './audit/create-audit.ts';
import { collectionsOn } from './collections.ts';
import type { AdminConfig } from './config.ts';
import { MIGRATIONS } from './database/migrations/index.ts';
import {
  ADMIN_ROLE,
  ADMIN_SCHEMA,
  type AdminDatabase,
  type AdminTables,
} from './database/tables.ts';
import type { Health } from './http/health-routes.ts';
import { createIdempotency, type Idempotency } from './idempotency/create-idempotency.ts';
import { createLicense, type License } from './license/create-license.ts';
import { createModelAccess, type ModelAccess } from './model-access/create-model-access.ts';
import { businessUnits } from './organizations/business-units.ts';
import type { Collection } from './resources/collection.ts';
import { createServices, type Services } from './resources/create-services.ts';
import { RoutingSnapshot } from './policies/routing-snapshot.ts';
import { ObjectStore } from './resources/store.ts';
import { SessionStore } from './sessions/session-store.ts';
import { settings } from './settings/settings-routes.ts';
import { ClientSecrets } from './sso/client-secrets.ts';
import { VERSION } from './version.ts';

/** The world that an admin service works in. */
export interface AdminDeps {
  readonly api: KubernetesApi;
  /** Where snapshots come from. */
  readonly snapshots: Pick<PollClient, 'poll' | 'close'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
}

/** Everything that routes stand on. */
export interface AdminParts {
  readonly config: AdminConfig;
  readonly deps: AdminDeps;
  readonly registry: Registry;
  readonly directory: AccessDirectory;
  /** Routing as the gateways run it. */
  readonly routing: RoutingSnapshot;
  readonly receiver: SnapshotReceiver;
  readonly database: AdminDatabase;
  readonly store: ObjectStore;
  readonly collections: readonly Collection[];
  readonly services: Services;
  readonly audit: Audit;
  readonly modelAccess: ModelAccess;
  readonly license: License;
  readonly keys: SigningKeys;
  readonly denied: DeniedTokens;
  readonly logins: LoginStore;
  readonly sessions: SessionStore;
  readonly clientSecrets: ClientSecrets;
  readonly idempotency: Idempotency;
}

/** Opens and starts the parts; what ends them is put on the stack. Rejects where the data directory can't be used. */
export async function openParts(
  config: AdminConfig,
  deps: AdminDeps,
  starting: AsyncDisposableStack,
): Promise<AdminParts> {
  const { log, clock, random } = deps;
  const database = await openDatabase<AdminTables>({
    location: config.database,
    ...{ schema: ADMIN_SCHEMA, role: ADMIN_ROLE, migrations: MIGRATIONS },
    ...{ clock, random, log },
  });
  starting.defer(() => database.close());
  const parts = createParts({ config, deps, database });
  const { store, keys, denied, audit, license, modelAccess, idempotency } = parts;
  const keepers = [audit.keeper, license.keeper, modelAccess.keeper, idempotency.keeper];
  const started = [store, keys, denied, ...keepers];
  for (const part of started) {
    part.start();
    starting.defer(() => part.stop());
  }
  return parts;
}

/** Puts the parts together; nothing is asked of the database or the Kubernetes API yet. */
export function createParts(options: {
  config: AdminConfig;
  deps: AdminDeps;
  database: AdminDatabase;
}): AdminParts {
  const { config, deps, database } = options;
  const { api, log, clock, random } = deps;
  const { namespace } = config;
  const registry = createRegistry('admin');
  const directory = new AccessDirectory();
  const metrics = createKubernetesMetrics(registry);
  const store = new ObjectStore({ api, namespace, kinds, clock, random, log, metrics });
  const desired = desiredState({ config, deps, database, store });
  const clientSecrets = new ClientSecrets();
  const routing = new RoutingSnapshot();
  return {
    ...{ config, deps, registry, directory, routing, database, store },
    ...desired,
    receiver: receiverOf({
      ...{ config, deps, registry },
      consumers: [directory, clientSecrets, desired.license.inSnapshot, routing],
    }),
    keys: new SigningKeys({ api, namespace, clock, random, log }),
    denied: new DeniedTokens({ database, clock, log }),
    logins: new LoginStore({ database, log }),
    sessions: new SessionStore({ database, randomBytes }),
    clientSecrets,
    idempotency: createIdempotency({ api, namespace, database, clock, log, randomBytes }),
  };
}

/** The one way to write objects: every write has its entry in the audit log. */
function desiredState(options: {
  config: AdminConfig;
  deps: AdminDeps;
  database: AdminDatabase;
  store: ObjectStore;
}): Pick<AdminParts, 'collections' | 'services' | 'audit' | 'modelAccess' | 'license'> {
  const { config, deps, database, store } = options;
  const { api, log, clock, random } = deps;
  const { namespace } = config;
  const collections = collectionsOn(store);
  const audit = createAudit({
    ...{ api, namespace, database, store, clock, log },
    collections: [...collections, businessUnits, settings],
  });
  const { hooks, chain } = audit;
  const services = createServices({ api, namespace, store, hooks, random });
  return {
    ...{ collections, services, audit },
    modelAccess: createModelAccess({ database, chain, services, store, clock, log }),
    license: createLicense({
      ...{ api, namespace, store, hooks, database, clock, random, log },
      variable: config.license.variable,
      keysFile: config.license.keysFile,
    }),
  };
}

function receiverOf(options: {
  config: AdminConfig;
  deps: AdminDeps;
  registry: Registry;
  /** In order: where one can't read the snapshot, those after it keep what they have. */
  consumers: readonly Pick<AccessDirectory, 'apply'>[];
}): SnapshotReceiver {
  const { config, deps, registry, consumers } = options;
  const { snapshots: client, log, clock, random } = deps;
  return new SnapshotReceiver({
    service: 'admin',
    instance: config.instance,
    version: VERSION,
    directory: join(config.dataDirectory, 'snapshot'),
    ...(config.bootDirectory === undefined ? {} : { bootDirectory: config.bootDirectory }),
    apply: (snapshot) => {
      for (const consumer of consumers) {
        const errors = consumer.apply(snapshot);
        if (errors.length > 0) return errors;
      }
      return [];
    },
    ...{ client, log, clock, random, registry },
  });
}

/** What the service stands on now. */
export function healthOf(parts: AdminParts): Omit<Health, 'isDraining'> {
  const { receiver, store, database, keys, deps } = parts;
  const { status } = receiver;
  return {
    config: status && {
      epoch: status.manifest.epoch,
      revision: status.manifest.revision,
      source: status.origin,
      ageSeconds: (deps.clock.now() - status.appliedAt) / 1000,
    },
    kubernetes: store.hasSynced,
    database: database.isMigrated(),
    tokens: keys.signer() !== undefined,
  };
}
