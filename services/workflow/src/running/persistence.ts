import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import type { Logger } from '@aicp/common/log/logger';
import { backoffMs } from '@aicp/common/time/backoff';
import { pause, type Clock } from '@aicp/common/time/clock';

const RETRY = { baseMs: 100, maxMs: 5_000 };

/** What is to be written is written, however long the database is away. */
export class Persistence {
  private readonly options: {
    readonly clock: Clock;
    readonly random: () => number;
    readonly log: Logger;
  };
  private readonly ending = new AbortController();

  constructor(options: Persistence['options']) {
    this.options = options;
  }

  /** Aborts when the process stops: what is under way then goes on elsewhere, or after the next start. */
  get stopped(): AbortSignal {
    return this.ending.signal;
  }

  stop(): void {
    this.ending.abort();
  }

  /** Does it again and again while the database is away. Never settles once the process stops: whoever waited would record something that did not happen. */
  async persist<T>(work: () => Promise<T>): Promise<T> {
    const { clock, random, log } = this.options;
    for (let attempt = 0; !this.stopped.aborted; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        if (attempt === 5) log.warn({ reason: error.message }, 'execution_waits_for_database');
        await pause(clock, backoffMs({ attempt, ...RETRY, random }), this.stopped);
      }
    }
    return await never();
  }
}

/** What never settles. */
export const never = async <T>(): Promise<T> => await new Promise<T>(() => undefined);
