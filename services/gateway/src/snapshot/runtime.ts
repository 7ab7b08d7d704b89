import type { KeyEntry } from '@aicp/contracts/routing/caller';
import type { RoutingTables } from '@aicp/contracts/routing/tables';
import type { RuntimeModel } from '../routing/runtime-model.ts';

/** One snapshot, indexed. A request keeps the one that it began with. */
export interface Runtime extends RoutingTables<RuntimeModel> {
  /** By the SHA-256 (hex) of the secret. */
  readonly keys: ReadonlyMap<string, KeyEntry>;
}
