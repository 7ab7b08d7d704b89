import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { AlertStore } from './alerts/alert-store.ts';
import type { LeaseStore } from './leases/lease-store.ts';
import type { Arrivals } from './spend/arrivals.ts';

const EVERY_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;
/** How long alerts are kept, and how long it is remembered of which hours facts have come, ms. */
const KEPT_MS = { alerts: 400 * DAY_MS, arrivals: 40 * DAY_MS };

/** Lets go of what nobody asks for any more. */
export class Housekeeping implements Background {
  private readonly loop: BackgroundLoop;

  constructor(options: {
    readonly store: Pick<AlertStore, 'forgetBefore'>;
    readonly arrivals: Pick<Arrivals, 'forgetBefore'>;
    readonly leases: Pick<LeaseStore, 'clear'>;
    readonly database: Pick<Database<unknown>, 'migrated'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    const { store, arrivals, leases, database, clock, log } = options;
    this.loop = new BackgroundLoop({
      work: async () => {
        const nowMs = clock.now();
        await store.forgetBefore(nowMs - KEPT_MS.alerts);
        await arrivals.forgetBefore(nowMs - KEPT_MS.arrivals);
        await leases.clear();
      },
      everyMs: EVERY_MS,
      clock,
      ready: () => database.migrated(),
      onFailure: (error) => {
        log.warn({ err: error }, 'old_alerts_not_removed');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }
}
