import type { KeyEntry } from '../routing/caller.ts';
import type { Catalog } from '../routing/catalog.ts';
import type { Deprecations } from '../routing/deprecations.ts';
import type { PolicyBook } from '../routing/policies/policy-book.ts';
import type { SharedLimits } from '../routing/viewer.ts';
import type { ZonedClock } from '../routing/zoned-clock.ts';

/** The installation's settings, as requests use them. */
export interface RuntimeSettings {
  readonly routingPolicies: boolean;
  readonly costTracking: boolean;
  readonly maintenanceMode: boolean;
  readonly defaultModel: string | undefined;
  readonly environment: string | undefined;
  readonly clock: ZonedClock;
}

/** One snapshot, indexed. A request keeps the one that it began with. */
export interface Runtime {
  /** `epoch.revision`. */
  readonly revision: string;
  readonly settings: RuntimeSettings;
  /** By the SHA-256 (hex) of the secret. */
  readonly keys: ReadonlyMap<string, KeyEntry>;
  /** The lists of models of teams and organizations. */
  readonly limits: SharedLimits;
  readonly catalog: Catalog;
  readonly deprecations: Deprecations;
  readonly policies: PolicyBook;
}
