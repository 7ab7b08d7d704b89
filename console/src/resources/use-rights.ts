import { useUser } from '../api/runtime.tsx';
import { mayChange, mayCreate, mayDelete, mayReadHistory, type Held } from './rights.ts';
import type { Resource } from './resource-table.ts';

type Kind = Pick<Resource, 'permission' | 'type'>;

/** What somebody may do with the objects of a kind. */
export interface Rights {
  readonly create: boolean;
  readonly change: (object: Held) => boolean;
  /** Whether who changed it is told. */
  readonly readHistory: (object: Held) => boolean;
  readonly remove: (object: Held) => boolean;
}

/** What the caller may do with the objects of a kind. */
export function useRights(kind: Kind): Rights {
  const user = useUser();
  return {
    create: mayCreate(user, kind),
    change: (object) => mayChange(user, kind, object),
    readHistory: (object) => mayReadHistory(user, kind, object),
    remove: (object) => mayDelete(user, kind, object),
  };
}
