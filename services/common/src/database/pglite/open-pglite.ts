import { join } from 'node:path';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Logger } from '../../log/logger.ts';
import type { Clock } from '../../time/clock.ts';
import { onConnect, plainName, type SqlEngine } from '../engine/sql-engine.ts';
import { surviveLoss } from '../engine/survive-loss.ts';
import { keepCheckpoints } from './checkpoints.ts';
import { prepareDirectory } from './data-directory.ts';
import { lockDirectory } from './directory-lock.ts';
import { SessionSocket } from './session-socket.ts';
import { PgliteThread } from './thread.ts';

export interface PgliteOptions {
  /** Where the database's files are kept. One process at a time. */
  readonly directory: string;
  /** Where prepared data directories stand. */
  readonly templates?: string;
  /** What the service works under: it has least rights. */
  readonly role: string;
  readonly log: Logger;
  readonly clock: Clock;
}

/** PGlite in a thread of its own, behind `pg`'s own pool of one connection. Rejects with DirectoryInUse where another process has the directory. */
export async function openPglite(options: PgliteOptions): Promise<SqlEngine> {
  const { directory, templates, log, clock } = options;
  const role = plainName(options.role);
  const lock = await lockDirectory(directory);
  const data = join(directory, 'data');
  await prepareDirectory(data, templates);
  const thread = new PgliteThread(data);
  const ending = new AbortController();
  let hasRole = false;
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    stream: () => new SessionSocket(thread),
    ...onConnect(async (client) => {
      if (hasRole) await client.query(`set role ${role}`);
    }),
  });
  surviveLoss(pool, log);
  const lent = borrow(pool, () => (hasRole ? role : undefined));
  const checkpoints = keepCheckpoints({ asOwner: lent, clock, log, signal: ending.signal });
  return {
    name: 'pglite',
    pool,
    asOwner: lent,
    useRole: () => {
      hasRole = true;
    },
    close: async () => {
      ending.abort();
      await checkpoints;
      await pool.end();
      await thread.close();
      lock[Symbol.dispose]();
    },
  };
}

/** Lends the one connection there is, as the owner, and gives it back to the service's role. */
function borrow(pool: PostgresPool, role: () => string | undefined): SqlEngine['asOwner'] {
  return async (work) => {
    const client = await pool.connect();
    let isSound = false;
    try {
      await client.query('reset role', []);
      const answer = await work(poolOf(client));
      const own = role();
      if (own !== undefined) await client.query(`set role ${own}`, []);
      isSound = true;
      return answer;
    } finally {
      // A connection whose role is unsure is not used again.
      client.release(!isSound);
    }
  };
}

const poolOf = (client: PostgresPoolClient): PostgresPool => ({
  connect: () =>
    Promise.resolve({
      query: client.query.bind(client),
      release: () => undefined,
    }),
  end: () => Promise.resolve(),
  options: {},
});
