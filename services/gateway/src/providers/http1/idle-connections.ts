import type { Clock } from '@aicp/common/time/clock';
import type { Connection } from './connection.ts';

interface Idle {
  readonly connection: Connection;
  /** Monotonic milliseconds. */
  readonly since: number;
  readonly until: number;
}

const SWEEP_EVERY_MS = 1000;
/** A peer that spoke unasked is asked on new connections alone for so long. */
const DISTRUST_MS = 60_000;
/** What idles this many times longer than it may be used was not closed by the peer as expected, and is closed here. */
const OVERDUE = 3;
/** Bytes that follow an answer are read within this time, in which a connection is not written to. */
const SETTLE_MS = 1;

/** The connections of a pool that carry no request, newest last. */
export class IdleConnections {
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly habit = new IdleHabit();
  private list: Idle[] = [];
  private sweeper: NodeJS.Timeout | undefined;
  private distrustedUntil = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /** It may carry another request for so many milliseconds. */
  add(connection: Connection, idleMs: number): void {
    const since = this.clock.monotonic();
    if (since < this.distrustedUntil) {
      connection.destroy();
      return;
    }
    this.list.push({ connection, since, until: since + idleMs });
    this.sweeper ??= setTimeout(() => {
      this.sweep();
    }, SWEEP_EVERY_MS).unref();
  }

  /**
   * The connection that idles shortest; undefined where none can be used. What came on it is to be read before it is written to where its
   * last answer is only just over, and where the peer closes connections that idle: its end may be there, and nobody has looked.
   */
  take(): { readonly connection: Connection; readonly mustSettle: boolean } | undefined {
    if (this.list.length === 0) return undefined;
    const now = this.clock.monotonic();
    const usableMs = this.habit.usableMs(now);
    this.closeOverdue(now - usableMs * OVERDUE);
    for (let last = this.list.at(-1); last; last = this.list.at(-1)) {
      const { connection, since, until } = last;
      if (now - since > usableMs) return undefined;
      this.list.pop();
      if (until > now && connection.isUsable)
        return { connection, mustSettle: now - since < SETTLE_MS || this.habit.isClosing(now) };
      connection.destroy();
    }
    return undefined;
  }

  /** The peer closed it. */
  closed(connection: Connection): void {
    const index = this.list.findIndex((idle) => idle.connection === connection);
    const idle = this.list[index];
    if (!idle) return;
    this.list.splice(index, 1);
    const now = this.clock.monotonic();
    this.habit.observe(now - idle.since, now);
  }

  /** The peer spoke on a connection where nobody had asked: no connection of its is used twice for a while. */
  distrust(): void {
    this.distrustedUntil = this.clock.monotonic() + DISTRUST_MS;
    const { list } = this;
    this.list = [];
    for (const { connection } of list) connection.destroy();
  }

  /** Looks for connections to close no more. */
  stop(): void {
    clearTimeout(this.sweeper);
  }

  private closeOverdue(before: number): void {
    for (let first = this.list[0]; first && first.since < before; first = this.list[0]) {
      this.list.shift();
      first.connection.destroy();
    }
  }

  /** Closes what nobody has used for its time; comes again while there is anything. */
  private sweep(): void {
    const now = this.clock.monotonic();
    const over = this.list.filter(({ until }) => until <= now);
    this.list = this.list.filter(({ until }) => until > now);
    for (const { connection } of over) connection.destroy();
    if (this.list.length > 0) this.sweeper?.refresh();
    else this.sweeper = undefined;
  }
}

const OBSERVATIONS = 3;
/** Observed times of one habit differ by no more than this factor, and some milliseconds of either side's timers. */
const SPREAD = 1.5;
const TIMER_SLACK_MS = 5;
const REMEMBERED_MS = 60_000;
const LONG_MS = 2000;
const MARGIN_MS = 1000;

/**
 * Learns how long a peer keeps connections that idle, from those that it closed: few peers say so in a header. A request that is
 * written while the peer closes is lost, and only the peer knows whether it was read. Three closings in a row after about the same
 * time are a habit; closings at different ages (a restart of the peer) are none.
 */
export class IdleHabit {
  private ages: number[] = [];
  private habitMs = Infinity;
  private until = 0;
  private closedUntil = 0;

  /** The peer closed a connection that had idled for so long. */
  observe(ageMs: number, now: number): void {
    this.closedUntil = now + REMEMBERED_MS;
    this.ages = [...this.ages.slice(1 - OBSERVATIONS), ageMs];
    const least = Math.min(...this.ages);
    const isHabit = Math.max(...this.ages) <= least * SPREAD + TIMER_SLACK_MS;
    if (this.ages.length < OBSERVATIONS || !isHabit) return;
    this.habitMs = least;
    this.until = now + REMEMBERED_MS;
  }

  /** Whether the peer closed a connection that idled within the last minute, and may be about to close others. */
  isClosing(now: number): boolean {
    return now < this.closedUntil;
  }

  /** Milliseconds that a connection may idle and still be used: well below what the peer keeps it. */
  usableMs(now: number): number {
    if (now >= this.until) return Infinity;
    return this.habitMs > LONG_MS ? this.habitMs - MARGIN_MS : this.habitMs / 2;
  }
}
