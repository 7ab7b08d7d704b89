import type { Clock } from '@aicp/common/time/clock';
import type { ResourceRegistry } from '../resources/registry.ts';
import type { ObjectStore } from './object-store.ts';

/** What every request handler works with. */
export interface Api {
  readonly store: ObjectStore;
  readonly registry: ResourceRegistry;
  readonly clock: Clock;
}
