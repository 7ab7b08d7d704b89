import type {
  Database,
  DatabaseLocation,
  DatabaseOptions,
} from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import type { Registry } from '@aicp/common/metrics/registry';
import type { Clock } from '@aicp/common/time/clock';
import type { Router } from 'express';
import type { CallerLimits } from '../access/caller-limits.ts';
import type { About } from '../openapi/document.ts';
import type { MountOptions } from '../route/mount-routes.ts';
import type { Route } from '../route/route.ts';
import type { ServiceConfig } from './environment.ts';
import type { OwnHealth } from './health-routes.ts';

/** What a service gets from the process that it runs in. */
export interface ProcessParts {
  readonly log: Logger;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
}

/** What features stand on. */
export interface Floor<Tables> extends ProcessParts {
  readonly config: ServiceConfig;
  readonly database: Database<Tables>;
  /** Where the database is, for further tables that the service opens beside its own (`openLedgerReader`). */
  readonly location: DatabaseLocation;
  readonly registry: Registry;
  readonly limits: CallerLimits;
}

/** Something that works by itself from its start to its stop. */
export interface Background {
  start(): void;
  stop(): Promise<void> | void;
}

/** Who may call routes that are not public. */
export type Credentials = Pick<MountOptions, 'authenticate' | 'onSecurityEvent' | 'idempotency'>;

/** What the features of a service make together. */
export interface Features {
  readonly routes: readonly Route[];
  /** Pages and other paths that are no routes of the API. */
  readonly pages?: readonly Router[];
  /** Answers what is neither a page nor a route of the API. */
  readonly fallback?: Router;
  /** Absent: every route is public. */
  readonly credentials?: Credentials;
  /** What the service stands on beside its database. */
  readonly health?: OwnHealth;
  /** Started in this order before the port opens; stopped, in the other order, when no request is open any more. */
  readonly background?: readonly Background[];
  /** Runs when the port is open, and before the service counts as started. What it begins is ended by what it puts on the stack. */
  readonly begin?: (ending: AsyncDisposableStack) => Promise<void>;
}

/** A service, as its main.ts declares it. Whatever is true of every service follows from this (`startService`). */
export interface ServiceDefinition<Tables> {
  /** One word: a label of its metrics, and its name in logs. */
  readonly name: string;
  readonly about: About;
  readonly database: Pick<DatabaseOptions, 'schema' | 'role' | 'migrations'>;
  readonly open: (floor: Floor<Tables>) => Features | Promise<Features>;
}

/** Declares a service; its tables' types go with it. */
export const defineService = <Tables>(
  definition: ServiceDefinition<Tables>,
): ServiceDefinition<Tables> => definition;
