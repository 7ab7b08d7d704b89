import type { KubeObject } from '../object.ts';
import type { ObjectKey } from './database.ts';

/** An object as it was at one revision. Never changed. */
export interface StoredObject extends ObjectKey {
  readonly revision: number;
  readonly object: KubeObject;
  /** `object` as JSON. */
  readonly body: string;
}

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One write: what it did, what is there now (for DELETED: the last form, at the revision of the deletion) and what was there before. */
export interface Change {
  readonly type: ChangeType;
  readonly revision: number;
  readonly current: StoredObject;
  readonly previous: StoredObject | undefined;
}
