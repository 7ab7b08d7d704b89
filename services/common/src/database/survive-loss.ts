import type pg from 'pg';
import type { Logger } from '../log/logger.ts';
import { describeCause } from './describe-cause.ts';

/**
 * Lets a process live on when a server ends a connection. A connection that is lent out speaks for itself and not through its pool, and
 * what nobody hears ends the process; the query under way, or the next one, rejects anyway.
 */
export function surviveLoss(pool: pg.Pool, log: Logger): void {
  const lost = (error: unknown): void => {
    log.info({ reason: describeCause(error) }, 'database_connection_lost');
  };
  pool.on('connect', (client) => {
    client.on('error', lost);
  });
  // One that is idle has told of it already, by the listener above.
  pool.on('error', () => undefined);
}
