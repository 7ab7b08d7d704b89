import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from '../../log/logger.ts';
import type { Clock } from '../../time/clock.ts';
import type { SqlEngine } from '../engine/sql-engine.ts';
import { surviveLoss } from '../engine/survive-loss.ts';
import { keepCheckpoints } from './checkpoints.ts';
import { prepareDirectory, type Prepared } from './data-directory.ts';
import { lockDirectory } from './directory-lock.ts';
import { OneConnection } from './one-connection.ts';
import { SessionSocket } from './session-socket.ts';
import { PgliteThread } from './thread.ts';

export interface PgliteOptions extends Prepared {
  /** Where the database's files are kept. One process at a time. */
  readonly directory: string;
  readonly log: Logger;
  readonly clock: Clock;
}

/** A PGlite that runs. */
export interface PgliteHost {
  /** For a service that works under a role of least rights. */
  engine(role: string): SqlEngine;
  close(): Promise<void>;
}

/** PGlite in a thread of its own, behind `pg`'s own pool of one connection. Rejects with DirectoryInUse where another process has the directory. */
export async function openPgliteHost(options: PgliteOptions): Promise<PgliteHost> {
  const { directory, log, clock } = options;
  using starting = new DisposableStack();
  starting.use(await lockDirectory(directory));
  const data = join(directory, 'data');
  await prepareDirectory(data, options);
  const lock = starting.move();
  const thread = new PgliteThread(data);
  const ending = new AbortController();
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    stream: () => new SessionSocket(thread),
  });
  surviveLoss(pool, log);
  const connection = new OneConnection(pool);
  const checkpoints = keepCheckpoints({
    asOwner: (work) => connection.asOwner(work),
    clock,
    log,
    signal: ending.signal,
  });
  return {
    engine: (role) => connection.engine(role),
    close: async () => {
      ending.abort();
      await checkpoints;
      await pool.end();
      await thread.close();
      lock[Symbol.dispose]();
    },
  };
}
