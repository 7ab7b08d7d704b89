import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { pause } from '@aicp/common/time/pause';
import type { AdminDatabase } from '../../database/tables.ts';
import type { AuditChain } from '../chain/audit-chain.ts';
import type { CheckpointKeys } from '../chain/checkpoint-keys.ts';
import { tidyIntents } from '../intents/intent-store.ts';
import { forgetDeleted } from '../observations/seen-store.ts';
import type { SecurityEventLog } from '../security-events.ts';
import { anchor } from './anchor.ts';
import { retain } from './retain.ts';

export interface AuditKeeperOptions {
  readonly database: AdminDatabase;
  readonly chain: AuditChain;
  readonly keys: Pick<CheckpointKeys, 'current'>;
  readonly securityEvents: Pick<SecurityEventLog, 'flush'>;
  /** For how long entries are kept, days; undefined while the settings are not known. */
  readonly retentionDays: () => number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

const LOOK_MS = 60_000;
const CHORES_MS = 3_600_000;
const FAILURES_TO_WARN = 5;
/** An operator that is back tells of what was written long before. */
const ABANDON_MS = 7 * 86_400_000;
const FORGET_MS = 14 * 86_400_000;

/** Keeps the audit log in order: room for the next month, what waits for the database, a signed end every hour, and nothing for too long. */
export class AuditKeeper {
  private readonly options: AuditKeeperOptions;
  private readonly ending = new AbortController();
  private choresAt = 0;
  private loop: Promise<void> | undefined;

  constructor(options: AuditKeeperOptions) {
    this.options = options;
  }

  start(): void {
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.loop;
    await this.options.securityEvents.flush();
  }

  private async run(): Promise<void> {
    const { clock, database, log, securityEvents } = this.options;
    const { signal } = this.ending;
    await Promise.race([database.migrated(), aborted(signal)]);
    let failures = 0;
    while (!signal.aborted) {
      try {
        await securityEvents.flush();
        if (clock.now() >= this.choresAt) await this.chores();
        failures = 0;
      } catch (error) {
        failures += 1;
        const level = failures === FAILURES_TO_WARN ? 'warn' : 'info';
        log[level]({ reason: describeError(error), failures }, 'audit_chores_failed');
      }
      await pause(clock, LOOK_MS, signal);
    }
  }

  /** What is due once an hour; all of it is safe to do twice, and by several replicas. */
  private async chores(): Promise<void> {
    const { chain, clock, database, keys, log, retentionDays } = this.options;
    const nowMs = clock.now();
    await chain.prepareMonths();
    const key = await keys.current();
    await anchor({ database, key, nowMs });
    await tidyIntents(database.kysely, {
      abandonBefore: new Date(nowMs - ABANDON_MS),
      forgetBefore: new Date(nowMs - FORGET_MS),
    });
    await forgetDeleted(database.kysely, new Date(nowMs - FORGET_MS));
    const days = retentionDays();
    if (days === undefined) return;
    const months = await retain({ database, key, nowMs, days });
    if (months > 0) log.info({ months, days }, 'audit_months_dropped');
    this.choresAt = nowMs + CHORES_MS;
  }
}

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
};
