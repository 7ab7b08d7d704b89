import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';

const QUIET_MS = 60_000;

const MOST_SUBJECTS = 1000;

interface Rung {
  readonly at: number;
  /** How often it would have been logged since then. */
  silent: number;
}

/** Warnings about things that would happen with every request: the first is logged at once, those that follow once a minute, summed. */
export class Alarms {
  private readonly log: Logger;
  private readonly clock: Clock;
  private readonly rung = new Map<string, Rung>();

  constructor(options: { log: Logger; clock: Clock }) {
    this.log = options.log;
    this.clock = options.clock;
  }

  /** Logs `event` about `subject`, the name of a configured object and what of it; `again` says how often it went unlogged since. */
  warn(event: string, subject: string, fields: Readonly<Record<string, unknown>>): void {
    const key = `${event} ${subject}`;
    const now = this.clock.monotonic();
    const last = this.rung.get(key);
    if (last && now - last.at < QUIET_MS) {
      last.silent += 1;
      return;
    }
    this.rung.delete(key);
    this.rung.set(key, { at: now, silent: 0 });
    if (this.rung.size > MOST_SUBJECTS) this.forgetOldest();
    const again = last && last.silent > 0 ? { again: last.silent } : {};
    this.log.warn({ ...fields, ...again }, event);
  }

  private forgetOldest(): void {
    const [oldest] = this.rung.keys();
    if (oldest !== undefined) this.rung.delete(oldest);
  }
}
