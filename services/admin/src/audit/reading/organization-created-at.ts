import { organization } from '@aicp/crds/organization';
import type { ObjectStore } from '../../resources/store.ts';
import type { FindCreation } from './audit-query.ts';

/** When the organizations that there are were created. */
export const creationsIn =
  (store: Pick<ObjectStore, 'find'>): FindCreation =>
  (name, uid) => {
    const found = store.find(organization, name, ({ metadata }) => metadata.uid === uid);
    const time = found?.metadata.creationTimestamp;
    return time === undefined ? undefined : new Date(time);
  };
