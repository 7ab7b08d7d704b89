import { OPEN } from '@aicp/events/database/delivery-tables';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { pause, systemClock } from '@aicp/common/time/clock';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminProcess } from './admin-process.ts';

/** It lives for so long, ms. Looks at objects are ten seconds apart, so that every so-manieth life is long. */
const SHORT_MS = { least: 100, most: 2_500 };
const LONG_MS = { least: 10_000, most: 13_000 };
const LONG_EVERY = 3;
const LOOK_EVERY_MS = 100;
/** It has so long for what is due, ms: less than a receiver has that does not answer. */
const ROUND_MS = { least: 300, most: 5_000 };
/** So often it is killed at most until all is delivered: a delivery is dead after ten attempts. */
const MOST_ROUNDS = 40;

/** Kills an admin service again and again, at moments of its own choice. */
export class AdminKiller {
  private readonly admin: AdminProcess;
  private readonly database: EventsDatabase;
  private readonly random: () => number;

  constructor(parts: {
    readonly admin: AdminProcess;
    readonly database: EventsDatabase;
    /** [0, 1). */
    readonly random: () => number;
  }) {
    this.admin = parts.admin;
    this.database = parts.database;
    this.random = parts.random;
  }

  get kills(): number {
    return this.admin.kills;
  }

  get log(): string {
    return this.admin.log;
  }

  /** While something else is done. */
  async during(work: () => Promise<void>): Promise<void> {
    const over = new AbortController();
    const killing = this.killUntil(over.signal);
    try {
      await work();
    } finally {
      over.abort();
      await killing;
    }
  }

  /** Until nothing is left to deliver. While it is dead, the time passes after which what failed, or was under way, is tried again. */
  async untilDelivered(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      await this.untilIdle();
      await this.admin.kill();
      const next = await this.lastDue();
      if (next === undefined) return;
      const ahead = next - Date.now();
      this.admin.aheadMs = Math.max(this.admin.aheadMs, ahead) + 1000;
      await this.admin.start();
    }
    throw new Error('not all was delivered');
  }

  private async killUntil(over: AbortSignal): Promise<void> {
    for (let life = 1; !over.aborted; life += 1) {
      const ms = this.between(life % LONG_EVERY === 0 ? LONG_MS : SHORT_MS);
      if (!(await pause(systemClock, ms, over))) return;
      await this.admin.kill();
      await this.admin.start();
    }
  }

  /** Waits for a while, or until all that is due was tried: some die with attempts under way. */
  private async untilIdle(): Promise<void> {
    const deadline = performance.now() + this.between(ROUND_MS);
    while (performance.now() < deadline && (await this.isBusy())) await sleep(LOOK_EVERY_MS);
  }

  private async isBusy(): Promise<boolean> {
    const now = Date.now() + this.admin.aheadMs;
    const rows = await this.open();
    return rows.some(({ status, dueMs }) => status === 'delivering' || dueMs <= now);
  }

  /** When the last of what is open may be tried; undefined where nothing is. */
  private async lastDue(): Promise<number | undefined> {
    const rows = await this.open();
    const unrouted = await this.database.kysely
      .selectFrom('event')
      .select('id')
      .where('routed_at', 'is', null)
      .execute();
    if (rows.length === 0 && unrouted.length === 0) return undefined;
    return Math.max(Date.now(), ...rows.map(({ dueMs }) => dueMs));
  }

  private async open(): Promise<{ readonly status: string; readonly dueMs: number }[]> {
    const rows = await this.database.kysely
      .selectFrom('delivery')
      .leftJoin(
        'subscription_state as state',
        'state.subscription_uid',
        'delivery.subscription_uid',
      )
      .select(['delivery.status', 'delivery.next_at', 'state.throttled_until'])
      .where('delivery.status', 'in', OPEN)
      .where('delivery.digest_id', 'is', null)
      .execute();
    return rows.map(({ status, next_at: next, throttled_until: throttled }) => ({
      status,
      dueMs: Math.max(next.getTime(), throttled?.getTime() ?? 0),
    }));
  }

  private between({ least, most }: { readonly least: number; readonly most: number }): number {
    return least + this.random() * (most - least);
  }
}
