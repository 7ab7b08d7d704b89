import type { Principal } from '@aicp/api-kit/access/principal';
import type { Collection } from '../resources/collection.ts';
import type { StoredObject } from '../resources/stored-object.ts';

/** A change of an object: `object` is undefined for a deletion, `previous` for an addition. */
export interface ObjectChange {
  readonly collection: Collection;
  readonly object: StoredObject | undefined;
  readonly previous: StoredObject | undefined;
}

/** A change of something that is kept in a table, and is no object of Kubernetes. */
export interface FactChange {
  /** Singular, snake_case: `access_request`. */
  readonly resourceType: string;
  /** Path of the list: `/api/v1/model-access/requests`. */
  readonly collection: string;
  readonly id: string;
  readonly organization: string | undefined;
  readonly type?: 'created' | 'updated' | 'deleted';
  /** Whether somebody may be told. */
  readonly isFor: (reader: Principal) => boolean;
}

export type Change = ObjectChange | FactChange;

/** What somebody is told of a change. */
export interface ToldChange {
  readonly type: 'created' | 'updated' | 'deleted';
  readonly resource_type: string;
  readonly collection: string;
  readonly id: string;
  readonly organization_id: string | null;
  /** Of objects: what their ETag begins with. */
  readonly version?: string;
}
