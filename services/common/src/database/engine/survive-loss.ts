import type pg from 'pg';
import type { Logger } from '../../log/logger.ts';

/**
 * Keeps a process alive when a server ends a connection. A connection that is in use emits `error` itself, not through its pool, and an
 * `error` event without a listener ends the process. The query under way, or the next one, rejects in any case.
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

/** What an error says, for a log; several connections that failed at once say nothing of themselves. */
export function describeCause(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeCause).join('; ');
  return error instanceof Error ? error.message : String(error);
}
