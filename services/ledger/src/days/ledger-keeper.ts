import { describeCause } from '@aicp/common/database/engine/survive-loss';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { LedgerDatabase } from '../database/tables.ts';
import { keepFeedback } from './keep-feedback.ts';
import { DAY_MS, dayOf, DayTables, type DayPart } from './day-tables.ts';
import { dropDays, dropFineSums, dropUnnamedTags } from './drop-days.ts';
import { dropTrials } from './drop-trials.ts';

/** For how many days rows are kept. */
export interface LedgerRetention {
  readonly usageDays: number;
  readonly decisionDays: number;
}

export interface LedgerKeeperOptions {
  readonly database: LedgerDatabase;
  /** Undefined while the settings are not known: nothing is dropped then. */
  readonly retention: () => LedgerRetention | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

const LOOK_MS = 60_000;
const CHORES_MS = 3_600_000;
const FAILURES_TO_WARN = 5;
/** Days ahead that have tables, so that nobody who brings facts in has to make one at midnight. */
const AHEAD = [0, 1, 2];

/** Keeps the ledger in order: tables for the next days, and nothing for too long. Replicas may do so at the same time. */
export class LedgerKeeper {
  private readonly options: LedgerKeeperOptions;
  private readonly loop: BackgroundLoop;
  private choresAt = 0;

  constructor(options: LedgerKeeperOptions) {
    this.options = options;
    const { clock, database, log } = options;
    this.loop = new BackgroundLoop({
      ready: () => database.migrated(),
      work: () => this.look(),
      everyMs: LOOK_MS,
      clock,
      onFailure: (error, failures) => {
        const level = failures === FAILURES_TO_WARN ? 'warn' : 'info';
        log[level]({ reason: describeCause(error), failures }, 'ledger_chores_failed');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  private async look(): Promise<void> {
    const { clock, retention } = this.options;
    const nowMs = clock.now();
    await keepFeedback(this.options.database, nowMs);
    if (nowMs < this.choresAt) return;
    await this.makeAhead(nowMs);
    const days = retention();
    if (!days) return;
    // Also where it fails: each time that it waits for a question, who brings facts in waits behind it.
    this.choresAt = nowMs + CHORES_MS;
    await this.drop(nowMs, days);
  }

  private async makeAhead(nowMs: number): Promise<void> {
    const days = AHEAD.map((later) => nowMs + later * DAY_MS);
    await new DayTables(this.options.database).ensure({ usage: days, decision: days });
  }

  private async drop(nowMs: number, { usageDays, decisionDays }: LedgerRetention): Promise<void> {
    const { database, log } = this.options;
    // What keeps one of them busy keeps no other from its drop.
    const usage = await this.dropPart('usage', nowMs - usageDays * DAY_MS);
    const decision = await this.dropPart('decision', nowMs - decisionDays * DAY_MS);
    await dropFineSums(database, nowMs);
    await dropTrials(database, nowMs);
    if (usage + decision > 0) log.info({ usage, decision }, 'ledger_days_dropped');
    // All tags are looked for in their sums, which takes a while: only where some of these have gone.
    if (usage > 0) await dropUnnamedTags(database);
  }

  /** How many days went; 0 where they stay until the next chores. */
  private async dropPart(part: DayPart, keepFromMs: number): Promise<number> {
    const { database, log } = this.options;
    try {
      return await dropDays(database, part, dayOf(keepFromMs));
    } catch (error) {
      log.warn({ reason: describeCause(error), part }, 'ledger_days_not_dropped');
      return 0;
    }
  }
}
