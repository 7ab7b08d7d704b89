import pg from 'pg';
import type { Logger } from '../../log/logger.ts';
import { onConnect, plainName, type SqlEngine } from '../engine/sql-engine.ts';
import { surviveLoss } from '../engine/survive-loss.ts';

export interface PostgresqlOptions {
  /** Who the service connects as; the tables' owner, or a login of its own. */
  readonly url: string;
  /** The tables' owner, where that is another login. */
  readonly ownerUrl?: string | undefined;
  /** What the service works under: it has least rights. */
  readonly role: string;
  /** How many there are at most. */
  readonly connections?: number | undefined;
  readonly log: Logger;
}

const CONNECTIONS = 10;
/** Also how long a query waits for one of the connections, while many write at once. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;

/** A PostgreSQL server. Nothing connects before the first query. */
export function openPostgresql(options: PostgresqlOptions): SqlEngine {
  const { url, ownerUrl = url, connections = CONNECTIONS, log } = options;
  const role = plainName(options.role);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    ...onConnect(async (client) => {
      // Statements of ours are short, and translating one for its costs on paper takes longer than running it.
      await client.query(`set role ${role}; set jit = off`);
    }),
  });
  surviveLoss(pool, log);
  return {
    name: 'postgresql',
    pool,
    asOwner: async (work) => {
      const owner = new pg.Pool({
        connectionString: ownerUrl,
        max: 1,
        connectionTimeoutMillis: CONNECT_MS,
      });
      surviveLoss(owner, log);
      try {
        return await work(owner);
      } finally {
        await owner.end();
      }
    },
    useRole: () => undefined,
    close: async () => {
      await pool.end();
    },
  };
}
