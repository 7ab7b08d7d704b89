import { describeCause } from '@aicp/common/database/engine/survive-loss';
import type { Logger } from '@aicp/common/log/logger';
import { type Clock, pause } from '@aicp/common/time/clock';
import type { RecordStore } from './records/record-store.ts';

const SWEEP_MS = 3_600_000;
/** How soon it is tried again where the database is away, ms. */
const RETRY_MS = 60_000;

/** Removes requests that count no more, once an hour: safe to do twice, and by several replicas. */
export class IdempotencyKeeper {
  private readonly options: {
    readonly store: Pick<RecordStore, 'sweep'>;
    readonly clock: Clock;
    readonly log: Logger;
  };
  private readonly ending = new AbortController();
  private loop: Promise<void> | undefined;

  constructor(options: IdempotencyKeeper['options']) {
    this.options = options;
  }

  start(): void {
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { clock } = this.options;
    while (await pause(clock, (await this.sweep()) ? SWEEP_MS : RETRY_MS, this.ending.signal));
  }

  /** Whether it was possible. */
  private async sweep(): Promise<boolean> {
    const { store, clock, log } = this.options;
    try {
      const requests = await store.sweep(new Date(clock.now()));
      if (requests > 0) log.debug({ requests }, 'idempotent_requests_swept');
      return true;
    } catch (error) {
      log.debug({ reason: describeCause(error) }, 'idempotent_requests_not_swept');
      return false;
    }
  }
}
