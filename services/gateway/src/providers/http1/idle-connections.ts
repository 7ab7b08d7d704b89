import type { Clock } from '@aicp/common/time/clock';
import type { Connection } from './connection.ts';
import { IdleHabit } from './idle-habit.ts';

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
