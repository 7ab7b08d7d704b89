import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { AuditDatabase } from '@aicp/api-kit/audit/audit-tables';
import { kinds } from '@aicp/crds/kinds';
import type { FindCreation } from '../audit/reading/audit-query.ts';
import type { Fleet } from './fleet.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import type { Services } from '../resources/collections/create-services.ts';
import type { ObjectStore } from '../resources/store.ts';

/** What the routes about one object are made of. */
export interface ObjectParts {
  readonly services: Services;
  readonly store: ObjectStore;
  readonly api: Pick<KubernetesApi, 'list'>;
  readonly namespace: string;
  readonly database: AuditDatabase;
  readonly createdAt: FindCreation;
  /** What the replicas run. */
  readonly fleet: Pick<Fleet, 'all' | 'ofObject'>;
}

/** The service of a kind's objects; undefined for kinds that have none. */
export const serviceOfKind =
  (services: Services) =>
  (name: string): CollectionService | undefined => {
    const kind = kinds.find((one) => one.kind === name);
    return kind?.api ? services(kind) : undefined;
  };
