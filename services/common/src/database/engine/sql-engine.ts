import type { PostgresPool } from 'kysely';
import type { ClientBase, PoolConfig } from 'pg';

/** A PostgreSQL that queries are sent to: a server's, or PGlite within this process. */
export interface SqlEngine {
  readonly name: 'postgresql' | 'pglite';
  /** Connections that work under the service's role, once there is one. */
  readonly pool: PostgresPool;
  /** Lends one connection that works as the owner of the tables, for as long as `work` lasts. */
  asOwner<T>(work: (pool: PostgresPool) => Promise<T>): Promise<T>;
  /** Says that the role exists: from now on `pool` works under it. */
  useRole(): void;
  close(): Promise<void>;
}

/** A role's name, which goes into statements as it is. Throws a TypeError where it is more than letters, digits and `_`. */
export function plainName(name: string): string {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new TypeError(`${name} is no plain name`);
  return name;
}

/** Does something with each new connection before it is given out. The pool waits for it, which its types don't say. */
export const onConnect = (
  prepare: (client: ClientBase) => Promise<void>,
): Pick<PoolConfig, 'onConnect'> => {
  const hook: { onConnect: (client: ClientBase) => unknown } = { onConnect: prepare };
  return hook;
};
