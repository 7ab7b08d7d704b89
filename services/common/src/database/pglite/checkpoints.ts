import type { Logger } from '../../log/logger.ts';
import { type Clock, pause } from '../../time/clock.ts';
import { describeCause } from '../engine/survive-loss.ts';
import type { SqlEngine } from '../engine/sql-engine.ts';

const EVERY_MS = 60_000;

/** Writes what changed to the data files now and then, until the signal aborts, so that a start has little to replay. */
export async function keepCheckpoints(options: {
  asOwner: SqlEngine['asOwner'];
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { asOwner, clock, log, signal } = options;
  while (await pause(clock, EVERY_MS, signal)) {
    try {
      await asOwner(async (pool) => {
        const client = await pool.connect();
        await client.query('checkpoint', []);
      });
    } catch (error) {
      log.warn({ reason: describeCause(error) }, 'database_checkpoint_failed');
    }
  }
}
