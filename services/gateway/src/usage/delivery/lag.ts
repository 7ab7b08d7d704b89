import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { Outgoing } from './outgoing.ts';

const LATE_SECONDS = 30;

export interface LagOptions {
  readonly log: Logger;
  readonly clock: Pick<Clock, 'now'>;
  /** Hears when records begin to be late, and when they no longer are. */
  readonly onChange?: (() => void) | undefined;
}

/** How long the oldest record waits: told as too long rather than as too short where nobody knows. */
export class Lag {
  private readonly options: LagOptions;
  /** When the oldest request ended whose record waits, as far as is known. */
  private waitsSince: number | undefined;
  private isUnreadable = false;
  private wasLate = false;

  constructor(options: LagOptions) {
    this.options = options;
  }

  get seconds(): number {
    const { waitsSince } = this;
    return waitsSince === undefined ? 0 : Math.max(0, this.options.clock.now() - waitsSince) / 1000;
  }

  get isLate(): boolean {
    return this.seconds >= LATE_SECONDS;
  }

  /** The oldest records that wait were read; undefined: none do. */
  read(oldest: Outgoing | undefined): void {
    if (this.isUnreadable) this.options.log.info({}, 'usage_read_again');
    this.isUnreadable = false;
    this.waitsSince = oldest?.oldest?.ended;
    this.look();
  }

  /** What waits cannot be read: something may, from now on at the latest. */
  notRead(error: unknown): void {
    if (!this.isUnreadable) this.options.log.error({ err: error }, 'usage_not_read');
    this.isUnreadable = true;
    this.waitsSince ??= this.options.clock.now();
  }

  /** A batch waits no more. Those behind it have waited about as long: how long exactly is known as soon as they are read. */
  passed(batch: Outgoing): void {
    if (batch.leftSince === undefined) this.waitsSince = undefined;
    this.look();
  }

  /** Looks whether records have become late, or no longer are. */
  look(): void {
    if (this.isLate === this.wasLate) return;
    this.wasLate = this.isLate;
    this.options.onChange?.();
  }
}
