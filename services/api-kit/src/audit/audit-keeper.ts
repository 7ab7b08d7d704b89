import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { AuditDatabase } from './audit-tables.ts';
import type { AuditChain } from './audit-chain.ts';
import type { CheckpointKeys } from './checkpoint-keys.ts';
import type { SecurityEventLog } from './security-events.ts';
import { anchor } from './checkpoint-store.ts';
import { retain } from './retain.ts';

export interface AuditKeeperOptions {
  readonly database: AuditDatabase;
  readonly chain: AuditChain;
  readonly keys: Pick<CheckpointKeys, 'current'>;
  readonly securityEvents: Pick<SecurityEventLog, 'flush'>;
  /** For how long entries are kept, days; undefined while the settings are not known. */
  readonly retentionDays: () => number | undefined;
  /** What else is due once an hour. */
  readonly tidy?: (nowMs: number) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

const LOOK_MS = 60_000;
const CHORES_MS = 3_600_000;
const FAILURES_TO_WARN = 5;

/** Keeps the audit log in order: room for the next month, what waits for the database, a signed end every hour, and nothing for too long. */
export class AuditKeeper {
  private readonly options: AuditKeeperOptions;
  private readonly loop: BackgroundLoop;
  private choresAt = 0;

  constructor(options: AuditKeeperOptions) {
    this.options = options;
    const { clock, database, log } = options;
    this.loop = new BackgroundLoop({
      ready: () => database.migrated(),
      work: () => this.look(),
      everyMs: LOOK_MS,
      clock,
      onFailure: (error, failures) => {
        const level = failures === FAILURES_TO_WARN ? 'warn' : 'info';
        log[level]({ reason: describeError(error), failures }, 'audit_chores_failed');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    await this.options.securityEvents.flush();
  }

  private async look(): Promise<void> {
    const { clock, securityEvents } = this.options;
    await securityEvents.flush();
    if (clock.now() >= this.choresAt) await this.chores();
  }

  /** What is due once an hour; all of it is safe to do twice, and by several replicas. */
  private async chores(): Promise<void> {
    const { chain, clock, database, keys, log, retentionDays } = this.options;
    const nowMs = clock.now();
    await chain.prepareMonths();
    const key = await keys.current();
    await anchor({ database, key, nowMs });
    await this.options.tidy?.(nowMs);
    const days = retentionDays();
    if (days === undefined) return;
    const months = await retain({ database, key, nowMs, days });
    if (months > 0) log.info({ months, days }, 'audit_months_dropped');
    this.choresAt = nowMs + CHORES_MS;
  }
}
