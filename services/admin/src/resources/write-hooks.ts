import type { Principal } from '@aicp/api-kit/access/principal';
import type { WriteGuard } from '@aicp/api-kit/route/route';
import type { StoredObject } from './stored-object.ts';

/** How a change came; `system`: this service does it by itself, by the clock. */
export type WriteSource = 'api' | 'console' | 'system';

/** Who asks for a change, and how it came. */
export interface WriteContext {
  readonly principal: Principal;
  readonly requestId: string;
  /** Address of the caller. */
  readonly ip: string | undefined;
  readonly source: WriteSource;
  /** On: everything is checked and answered as it would be, and nothing is stored. */
  readonly dryRun: boolean;
  /** The version that the caller saw; another one is 412. */
  readonly ifMatch: string | undefined;
  /** On: the keys of maps that a body does not name stay (PATCH); else a map that is sent takes the place of the one there (PUT). */
  readonly isMergePatch?: boolean;
  /** metadata.name that a new object is to have; without it, it follows from the spec. */
  readonly newName?: string;
  /** Told of every write, where the request may be sent again. */
  readonly writes?: WriteGuard;
}

/** A change that is about to be written to Kubernetes. */
export interface PlannedChange {
  /** `create`, `update`, `delete`, or the verb of a sub-path (`block`, `start` …). */
  readonly action: string;
  /** `RoutingPolicy`. */
  readonly kind: string;
  /** The name of the audit log: singular, snake_case (`routing_policy`). */
  readonly resource: string;
  /** metadata.name. */
  readonly name: string;
  /** The whole object before the change; undefined for a creation. */
  readonly before: StoredObject | undefined;
  /** The whole object as it is sent; undefined for a deletion. */
  readonly after: StoredObject | undefined;
  readonly principal: Principal;
  readonly requestId: string;
  readonly ip: string | undefined;
  readonly source: WriteSource;
  /** What was deleted along with it, each by kind and id. */
  readonly along?: readonly Readonly<Record<string, string>>[];
}

/** How a planned change ended: the object as it is stored (as it last was, for a deletion), or why it is not. */
export type WriteResult = { readonly object: StoredObject } | { readonly error: unknown };

/** What `before` hands back for one change. */
export interface PendingWrite {
  /** Added to the object's annotations by the same write. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Called once, when the write has succeeded or failed. */
  settle(result: WriteResult): Promise<void>;
}

/** Called around every write of desired state that this service makes; dry runs excepted. */
export interface WriteHooks {
  /** Before the write. What it throws refuses the change. */
  before(change: PlannedChange): Promise<PendingWrite>;
}
