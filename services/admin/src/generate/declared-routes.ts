import type { Database } from '@aicp/common/database/open-database';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { PooledKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { createLogger } from '@aicp/common/log/logger';
import { PollClient } from '@aicp/common/snapshot/poll-client';
import { createRegistry } from '@aicp/common/metrics/registry';
import { systemClock } from '@aicp/common/time/clock';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { adminEnvironment, toAdminConfig } from '../config.ts';
import { EVENTS_SCHEMA } from '@aicp/events/database/events-place';
import type { EventsTables } from '@aicp/events/database/tables';
import { ADMIN_SCHEMA, type AdminTables } from '../database/tables.ts';
import { CallerLimits } from '@aicp/api-kit/access/caller-limits';
import type { Route } from '@aicp/api-kit/route/route';
import { adminFeatures } from '../features.ts';
import { serviceRoutes } from '@aicp/api-kit/service/service-routes';
import { ABOUT } from '../version.ts';

/** The routes that an admin service has, to read what they declare. Nothing that they stand on is there, or looked for. */
export function declaredRoutes(): Route[] {
  const config = toAdminConfig(
    adminEnvironment.parse({
      AICP_DATA_DIR: 'nowhere',
      AICP_OPERATOR_URL: 'http://nowhere.invalid',
      AICP_TOKEN_FILE: 'nowhere',
      AICP_INSTANCE: 'nobody',
    }),
  );
  const deps = {
    api: new KubernetesClient(new PooledKubeConfig(), 'aicp-admin'),
    snapshots: new PollClient({ operatorUrl: 'http://nowhere.invalid', token: absent }),
    log: createLogger({ service: 'admin', level: 'silent' }),
    clock: systemClock,
    random: Math.random,
  };
  const limits = new CallerLimits(config.limits);
  const registry = createRegistry('admin');
  const parts = { ...deps, config, location: config.database, limits, registry };
  const features = adminFeatures({
    ...parts,
    database: absentDatabase<AdminTables>(ADMIN_SCHEMA),
    events: absentDatabase<EventsTables>(EVENTS_SCHEMA),
    ledger: undefined,
  });
  const own = { isReady: false, report: {} };
  const health = () => ({ own, database: false, isDraining: true });
  return serviceRoutes({ about: ABOUT, url: '/', features, health });
}

const absent = (): Promise<never> => Promise.reject(new Error('there is none'));

function absentDatabase<Tables>(schema: string): Database<Tables> {
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely: Kysely<unknown>) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return {
    engine: 'postgresql',
    schema,
    kysely: new Kysely<Tables>({ dialect }),
    pool: { options: {}, connect: absent, end: () => Promise.resolve() },
    ungatedPool: { options: {}, connect: absent, end: () => Promise.resolve() },
    isMigrated: () => false,
    migrated: absent,
    asOwner: absent,
    close: () => Promise.resolve(),
  };
}
