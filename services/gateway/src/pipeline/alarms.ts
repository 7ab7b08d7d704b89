import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';

const QUIET_MS = 60_000;

/** Warnings about things that would happen with every request: each is logged once a minute at most. */
export class Alarms {
  private readonly log: Logger;
  private readonly clock: Clock;
  private readonly lastRung = new Map<string, number>();

  constructor(options: { log: Logger; clock: Clock }) {
    this.log = options.log;
    this.clock = options.clock;
  }

  /** Logs `event` about `subject`, the name of a configured object. */
  warn(event: string, subject: string, fields: Readonly<Record<string, unknown>>): void {
    const key = `${event} ${subject}`;
    const now = this.clock.monotonic();
    const last = this.lastRung.get(key);
    if (last !== undefined && now - last < QUIET_MS) return;
    this.lastRung.set(key, now);
    this.log.warn(fields, event);
  }
}
